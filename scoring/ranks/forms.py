"""What a page of standings is asked for, and the forms of its verbs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.utils import timezone

from scoring.models import Cut, Sweepstakes
from scoring.ranks.lists import KINDS
from scoring.ranks.scope import Choice, Scope
from scoring.ranks.sums import SCHOOLS
from tournament.forms import VerbForm, offer

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
        return Scope(self.choice.divisions, self.section, self.through, self.at)

    @property
    def is_drawn(self) -> bool:
        """Whether there are charts of it: of players and teams of one event."""
        return self.kind not in SCHOOLS and not self.scope.is_sweepstakes

    def query(self, **changed: Any) -> str:
        """The address of the same with something else; what is not said stays."""
        now = {"list": self.kind, "section": self.section, "through": self.through, "at": _minute(self.at)} | changed
        return f"?{self.choice.query}&{urlencode({name: value for name, value in now.items() if value})}"


def read(data: Any, choices: Sequence[Choice]) -> Asked:
    """The first division, if none is asked for."""
    wanted = {f"{name}={data.get(name, '')}" for name in ("division", "event")}
    choice = next((each for each in choices if each.query in wanted), choices[0])
    form = AskedForm(data)
    form.is_valid()
    found = form.cleaned_data
    kind = found.get("list") or "players"
    if kind not in kinds_of(choice):
        kind = "players"
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
    """Schools are compared within one event."""
    several = len({each.event_id for each in choice.divisions}) > 1
    return {kind: words for kind, words in KINDS.items() if not several or kind in ("players", "teams")}


def _minute(moment: datetime | None) -> str:
    return timezone.localtime(moment).strftime(MINUTE) if moment else ""


class HereForm(forms.Form):
    """Sent to the page itself: what is looked at goes with it."""

    division = forms.CharField(widget=forms.HiddenInput, required=False)
    event = forms.CharField(widget=forms.HiddenInput, required=False)
    list = forms.CharField(widget=forms.HiddenInput, required=False)
    section = forms.CharField(widget=forms.HiddenInput, required=False)

    @staticmethod
    def here(asked: Asked) -> dict[str, Any]:
        name, _, value = asked.choice.query.partition("=")
        return {name: value, "list": asked.kind, "section": asked.section}


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


class SweepstakesForm(VerbForm):
    best = forms.IntegerField(label="Best", min_value=1, max_value=40, required=False)
    least = forms.IntegerField(label="Played at least", min_value=1, max_value=40)

    @classmethod
    def of(cls, rule: Sweepstakes | None) -> SweepstakesForm:
        return cls(initial={"best": rule.best if rule else None, "least": rule.least if rule else 1})
