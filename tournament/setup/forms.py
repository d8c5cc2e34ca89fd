"""Forms of setting up: the facts of a tournament, and the settings of an event with their sources."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import date
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.functional import cached_property

from foundation.forms import DayField, VerbForm, set_choices
from foundation.tournaments import Tournament
from tournament.books import edition_of, shelf
from tournament.game_settings import (
    SETTING_LABELS,
    TIE_BREAKS,
    GameSettings,
    find_contradictions,
    options_for,
    value_in_words,
)
from tournament.models import Event
from tournament.setup.actions import TournamentFacts
from tournament.setup.events import effects_of_change
from tournament.setup.presets import PRESETS, PRESETS_BY_ID, Preset

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
        "Other",
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
    """The facts of a tournament, passed to the verb as `facts`."""

    name = forms.CharField(
        label="Name", max_length=120, widget=forms.TextInput({"placeholder": "Fall Tournament 2026"})
    )
    starts_on = DayField(label="First day")
    ends_on = DayField(label="Last day")
    venue = forms.CharField(label="Venue", max_length=200, required=False, help_text="School or building name.")
    time_zone = forms.ChoiceField(label="Time zone", choices=ZONES, initial=DEFAULT_ZONE)

    def arguments(self) -> dict[str, Any]:
        others = {name: value for name, value in self.cleaned_data.items() if name not in FactsForm.base_fields}
        return others | {
            "key": self.cleaned_data["key"],
            "facts": TournamentFacts.from_values(self.cleaned_data),
        }


class NewTournamentForm(FactsForm):
    """The facts, and the rule books that fit the chosen preset."""

    editions = forms.MultipleChoiceField(
        label="Rule books",
        help_text="Each rule book adds one game with its divisions.",
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": "Choose at least one rule book."},
    )
    is_rehearsal = forms.BooleanField(
        label="This is a rehearsal",
        required=False,
        help_text="For practice. Every page and printout says so, and you can delete it afterward.",
    )

    def __init__(self, preset: Preset, *args: Any, today: date | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        books = [edition for edition in shelf().editions.values() if preset.fits(edition)]
        self.fields["editions"].choices = [(edition.id, edition.title) for edition in books]  # type: ignore[attr-defined]
        self.fields["editions"].initial = list(preset.editions)
        self.fields["starts_on"].initial = self.fields["ends_on"].initial = today


class CopyTournamentForm(FactsForm):
    """A tournament like an earlier one: only its name and days are new."""

    @classmethod
    def of(cls, tournament: Tournament, today: date) -> CopyTournamentForm:
        same = {"venue": tournament.venue, "time_zone": tournament.time_zone}
        return cls(initial=same | {"starts_on": today, "ends_on": today})


class EditTournamentForm(FactsForm):
    version = forms.IntegerField(widget=forms.HiddenInput)

    @classmethod
    def of(cls, tournament: Tournament) -> EditTournamentForm:
        names = ("name", "starts_on", "ends_on", "venue", "time_zone", "version")
        return cls(initial={name: getattr(tournament, name) for name in names})


class AddEventForm(VerbForm):
    preset = forms.ChoiceField(label="Format", choices=[(each.id, each.name) for each in PRESETS])
    edition = forms.ChoiceField(label="Rule book")

    def __init__(self, existing: Sequence[Event], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        taken = {event.edition for event in existing}
        set_choices(
            self, "edition", [(each.id, each.title) for each in shelf().editions.values() if each.id not in taken]
        )
        if existing:
            self.fields["preset"].initial = existing[0].preset


class TieBreaksWidget(forms.MultiWidget):
    def __init__(self) -> None:
        empty = [("", "–")]
        labels = ("First tie-break", "Second tie-break", "Third tie-break", "Fourth tie-break")
        super().__init__(
            [forms.Select({"aria-label": label}, choices=[*empty, *TIE_BREAKS.items()]) for label in labels]
        )

    def decompress(self, value: Sequence[str] | None) -> list[str]:
        return list(value or [])


class TieBreaksField(forms.MultiValueField):
    """Which tie-breaks, in which order. None is a valid choice."""

    def __init__(self, **options: Any) -> None:
        parts = [forms.ChoiceField(choices=list(TIE_BREAKS.items()), required=False) for _ in range(4)]
        super().__init__(parts, widget=TieBreaksWidget(), require_all_fields=False, required=False, **options)

    def compress(self, values: Sequence[str]) -> tuple[str, ...]:
        return tuple(filter(None, values))


@dataclass(frozen=True)
class SettingField:
    """A field of the settings page: the preset's value and its source, and what a change of it means."""

    field: BoundField
    source: str
    preset: str
    is_changed: bool
    effect: str


