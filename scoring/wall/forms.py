"""What the pages of the wall are asked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl, urlencode

from django import forms

from scoring.ranks.forms import Asked, kinds_of, read
from scoring.ranks.lists import KINDS
from scoring.ranks.scope import Choice, sections_of
from scoring.wall.queries import Released

ON_THE_WALL = ("players", "teams")
MOST = 1000
TEN = 10


@dataclass(frozen=True)
class Wanted:
    """A list of the public page. `sections`: those that can be chosen."""

    released: Released
    kind: str
    page: int
    section: str
    sections: Sequence[str]

    @property
    def query(self) -> str:
        more = {"list": self.kind} | ({"section": self.section} if self.section else {})
        return f"?{self.released.choice.query}&{urlencode(more)}"


def wanted_list(data: Any, released: Sequence[Released]) -> Wanted | None:
    """The first division and its players, if nothing else is asked for; nothing of another moment or round."""
    if not released:
        return None
    asked = read(data, [each.choice for each in released])
    found = next(each for each in released if each.choice == asked.choice)
    sections = sections_of(found.division)
    return Wanted(found, asked.kind, asked.page, asked.section if asked.section in sections else "", sections)


@dataclass(frozen=True)
class Cycle:
    """What a projector goes through. `top`: how many of each list, all if None."""

    shown: tuple[tuple[Released, str], ...]
    top: int | None
    query: str


def wanted_cycle(data: Any, released: Sequence[Released]) -> Cycle:
    """`?division=3&division=4&event=all&list=teams&top=20`; what is not said: each division, players and teams."""
    wanted = {f"{name}={value}" for name in ("division", "event") for value in data.getlist(name)}
    kinds = [kind for kind in KINDS if kind in data.getlist("list")] or list(ON_THE_WALL)
    chosen = [each for each in released if (each.choice.query in wanted if wanted else each.division)]
    said = {name: data.getlist(name) for name in ("division", "event", "list", "top")}
    shown = ((each, kind) for each in chosen for kind in kinds if kind in kinds_of(each.choice))
    return Cycle(tuple(shown), _count(data.get("top")), urlencode(said, True))


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
        return dict(parse_qsl(self.asked.choice.query)) | {"list": self.asked.kind}


def read_ceremony(data: Any, choices: Sequence[Choice]) -> CeremonyAsked:
    """The first division's players, ten places, names as the public sees them."""
    asked = read(data, choices)
    form = CeremonyForm(data)
    form.is_valid()
    found = form.cleaned_data
    return CeremonyAsked(asked, found.get("top") or TEN, found.get("names") or "public")
