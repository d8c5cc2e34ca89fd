"""Which standings a request selects, and the forms of the standings pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import parse_qsl, urlencode

from django import forms
from django.utils import timezone

from foundation.forms import VerbForm, set_choices
from scoring.models import Cut, Sweepstakes
from scoring.standings_pages.playoffs import PlayoffCandidates
from scoring.standings_pages.queries import KINDS
from scoring.standings_pages.scope import Scope, ScopeChoice
from scoring.standings_pages.score_totals import SCHOOL_MEASURES
from tournament.books import edition_of
from tournament.rounds.models import Playoff

MINUTE = "%Y-%m-%dT%H:%M"


class MinuteField(forms.DateTimeField):
    """A minute in the tournament's time zone."""

    def __init__(self, **options: Any) -> None:
        widget = forms.DateTimeInput({"type": "datetime-local"}, format=MINUTE)
        super().__init__(widget=widget, input_formats=[MINUTE, f"{MINUTE}:%S"], **options)


class SelectionForm(forms.Form):
    """The query string of a standings page. Missing and invalid values fall back to defaults."""

    list = forms.ChoiceField(choices=list(KINDS.items()), required=False)
    section = forms.CharField(max_length=2, required=False)
    through = forms.IntegerField(min_value=1, max_value=40, required=False)
    at = MinuteField(required=False)
    since = MinuteField(required=False)
    page = forms.IntegerField(min_value=1, max_value=10_000, required=False)


@dataclass(frozen=True)
class StandingsSelection:
    """The list that a request selects. `choice`: the division, event, or tournament."""

    choice: ScopeChoice
    kind: str = "players"
    section: str = ""
    through: int | None = None
    at: datetime | None = None
    since: datetime | None = None
    page: int = 1

    @property
    def scope(self) -> Scope:
        return Scope(self.choice.divisions, self.section, self.through, self.at, playoff=self.choice.playoff)

    @property
    def has_charts(self) -> bool:
        """Whether charts exist: only for players and teams of one event."""
        return self.kind not in SCHOOL_MEASURES and not self.scope.is_sweepstakes

    def is_named_in(self, data: Any) -> bool:
        """Return whether the query string names this choice, so that it isn't a fallback for another one."""
        mine = dict(parse_qsl(self.choice.query))
        return all(data.get(name, mine.get(name)) == mine.get(name) for name in ("division", "event", "playoff"))

    def query(self, **changed: Any) -> str:
        """Return the query string of this selection, with `changed` replaced."""
        now = {"list": self.kind, "section": self.section, "through": self.through, "at": _minute(self.at)} | changed
        return f"?{self.choice.query}&{urlencode({name: value for name, value in now.items() if value})}"


def parse_selection(data: Any, choices: Sequence[ScopeChoice]) -> StandingsSelection:
    """Return what a query string selects; the first division if it selects none."""
    wanted = {f"{name}={data.get(name, '')}" for name in ("division", "event")}
    playoff = f"division={data.get('division', '')}&playoff={data.get('playoff', '')}"
    by_query = {each.query: each for each in choices}
    choice = by_query.get(playoff) or next((each for each in choices if each.query in wanted), choices[0])
    form = SelectionForm(data)
    form.is_valid()
    cleaned = form.cleaned_data
    kind = cleaned.get("list") or "players"
    if kind not in kinds_of(choice):
        kind = choice.playoff or "players"
    return StandingsSelection(
        choice,
        kind,
        cleaned.get("section") or "",
        cleaned.get("through"),
        cleaned.get("at"),
        cleaned.get("since"),
        cleaned.get("page") or 1,
    )


def kinds_of(choice: ScopeChoice) -> dict[str, str]:
    """Return the kinds of list for a scope. Schools compare within one event; a playoff lists only its own kind."""
    if choice.playoff:
        return {choice.playoff: KINDS[choice.playoff]}
    has_several_events = len({each.event_id for each in choice.divisions}) > 1
    return {kind: words for kind, words in KINDS.items() if not has_several_events or kind in ("players", "teams")}


def _minute(moment: datetime | None) -> str:
    return timezone.localtime(moment).strftime(MINUTE) if moment else ""


class HiddenSelectionForm(forms.Form):
    """A form that reloads the page with the current selection in hidden fields."""

    division = forms.CharField(widget=forms.HiddenInput, required=False)
    playoff = forms.CharField(widget=forms.HiddenInput, required=False)
    event = forms.CharField(widget=forms.HiddenInput, required=False)
    list = forms.CharField(widget=forms.HiddenInput, required=False)
    section = forms.CharField(widget=forms.HiddenInput, required=False)

    @staticmethod
    def hidden_values(selection: StandingsSelection) -> dict[str, Any]:
        return dict(parse_qsl(selection.choice.query)) | {"list": selection.kind, "section": selection.section}


class MomentForm(HiddenSelectionForm):
    through = forms.TypedChoiceField(label="Through round", coerce=int, required=False)
    at = MinuteField(label="As of", required=False)

    @classmethod
    def of(cls, selection: StandingsSelection) -> MomentForm:
        form = cls(initial={**cls.hidden_values(selection), "through": selection.through, "at": selection.at})
        last = max(each.event.rounds for each in selection.choice.divisions)
        set_choices(form, "through", [("", "All rounds"), *((number, str(number)) for number in range(1, last + 1))])
        return form


class SinceForm(HiddenSelectionForm):
    since = MinuteField(label="Since")

    @classmethod
    def of(cls, selection: StandingsSelection, since: datetime) -> SinceForm:
        return cls(initial={**cls.hidden_values(selection), "since": since})


class CutoffForm(VerbForm):
    teams = forms.IntegerField(label="Teams", min_value=0, max_value=1000)
    players = forms.IntegerField(label="Players", min_value=0, max_value=1000)

    @classmethod
    def of(cls, cut: Cut | None) -> CutoffForm:
        return cls(initial={"teams": cut.teams if cut else 0, "players": cut.players if cut else 0})


class PlayoffForm(VerbForm):
    """Everyone who advances is checked; among those tied at the cutoff, the director chooses."""

    who = forms.MultipleChoiceField(label="In this round", widget=forms.CheckboxSelectMultiple)
    size = forms.TypedChoiceField(label="Teams per match", coerce=int)

    @classmethod
    def of(cls, offered: PlayoffCandidates, *data: Any) -> PlayoffForm:
        event = offered.division.event
        sizes = edition_of(event).tables
        form = cls(*data, initial={"who": [each.key for each in offered.candidates if each.advances]})
        set_choices(form, "who", ((each.key, f"{each.name} · {each.points}") for each in offered.candidates))
        set_choices(form, "size", [(number, str(number)) for number in range(sizes.minimum, sizes.maximum + 1)])
        form.fields["size"].initial = event.table_size
        if offered.playoff == Playoff.PLAYERS:
            form.fields["size"].widget = forms.HiddenInput()
        return form


class SweepstakesForm(VerbForm):
    best = forms.IntegerField(label="Events that count", min_value=1, max_value=40, required=False)
    least = forms.IntegerField(label="Minimum events played", min_value=1, max_value=40)

    @classmethod
    def of(cls, rule: Sweepstakes | None) -> SweepstakesForm:
        return cls(initial={"best": rule.best if rule else None, "least": rule.least if rule else 1})
