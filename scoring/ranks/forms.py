"""What a page of standings is asked for, and the forms of its verbs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import parse_qsl, urlencode

from django import forms
from django.utils import timezone

from foundation.forms import VerbForm, offer
from scoring.models import Cut, Sweepstakes
from scoring.ranks.lists import KINDS
from scoring.ranks.playoffs import Candidates
from scoring.ranks.scope import Choice, Scope
from scoring.ranks.sums import SCHOOLS
from tournament.books import edition_of
from tournament.rounds.models import Playoff

MINUTE = "%Y-%m-%dT%H:%M"


class MomentField(forms.DateTimeField):
    """A minute where the tournament is."""

    def __init__(self, **options: Any) -> None:
        widget = forms.DateTimeInput({"type": "datetime-local"}, format=MINUTE)
        super().__init__(widget=widget, input_formats=[MINUTE, f"{MINUTE}:%S"], **options)


class AskedForm(forms.Form):
    """Everything has a meaning when it is missing; what makes no sense is left out."""

    list = forms.ChoiceField(choices=list(KINDS.items()), required=False)
    section = forms.CharField(max_length=2, required=False)
    through = forms.IntegerField(min_value=1, max_value=40, required=False)
    at = MomentField(required=False)
    since = MomentField(required=False)
    page = forms.IntegerField(min_value=1, max_value=10_000, required=False)


@dataclass(frozen=True)
class Asked:
    """What is looked at. `choice`: the division, event or tournament."""

    choice: Choice
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
    def is_drawn(self) -> bool:
        """Whether there are charts of it: of players and teams of one event."""
        return self.kind not in SCHOOLS and not self.scope.is_sweepstakes

    def is_named_in(self, data: Any) -> bool:
        """Whether nothing else was asked for, so that it is not what comes first instead."""
        mine = dict(parse_qsl(self.choice.query))
        return all(data.get(name, mine.get(name)) == mine.get(name) for name in ("division", "event", "playoff"))

    def query(self, **changed: Any) -> str:
        """The address of the same with something else; what is not said stays."""
        now = {"list": self.kind, "section": self.section, "through": self.through, "at": _minute(self.at)} | changed
        return f"?{self.choice.query}&{urlencode({name: value for name, value in now.items() if value})}"


def read(data: Any, choices: Sequence[Choice]) -> Asked:
    """The first division, if none is asked for."""
    wanted = {f"{name}={data.get(name, '')}" for name in ("division", "event")}
    playoff = f"division={data.get('division', '')}&playoff={data.get('playoff', '')}"
    found_by = {each.query: each for each in choices}
    choice = found_by.get(playoff) or next((each for each in choices if each.query in wanted), choices[0])
    form = AskedForm(data)
    form.is_valid()
    found = form.cleaned_data
    kind = found.get("list") or "players"
    if kind not in kinds_of(choice):
        kind = choice.playoff or "players"
    return Asked(
        choice,
        kind,
        found.get("section") or "",
        found.get("through"),
        found.get("at"),
        found.get("since"),
        found.get("page") or 1,
    )


def kinds_of(choice: Choice) -> dict[str, str]:
    """Schools are compared within one event; in playoffs only those are who play it off."""
    if choice.playoff:
        return {choice.playoff: KINDS[choice.playoff]}
    several = len({each.event_id for each in choice.divisions}) > 1
    return {kind: words for kind, words in KINDS.items() if not several or kind in ("players", "teams")}


def _minute(moment: datetime | None) -> str:
    return timezone.localtime(moment).strftime(MINUTE) if moment else ""


class HereForm(forms.Form):
    """Sent to the page itself: what is looked at goes with it."""

    division = forms.CharField(widget=forms.HiddenInput, required=False)
    playoff = forms.CharField(widget=forms.HiddenInput, required=False)
    event = forms.CharField(widget=forms.HiddenInput, required=False)
    list = forms.CharField(widget=forms.HiddenInput, required=False)
    section = forms.CharField(widget=forms.HiddenInput, required=False)

    @staticmethod
    def here(asked: Asked) -> dict[str, Any]:
        return dict(parse_qsl(asked.choice.query)) | {"list": asked.kind, "section": asked.section}


class MomentForm(HereForm):
    through = forms.TypedChoiceField(label="Through round", coerce=int, required=False)
    at = MomentField(label="As it was at", required=False)

    @classmethod
    def of(cls, asked: Asked) -> MomentForm:
        form = cls(initial={**cls.here(asked), "through": asked.through, "at": asked.at})
        last = max(each.event.rounds for each in asked.choice.divisions)
        offer(form, "through", [("", "all"), *((number, str(number)) for number in range(1, last + 1))])
        return form


class SinceForm(HereForm):
    since = MomentField(label="Since")

    @classmethod
    def of(cls, asked: Asked, since: datetime) -> SinceForm:
        return cls(initial={**cls.here(asked), "since": since})


class CutForm(VerbForm):
    teams = forms.IntegerField(label="Teams", min_value=0, max_value=1000)
    players = forms.IntegerField(label="Players", min_value=0, max_value=1000)

    @classmethod
    def of(cls, cut: Cut | None) -> CutForm:
        return cls(initial={"teams": cut.teams if cut else 0, "players": cut.players if cut else 0})


class CallForm(VerbForm):
    """Who goes on is marked already; of who is tied at the cut the director says who."""

    who = forms.MultipleChoiceField(label="Who plays", widget=forms.CheckboxSelectMultiple)
    size = forms.TypedChoiceField(label="Teams that meet in a match", coerce=int)

    @classmethod
    def of(cls, candidates: Candidates, *data: Any) -> CallForm:
        event = candidates.division.event
        sizes = edition_of(event).tables
        form = cls(*data, initial={"who": [each.key for each in candidates.found if each.goes_on]})
        words = ((each.key, f"{each.name} · {each.points}") for each in candidates.found)
        offer(form, "who", words)
        offer(form, "size", [(number, str(number)) for number in range(sizes.minimum, sizes.maximum + 1)])
        form.fields["size"].initial = event.table_size
        if candidates.playoff == Playoff.PLAYERS:
            form.fields["size"].widget = forms.HiddenInput()
        return form


class SweepstakesForm(VerbForm):
    best = forms.IntegerField(label="Best", min_value=1, max_value=40, required=False)
    least = forms.IntegerField(label="Played at least", min_value=1, max_value=40)

    @classmethod
    def of(cls, rule: Sweepstakes | None) -> SweepstakesForm:
        return cls(initial={"best": rule.best if rule else None, "least": rule.least if rule else 1})
