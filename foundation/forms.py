"""Forms whose fields are the arguments of a verb, and helpers to read what a request carries."""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable, Iterable
from datetime import date
from typing import Any, TypeVar

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.http import QueryDict

from foundation.errors import Refused, SentBefore
from foundation.people.actor import Actor

Made = TypeVar("Made", bound=models.Model)


def new_key() -> str:
    """What makes a request recognizable when it comes twice."""
    return uuid.uuid4().hex


def number_in(text: str, otherwise: int = 0) -> int:
    """The number that a request carries where no form reads it; what no row can have as its number is none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else otherwise


def json_in(text: str) -> Any:
    """What a field carries as JSON; ValueError for what is none, or nested deeper than anything of ours."""
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("too deep") from None


def choose_from(form: forms.Form, name: str, rows: models.QuerySet[Any]) -> None:
    """Offer these rows in a field that chooses a row."""
    field = form.fields[name]
    assert isinstance(field, forms.ModelChoiceField)
    field.queryset = rows


def offer(form: forms.Form, name: str, choices: Iterable[tuple[Any, str]]) -> None:
    """Offer these values in a field that chooses one."""
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)
    field.choices = list(choices)


class DayField(forms.DateField):
    """A day of this century, chosen from the browser's calendar."""

    def __init__(self, **options: Any) -> None:
        bounds = "Choose a day of this century."
        limits = [MinValueValidator(date(2000, 1, 1), bounds), MaxValueValidator(date(2099, 12, 31), bounds)]
        widget = forms.DateInput({"type": "date"}, format="%Y-%m-%d")
        super().__init__(widget=widget, validators=limits, **options)


class VerbForm(forms.Form):
    """A form whose fields are the arguments of a verb. It carries a key, so that sending twice does once."""

    key = forms.CharField(widget=forms.HiddenInput, required=False, max_length=64)
    status = 200

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["key"].initial = new_key

    def carry_out(self, verb: Callable[..., Made], actor: Actor, subject: Any, **more: Any) -> Made | None:
        """Call the verb with what was typed. A refusal becomes a sentence of this form, and nothing typed is lost."""
        if not self.is_valid():
            self.status = 422
            return None
        arguments = self.arguments()
        actor.key = arguments.pop("key") or None
        try:
            return verb(actor, subject, **arguments, **more)
        except Refused as refusal:
            self.status = refusal.status
            if isinstance(refusal, SentBefore):
                self.retype(key=new_key())
            self.add_error(refusal.field if refusal.field in self.fields else None, refusal.sentence)
            return None

    def retype(self, **values: Any) -> None:
        """Change what the form will send next; what the person typed stays."""
        assert isinstance(self.data, QueryDict)
        typed = self.data.copy()
        for name, value in values.items():
            typed[name] = value
        self.data = typed

    def arguments(self) -> dict[str, Any]:
        return dict(self.cleaned_data)
