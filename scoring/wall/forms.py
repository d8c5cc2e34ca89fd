"""What the pages of the wall are asked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django import forms

from scoring.ranks.forms import Asked, read
from scoring.ranks.lists import KINDS
from scoring.ranks.scope import Choice
from scoring.wall.queries import Released

ON_THE_WALL = ("players", "teams")
MOST = 1000
TEN = 10


@dataclass(frozen=True)
class Wanted:
    """A list of the public page."""

    released: Released
    kind: str
    page: int

    @property
    def query(self) -> str:
        return f"?division={self.released.division.pk}&list={self.kind}"


def wanted_list(data: Any, released: Sequence[Released]) -> Wanted | None:
    """The first division and its players, if nothing else is asked for; nothing of another moment or round."""
    if not released:
        return None
    by_division = {each.division.pk: each for each in released}
    choices = [Choice(each.division.name, f"division={pk}", (each.division,)) for pk, each in by_division.items()]
    asked = read(data, choices)
    return Wanted(by_division[asked.choice.divisions[0].pk], asked.kind, asked.page)


@dataclass(frozen=True)
class Cycle:
    """What a projector goes through. `top`: how many of each list, all if None."""

    shown: tuple[tuple[Released, str], ...]
    top: int | None
    query: str


def wanted_cycle(data: Any, released: Sequence[Released]) -> Cycle:
    """`?division=3&division=4&list=teams&top=20`; what is not said: all that is released, players and teams."""
    divisions = set(data.getlist("division"))
    kinds = [kind for kind in KINDS if kind in data.getlist("list")] or list(ON_THE_WALL)
    chosen = [each for each in released if not divisions or str(each.division.pk) in divisions]
    said = {"division": sorted(divisions), "list": data.getlist("list"), "top": data.getlist("top")}
    return Cycle(
        tuple((each, kind) for each in chosen for kind in kinds), _count(data.get("top")), urlencode(said, True)
    )


def _count(typed: str | None) -> int | None:
    field = forms.IntegerField(min_value=1, max_value=MOST, required=False)
    try:
        return field.clean(typed)
    except forms.ValidationError:
        return None


class CeremonyForm(forms.Form):
    """How many places are called, and by which names."""

    top = forms.IntegerField(label="Places", min_value=1, max_value=100, required=False)
    names = forms.ChoiceField(
        label="Names", choices=[("public", "as the public sees them"), ("full", "in full")], required=False
    )


@dataclass(frozen=True)
class CeremonyAsked:
    asked: Asked
    top: int
    names: str

    @property
    def query(self) -> str:
        return (
            f"?{self.asked.choice.query}&{urlencode({'list': self.asked.kind, 'top': self.top, 'names': self.names})}"
        )

    @property
    def hidden(self) -> dict[str, str]:
        """What goes with the form."""
        name, _, value = self.asked.choice.query.partition("=")
        return {name: value, "list": self.asked.kind}


def read_ceremony(data: Any, choices: Sequence[Choice]) -> CeremonyAsked:
    """The first division's players, ten places, names as the public sees them."""
    asked = read(data, choices)
    form = CeremonyForm(data)
    form.is_valid()
    found = form.cleaned_data
    return CeremonyAsked(asked, found.get("top") or TEN, found.get("names") or "public")
