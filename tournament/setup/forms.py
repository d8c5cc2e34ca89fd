"""Forms of setting up: the facts of a tournament, the choices of an event with their sources."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import date
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.functional import cached_property

from foundation.forms import DayField, VerbForm, offer
from foundation.tournaments import Tournament
from tournament.books import edition_of, shelf
from tournament.game_settings import TIE_BREAKS, Choices, contradictions
from tournament.models import Event
from tournament.setup.effects import effects
from tournament.setup.presets import BY_ID, PRESETS, Preset
from tournament.setup.words import NAMES, in_words, options

PROTESTS = ("appeals", "protest_minutes", "panel_size")
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


class FactsForm(VerbForm):
    name = forms.CharField(label="Name", max_length=120, widget=forms.TextInput({"placeholder": "Fall Meet 2026"}))
    starts_on = DayField(label="First day")
    ends_on = DayField(label="Last day")
    venue = forms.CharField(
        label="Place", max_length=200, required=False, help_text="School or hall, as people know it."
    )
    time_zone = forms.ChoiceField(label="Time zone", choices=ZONES, initial=DEFAULT_ZONE)


class NewTournamentForm(FactsForm):
    """The facts, and the rule books that the chosen format is played by."""

    editions = forms.MultipleChoiceField(
        label="Rule books",
        help_text="One event for each. Their divisions come with them.",
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": "Choose at least one rule book."},
    )
    is_rehearsal = forms.BooleanField(
        label="This is a rehearsal",
        required=False,
        help_text="For practice: every page and paper says so, and it can be removed afterwards.",
    )

    def __init__(self, preset: Preset, *args: Any, today: date | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        books = [edition for edition in shelf().editions.values() if preset.fits(edition)]
        self.fields["editions"].choices = [(edition.id, edition.title) for edition in books]  # type: ignore[attr-defined]
        self.fields["editions"].initial = list(preset.editions)
        self.fields["starts_on"].initial = self.fields["ends_on"].initial = today


class CopyTournamentForm(FactsForm):
    """Like an earlier tournament, without its people: only name and days are new."""

    @classmethod
    def of(cls, tournament: Tournament, today: date) -> CopyTournamentForm:
        known = {"venue": tournament.venue, "time_zone": tournament.time_zone}
        return cls(initial=known | {"starts_on": today, "ends_on": today})


class EditTournamentForm(FactsForm):
    version = forms.IntegerField(widget=forms.HiddenInput)

    @classmethod
    def of(cls, tournament: Tournament) -> EditTournamentForm:
        names = ("name", "starts_on", "ends_on", "venue", "time_zone", "version")
        return cls(initial={name: getattr(tournament, name) for name in names})


class AddEventForm(VerbForm):
    preset = forms.ChoiceField(label="Format", choices=[(each.id, each.name) for each in PRESETS])
    edition = forms.ChoiceField(label="Rule book")

    def __init__(self, there: Sequence[Event], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        taken = {event.edition for event in there}
        offer(self, "edition", [(each.id, each.title) for each in shelf().editions.values() if each.id not in taken])
        if there:
            self.fields["preset"].initial = there[0].preset


class TieBreaksWidget(forms.MultiWidget):
    def __init__(self) -> None:
        empty = [("", "–")]
        labels = ("First", "Then", "Then third", "Then fourth")
        super().__init__(
            [forms.Select({"aria-label": label}, choices=[*empty, *TIE_BREAKS.items()]) for label in labels]
        )

    def decompress(self, value: Sequence[str] | None) -> list[str]:
        return list(value or [])


class TieBreaksField(forms.MultiValueField):
    """Which tie-breaks, in which order; none is an answer."""

    def __init__(self, **options: Any) -> None:
        parts = [forms.ChoiceField(choices=list(TIE_BREAKS.items()), required=False) for _ in range(4)]
        super().__init__(parts, widget=TieBreaksWidget(), require_all_fields=False, required=False, **options)

    def compress(self, values: Sequence[str]) -> tuple[str, ...]:
        return tuple(filter(None, values))


@dataclass(frozen=True)
class Asked:
    """A choice as the page asks for it: where the preset has it from, whether it was changed, and what that means."""

    field: BoundField
    source: str
    preset: str
    is_changed: bool
    effect: str


class ChoicesForm(VerbForm):
    """Every choice of an event. What contradicts is said at its field, all at once."""

    GROUPS = (
        ("Who plays", ("divisions", "team_size", "short_teams")),
        ("Rounds", ("rounds", "minutes", "format", "no_goal")),
        ("Tables", ("table_size", "seating", "schools_apart")),
        ("Scoresheets", ("entry", "verification")),
        ("Standings", ("tie_breaks", "attendance_bonus")),
        ("Protests", PROTESTS),
    )
    version = forms.IntegerField(widget=forms.HiddenInput)
    divisions = forms.MultipleChoiceField(widget=forms.CheckboxSelectMultiple)
    team_size = forms.IntegerField()
    short_teams = forms.ChoiceField()
    rounds = forms.IntegerField()
    minutes = forms.IntegerField(help_text="Until the warning; the time to finish and to write comes on top.")
    format = forms.ChoiceField()
    no_goal = forms.ChoiceField(required=False)
    table_size = forms.TypedChoiceField(coerce=int)
    seating = forms.ChoiceField()
    schools_apart = forms.BooleanField(required=False)
    entry = forms.ChoiceField()
    verification = forms.ChoiceField()
    tie_breaks = TieBreaksField(help_text="Without any, ties stay ties: the same rank, and the next one is skipped.")
    attendance_bonus = forms.IntegerField()
    appeals = forms.BooleanField(required=False)
    protest_minutes = forms.IntegerField(help_text="After the sheets of the round were called in.")
    panel_size = forms.IntegerField(help_text="Nobody who ruled on it or belongs to a school at the table.")

    def __init__(self, event: Event, *args: Any, **kwargs: Any) -> None:
        self.event, self.edition = event, edition_of(event)
        kwargs.setdefault("initial", asdict(event.choices) | {"version": event.version})
        super().__init__(*args, **kwargs)
        for name, words in NAMES.items():
            self.fields[name].label = words
            known = options(name, self.edition)
            if known and name != "tie_breaks":
                offer(self, name, known.items())
        for name in ("format", "no_goal"):
            if len(options(name, self.edition)) < 2:
                del self.fields[name]
        appeals = self.edition.protests.appeals.value
        for name in PROTESTS if appeals == "no" else ("appeals",) if appeals == "yes" else ():
            del self.fields[name]

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if not self.errors:
            for field, sentence in contradictions(self.choices, self.edition).items():
                self.add_error(field if field in self.fields else None, sentence)
        return data

    @property
    def choices(self) -> Choices:
        known = {name: self.cleaned_data[name] for name in NAMES if name in self.fields}
        return Choices(**(asdict(self.event.choices) | known | {"divisions": tuple(known["divisions"])}))

    def arguments(self) -> dict[str, Any]:
        return {"key": self.cleaned_data["key"], "version": self.cleaned_data["version"], **asdict(self.choices)}

    @cached_property
    def effects(self) -> dict[str, str]:
        """What the change means for a game that is being played, at its field."""
        return effects(self.event, self.choices) if self.is_valid() else {}

    @cached_property
    def groups(self) -> list[tuple[str, list[Asked]]]:
        """The fields by what they are about, each with its source and whether it is still as the preset has it."""
        sources = BY_ID[self.event.preset].for_edition(self.edition)
        groups = []
        for title, names in self.GROUPS:
            asked = []
            for name in filter(self.fields.__contains__, names):
                chosen = sources[name]
                now = self._value(name)
                words = in_words(name, chosen.value, self.edition)
                is_changed = now is not None and now != chosen.value
                asked.append(Asked(self[name], chosen.source, words, is_changed, self.effects.get(name, "")))
            if asked:
                groups.append((title, asked))
        return groups

    def _value(self, name: str) -> Any:
        """What is chosen now; nothing can be said about what cannot be read."""
        value = self.cleaned_data.get(name) if self.is_bound and self.is_valid() is not None else self.initial[name]
        return tuple(value) if isinstance(value, list) else value
