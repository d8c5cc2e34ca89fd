"""Forms whose fields are the arguments of a verb, and helpers that read values from a request."""

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

from foundation.errors import KeyReused, Refused
from foundation.people.actor import Actor

Made = TypeVar("Made", bound=models.Model)


def new_key() -> str:
    """Return a new idempotency key."""
    return uuid.uuid4().hex


def number_in(text: str, otherwise: int = 0) -> int:
    """Return the number in a request parameter; `otherwise` if it isn't a number that a row can have."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else otherwise


def json_in(text: str) -> Any:
    """Parse a field's JSON; ValueError if it is invalid or nested too deep."""
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("too deep") from None


def set_queryset(form: forms.Form, name: str, rows: models.QuerySet[Any]) -> None:
    """Set the rows that a ModelChoiceField offers."""
    field = form.fields[name]
    assert isinstance(field, forms.ModelChoiceField)
    field.queryset = rows


def set_choices(form: forms.Form, name: str, choices: Iterable[tuple[Any, str]]) -> None:
    """Set the values that a ChoiceField offers."""
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)
    field.choices = list(choices)


class DayField(forms.DateField):
    """A date of this century, with the browser's date picker."""

    def __init__(self, **options: Any) -> None:
        bounds = "Enter a date between 2000 and 2099."
        limits = [MinValueValidator(date(2000, 1, 1), bounds), MaxValueValidator(date(2099, 12, 31), bounds)]
        widget = forms.DateInput({"type": "date"}, format="%Y-%m-%d")
        super().__init__(widget=widget, validators=limits, **options)


class VerbForm(forms.Form):
    """A form whose fields are the arguments of a verb. Its hidden key makes sending it twice idempotent."""

    key = forms.CharField(widget=forms.HiddenInput, required=False, max_length=64)
    status = 200

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["key"].initial = new_key

    def carry_out(self, verb: Callable[..., Made], actor: Actor, subject: Any, **more: Any) -> Made | None:
        """Call the verb with the form's values. A refusal becomes an error of the form, and nothing typed is lost."""
        if not self.is_valid():
            self.status = 422
            return None
        arguments = self.arguments()
        actor.key = arguments.pop("key") or None
        try:
            return verb(actor, subject, **arguments, **more)
        except Refused as refusal:
            self.status = refusal.status
            if isinstance(refusal, KeyReused):
                self.replace_values(key=new_key())
            self.add_error(refusal.field if refusal.field in self.fields else None, refusal.sentence)
            return None

    def replace_values(self, **values: Any) -> None:
        """Change some values that the form shows; the others stay as typed."""
        assert isinstance(self.data, QueryDict)
        data = self.data.copy()
        for name, value in values.items():
            data[name] = value
        self.data = data

    def arguments(self) -> dict[str, Any]:
        return dict(self.cleaned_data)