class GameSettingsForm(VerbForm):
    """Every setting of an event. Shows all contradictions at once, each at its field."""

    GROUPS = (
        ("Divisions and teams", ("divisions", "team_size", "short_teams")),
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
    minutes = forms.IntegerField(help_text="Until the time warning. Time to finish and write is added.")
    format = forms.ChoiceField()
    no_goal = forms.ChoiceField(required=False)
    table_size = forms.TypedChoiceField(coerce=int)
    seating = forms.ChoiceField()
    schools_apart = forms.BooleanField(required=False)
    entry = forms.ChoiceField()
    verification = forms.ChoiceField()
    tie_breaks = TieBreaksField(help_text="With no tie-breaks, tied players share a rank and the next rank is skipped.")
    attendance_bonus = forms.IntegerField()
    appeals = forms.BooleanField(required=False)
    protest_minutes = forms.IntegerField(help_text="Minutes after scoresheets are called in.")
    panel_size = forms.IntegerField(
        help_text="Panel members can’t have ruled on the protest or be from a school at the table."
    )

    def __init__(self, event: Event, *args: Any, **kwargs: Any) -> None:
        self.event, self.edition = event, edition_of(event)
        kwargs.setdefault("initial", asdict(event.settings) | {"version": event.version})
        super().__init__(*args, **kwargs)
        for name, label in SETTING_LABELS.items():
            self.fields[name].label = label
            options = options_for(name, self.edition)
            if options and name != "tie_breaks":
                set_choices(self, name, options.items())
        for name in ("format", "no_goal"):
            if len(options_for(name, self.edition)) < 2:
                del self.fields[name]
        appeals = self.edition.protests.appeals.value
        for name in PROTESTS if appeals == "no" else ("appeals",) if appeals == "yes" else ():
            del self.fields[name]

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if not self.errors:
            for field, sentence in find_contradictions(self.settings, self.edition).items():
                self.add_error(field if field in self.fields else None, sentence)
        return data

    @property
    def settings(self) -> GameSettings:
        """The settings that were chosen. Those without a field stay as they are."""
        chosen = {name: self.cleaned_data[name] for name in SETTING_LABELS if name in self.fields}
        return GameSettings(**(asdict(self.event.settings) | chosen | {"divisions": tuple(chosen["divisions"])}))

    def arguments(self) -> dict[str, Any]:
        return {"key": self.cleaned_data["key"], "version": self.cleaned_data["version"], **asdict(self.settings)}

    @cached_property
    def effects(self) -> dict[str, str]:
        """What the change means once a round is published, by field."""
        return effects_of_change(self.event, self.settings) if self.is_valid() else {}

    @cached_property
    def groups(self) -> list[tuple[str, list[SettingField]]]:
        """The fields by subject, each with its source and whether it differs from the preset."""
        sources = PRESETS_BY_ID[self.event.preset].for_edition(self.edition)
        groups = []
        for title, names in self.GROUPS:
            group = []
            for name in filter(self.fields.__contains__, names):
                preset = sources[name]
                current = self._current_value(name)
                words = value_in_words(name, preset.value, self.edition)
                is_changed = current is not None and current != preset.value
                group.append(SettingField(self[name], preset.source, words, is_changed, self.effects.get(name, "")))
            if group:
                groups.append((title, group))
        return groups

    def _current_value(self, name: str) -> Any:
        """Return what is chosen now. None if it is invalid."""
        value = self.cleaned_data.get(name) if self.is_bound and self.is_valid() is not None else self.initial[name]
        return tuple(value) if isinstance(value, list) else value
