"""Forms that call verbs, and the forms of tournaments and teams."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from datetime import date
from typing import Any, TypeVar

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.http import QueryDict

from rulebooks import Edition
from tournament.books import shelf
from tournament.errors import Refused, SentBefore
from tournament.models import Tournament
from tournament.people.actor import Actor

Made = TypeVar("Made", bound=models.Model)

DEFAULT_ZONE = "America/New_York"
ZONES = [
    (
        "United States",
        [
            ("America/New_York", "Eastern"),
            ("America/Chicago", "Central"),
            ("America/Denver", "Mountain"),
            ("America/Phoenix", "Arizona"),
            ("America/Los_Angeles", "Pacific"),
            ("America/Anchorage", "Alaska"),
            ("Pacific/Honolulu", "Hawaii"),
            ("America/Puerto_Rico", "Puerto Rico"),
        ],
    ),
    (
        "Elsewhere",
        [
            ("America/St_Johns", "Newfoundland"),
            ("America/Halifax", "Atlantic Canada"),
            ("America/Regina", "Saskatchewan"),
            ("America/Mexico_City", "Mexico City"),
            ("Europe/London", "London"),
            ("Europe/Berlin", "Central Europe"),
            ("Asia/Shanghai", "China"),
            ("Asia/Tokyo", "Japan"),
            ("Australia/Sydney", "Sydney"),
            ("UTC", "UTC"),
        ],
    ),
]


def new_key() -> str:
    """What makes a request recognizable when it comes twice."""
    return uuid.uuid4().hex


def choose_from(form: forms.Form, name: str, rows: models.QuerySet[Any]) -> None:
    """Offer these rows in a field that chooses a row."""
    field = form.fields[name]
    assert isinstance(field, forms.ModelChoiceField)
    field.queryset = rows


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


class FactsForm(VerbForm):
    name = forms.CharField(label="Name", max_length=120, widget=forms.TextInput({"placeholder": "Fall Meet 2026"}))
    starts_on = DayField(label="First day")
    ends_on = DayField(label="Last day")
    venue = forms.CharField(
        label="Place", max_length=200, required=False, help_text="School or hall, as people know it."
    )
    time_zone = forms.ChoiceField(label="Time zone", choices=ZONES, initial=DEFAULT_ZONE)


class CreateTournamentForm(FactsForm):
    editions = forms.MultipleChoiceField(
        label="Rule books",
        help_text="One event for each. Their divisions come with them.",
        widget=forms.CheckboxSelectMultiple,
        choices=lambda: [(edition.id, edition.title) for edition in shelf().editions.values()],
        error_messages={"required": "Choose at least one rule book."},
    )

    def __init__(self, *args: Any, today: date | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["starts_on"].initial = self.fields["ends_on"].initial = today


class EditTournamentForm(FactsForm):
    is_public = forms.BooleanField(
        label="Public page",
        required=False,
        help_text="Anybody with the address sees name, dates, place and divisions. No names of players.",
    )
    version = forms.IntegerField(widget=forms.HiddenInput)

    @classmethod
    def of(cls, tournament: Tournament) -> EditTournamentForm:
        names = ("name", "starts_on", "ends_on", "venue", "time_zone", "is_public", "version")
        return cls(initial={name: getattr(tournament, name) for name in names})


class PlayForm(VerbForm):
    """What an edition leaves to the director: its format, and the procedure after a challenged No Goal."""

    format = forms.ChoiceField(label="Format")
    no_goal = forms.ChoiceField(label="When No Goal is challenged", required=False)

    def __init__(self, edition: Edition, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        procedures = edition.shakes.procedures_for("no_goal")
        _offer(self, "format", [(each.id, each.name) for each in edition.formats])
        _offer(self, "no_goal", list(procedures.items()))
        if not procedures:
            del self.fields["no_goal"]
        self.leaves_a_choice = len(edition.formats) > 1 or len(procedures) > 1


def _offer(form: forms.Form, name: str, choices: list[tuple[str, str]]) -> None:
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)
    field.choices = choices


class TeamForm(VerbForm):
    school = forms.CharField(
        label="School", max_length=250, widget=forms.TextInput({"list": "schools", "autocomplete": "off"})
    )
    name = forms.CharField(label="Team", max_length=120, widget=forms.TextInput({"autocomplete": "off"}))

    @classmethod
    def after(cls, school: str) -> TeamForm:
        """The next team: often of the same school, so only its name is to be typed."""
        form = cls(initial={"school": school})
        if school:
            form.fields["name"].widget.attrs["autofocus"] = True
        return form
