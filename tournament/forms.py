"""Forms that call verbs, and the forms of tournaments and teams."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from datetime import date
from typing import Any, TypeVar

from django import forms
from django.db import models

from rulebooks import editions
from tournament.errors import Refused
from tournament.models import Tournament
from tournament.people.actor import Actor

Made = TypeVar("Made", bound=models.Model)

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


def choose_from(form: forms.Form, name: str, rows: models.QuerySet[Any]) -> None:
    """Offer these rows in a field that chooses a row."""
    field = form.fields[name]
    assert isinstance(field, forms.ModelChoiceField)
    field.queryset = rows


class VerbForm(forms.Form):
    """A form whose fields are the arguments of a verb. It carries a key, so that sending twice does once."""

    key = forms.CharField(widget=forms.HiddenInput, required=False, max_length=64)
    status = 200

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["key"].initial = lambda: uuid.uuid4().hex

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
            self.add_error(refusal.field if refusal.field in self.fields else None, refusal.sentence)
            return None

    def arguments(self) -> dict[str, Any]:
        return dict(self.cleaned_data)


class FactsForm(VerbForm):
    name = forms.CharField(label="Name", max_length=120, widget=forms.TextInput({"placeholder": "Fall Meet 2026"}))
    starts_on = forms.DateField(label="First day", widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d"))
    ends_on = forms.DateField(label="Last day", widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d"))
    venue = forms.CharField(
        label="Place", max_length=200, required=False, help_text="School or hall, as people know it."
    )
    time_zone = forms.ChoiceField(label="Time zone", choices=ZONES, initial="America/New_York")


class CreateTournamentForm(FactsForm):
    editions = forms.MultipleChoiceField(
        label="Rule books",
        help_text="One event for each. Their divisions come with them.",
        widget=forms.CheckboxSelectMultiple,
        choices=lambda: [(edition.id, edition.title) for edition in editions().values()],
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

    def start_again_from(self, version: int) -> None:
        """After a conflict: what was typed stays, and the next try is made from the version that is current now."""
        self.data = {name: self.data[name] for name in self.data} | {"version": version, "key": uuid.uuid4().hex}


class TeamForm(VerbForm):
    school = forms.CharField(label="School", max_length=120)
    name = forms.CharField(label="Team", max_length=120)
