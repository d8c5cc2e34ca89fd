"""What a request to the public standings, the projector display, or the ceremony selects."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl, urlencode

from django import forms
from django.conf import settings

from scoring.public_results.queries import ReleasedResults
from scoring.standings_pages.forms import StandingsSelection, kinds_of, parse_selection
from scoring.standings_pages.queries import KINDS
from scoring.standings_pages.scope import ScopeChoice, sections_in

PROJECTOR_KINDS = ("players", "teams")
MOST_ROWS = 1000
DEFAULT_CEREMONY_PLACES = 10


@dataclass(frozen=True)
class PublicSelection:
    """The list that a public page shows. `sections`: the sections that can be chosen."""

    released: ReleasedResults
    kind: str
    page: int
    section: str
    sections: Sequence[str]

    @property
    def query(self) -> str:
        more = {"list": self.kind} | ({"section": self.section} if self.section else {})
        return f"?{self.released.choice.query}&{urlencode(more)}"


def parse_public_selection(data: Any, released: Sequence[ReleasedResults]) -> PublicSelection | None:
    """Return what a query string selects, by default the players of the first division; None if nothing is released.

    An earlier round or moment can't be selected: the release decides that.
    """
    if not released:
        return None
    selection = parse_selection(data, [each.choice for each in released])
    selected = next(each for each in released if each.choice == selection.choice)
    sections = sections_in(selected.division)
    section = selection.section if selection.section in sections else ""
    return PublicSelection(selected, selection.kind, selection.page, section, sections)


@dataclass(frozen=True)
class ProjectorCycle:
    """The lists that a projector display cycles through. `top`: how many ranks of each; None for all."""

    lists: tuple[tuple[ReleasedResults, str], ...]
    top: int | None
    query: str


def parse_projector_cycle(data: Any, released: Sequence[ReleasedResults]) -> ProjectorCycle:
    """Return what `?division=3&division=4&event=all&list=teams&top=20` selects.

    By default: the players and teams of every division.
    """
    wanted = {f"{name}={value}" for name in ("division", "event") for value in data.getlist(name)}
    kinds = [kind for kind in KINDS if kind in data.getlist("list")] or list(PROJECTOR_KINDS)
    chosen = [each for each in released if (each.choice.query in wanted if wanted else each.division)]
    parameters = {name: data.getlist(name) for name in ("division", "event", "list", "top")}
    lists = ((each, kind) for each in chosen for kind in kinds if kind in kinds_of(each.choice))
    return ProjectorCycle(tuple(lists), _parse_count(data.get("top")), urlencode(parameters, True))


def _parse_count(text: str | None) -> int | None:
    field = forms.IntegerField(min_value=1, max_value=MOST_ROWS, required=False)
    try:
        return field.clean(text)
    except forms.ValidationError:
        return None


class CeremonyForm(forms.Form):
    """How many places are called, how names are written, and the language of the screen."""

    top = forms.IntegerField(label="Places to announce", min_value=1, max_value=100, required=False)
    names = forms.ChoiceField(
        label="Names", choices=[("public", "As the public sees them"), ("full", "Full names")], required=False
    )
    language = forms.ChoiceField(label="Language of the ceremony", choices=settings.LANGUAGES, required=False)


@dataclass(frozen=True)
class CeremonySelection:
    """The list that a ceremony calls, how many places, how names are written, and the language of the screen."""

    standings: StandingsSelection
    top: int
    names: str
    language: str

    @property
    def query(self) -> str:
        more = {"list": self.standings.kind, "top": self.top, "names": self.names, "language": self.language}
        return f"?{self.standings.choice.query}&{urlencode(more)}"

    @property
    def hidden(self) -> dict[str, str]:
        """The hidden fields of the form."""
        return dict(parse_qsl(self.standings.choice.query)) | {"list": self.standings.kind}


def parse_ceremony_selection(data: Any, choices: Sequence[ScopeChoice]) -> CeremonySelection:
    """Return what a query string selects; by default 10 places of the first division's players, with public names."""
    form = CeremonyForm(data)
    form.is_valid()
    cleaned = form.cleaned_data
    return CeremonySelection(
        parse_selection(data, choices),
        cleaned.get("top") or DEFAULT_CEREMONY_PLACES,
        cleaned.get("names") or "public",
        cleaned.get("language") or settings.LANGUAGE_CODE,
    )
