"""What can be put on paper: each document is registered once, with what it is about and who makes its pages.

@document("tents", "Table tents", about=About.ROUND, group="At the tables")
def tents(asked: Asked, report: Report) -> Iterator[bytes]: ...      # PDF documents, joined in this order
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeVar

from foundation.errors import Refused
from foundation.tournaments import Tournament
from pairings.models import Draw
from tournament.models import Division
from tournament.rounds.models import Round

PAPERS = {"letter": "US Letter", "a4": "A4"}
WHICH_PAPER = "Choose US Letter or A4."
Report = Callable[[int, int], None]
T = TypeVar("T")


class About(StrEnum):
    """What has to be chosen before it is printed."""

    TOURNAMENT = "tournament"
    DIVISION = "division"
    ROUND = "round"


@dataclass(frozen=True)
class Asked:
    """`base`: the address under which phones reach this installation. `most`: only so many copies, for a look at it.

    `piece`: only the copies from here to there, where several workers share the work. `unset`: nothing is laid out; the
    makers hand over what would be printed, for sameness.py to compare.
    """

    tournament: Tournament
    paper: str
    base: str
    division: Division | None = None
    round: Round | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    most: int | None = None
    piece: tuple[int, int] | None = None
    unset: bool = False

    @property
    def the_division(self) -> Division:
        if self.division is None:
            raise Refused("Choose a division.", field="division")
        return self.division

    @property
    def the_round(self) -> Round:
        if self.round is None:
            raise Refused("Choose a round.", field="round")
        return self.round

    @property
    def the_draw(self) -> Draw:
        """The tables as they stand."""
        draw = Draw.objects.filter(round=self.the_round, state=Draw.State.PUBLISHED).first()
        if draw is None:
            raise Refused(f"{self.the_round} has no tables yet. Draw and publish it first.")
        return draw

    def cut(self, copies: Sequence[T]) -> Sequence[T]:
        """Those that are wanted now."""
        return copies[slice(*self.piece)] if self.piece else copies[: self.most]

    def option(self, option: Option) -> str:
        """What was chosen, or the first choice."""
        return self.options.get(option.name) or next(iter(option.choices))


@dataclass(frozen=True)
class Option:
    """A choice of one document besides paper, division and round: values with their words.

    `more`: further choices that a tournament has, such as the versions of its tables.
    """

    name: str
    label: str
    choices: Mapping[str, str]
    more: Callable[[Tournament], Mapping[str, str]] | None = None

    def choices_in(self, tournament: Tournament) -> dict[str, str]:
        return {**self.choices, **(self.more(tournament) if self.more else {})}


Make = Callable[[Asked, Report], Iterable[bytes]]
Count = Callable[[Asked], int]


@dataclass(frozen=True)
class Document:
    """`words`: one line that says what it is. `group`: under which heading the print page has it.

    `count`: how many copies there are, if they can be made in pieces.
    """

    name: str
    title: str
    about: About
    group: str
    words: str
    make: Make
    options: tuple[Option, ...] = ()
    count: Count | None = None


DOCUMENTS: dict[str, Document] = {}
GROUPS = ("At the tables", "Where to go", "Results", "Judges")


def by_group() -> list[tuple[str, list[Document]]]:
    """As they are needed on the day; a group that is not among these comes after them."""
    groups: dict[str, list[Document]] = {name: [] for name in GROUPS}
    for each in DOCUMENTS.values():
        groups.setdefault(each.group, []).append(each)
    return [(name, some) for name, some in groups.items() if some]


def document(
    name: str,
    title: str,
    *,
    about: About,
    group: str,
    words: str,
    options: tuple[Option, ...] = (),
    count: Count | None = None,
) -> Callable[[Make], Make]:
    def register(make: Make) -> Make:
        DOCUMENTS[name] = Document(name, title, about, group, words, make, options, count)
        return make

    return register
