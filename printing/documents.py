"""What a printable document is: its options, the scope it is composed for, and its content before rendering.

Each document is defined beside the function that composes it, and listed in catalog.py:

    TENTS = PrintableDocument("tents", "Table tents", about=DocumentSubject.ROUND, ..., compose=compose_tents)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeVar

from foundation.errors import Refused
from foundation.tournaments import Tournament
from pairings.models import Draw
from printing.pdf import FormCopy
from tournament.models import Division
from tournament.rounds.models import Round

PAPERS = {"letter": "US Letter", "a4": "A4"}
UNKNOWN_PAPER = "Choose US Letter or A4."
T = TypeVar("T")


class DocumentSubject(StrEnum):
    """What has to be chosen before a document is printed."""

    TOURNAMENT = "tournament"
    DIVISION = "division"
    ROUND = "round"


@dataclass(frozen=True)
class DocumentOption:
    """An option of a document besides paper, division and round. `choices`: labels by value; the first is the default.

    `more_choices`: returns further choices that a tournament has, such as the versions of its tables.
    """

    name: str
    label: str
    choices: Mapping[str, str]
    more_choices: Callable[[Tournament], Mapping[str, str]] | None = None

    @property
    def default(self) -> str:
        return next(iter(self.choices))

    def choices_in(self, tournament: Tournament) -> dict[str, str]:
        return {**self.choices, **(self.more_choices(tournament) if self.more_choices else {})}


@dataclass(frozen=True)
class PrintScope:
    """What a document is composed for.

    `base_url`: the address under which phones reach this installation, for QR codes. `limit`: compose at most
    this number of copies, for a preview. `piece`: compose only the copies from the first number up to the second, if
    several workers share the work.
    """

    tournament: Tournament
    paper: str
    base_url: str
    division: Division | None = None
    round: Round | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    limit: int | None = None
    piece: tuple[int, int] | None = None

    @property
    def chosen_division(self) -> Division:
        if self.division is None:
            raise Refused("Choose a division.", field="division")
        return self.division

    @property
    def chosen_round(self) -> Round:
        if self.round is None:
            raise Refused("Choose a round.", field="round")
        return self.round

    @property
    def published_draw(self) -> Draw:
        """The current table assignments of the round."""
        draw = Draw.objects.filter(round=self.chosen_round, state=Draw.State.PUBLISHED).first()
        if draw is None:
            raise Refused(f"{self.chosen_round} has no tables yet. Assign and publish them first.")
        return draw

    def select_copies(self, copies: Sequence[T]) -> Sequence[T]:
        """Return the copies of the piece or the preview, or all of them."""
        return copies[slice(*self.piece)] if self.piece else copies[: self.limit]

    def chosen(self, option: DocumentOption) -> str:
        """Return the chosen value of an option, or its default."""
        return self.options.get(option.name) or option.default


@dataclass(frozen=True)
class WholePages:
    """Content that is laid out as a whole. `copies`: how many copies of the document it holds, for the progress bar."""

    html: str
    css: tuple[str, ...]
    copies: int = 1


@dataclass(frozen=True)
class StampedForm:
    """Content that is laid out once and stamped for each copy."""

    html: str
    css: tuple[str, ...]
    form_copies: Sequence[FormCopy]

    @property
    def copies(self) -> int:
        return len(self.form_copies)


Content = WholePages | StampedForm


@dataclass(frozen=True)
class PrintableDocument:
    """A document of the print page. `group`: its heading there. `words`: one sentence that says what it is.

    `compose`: returns the content, without rendering it. `count_copies`: returns how many copies there are, for a
    document that several workers can make in pieces.
    """

    name: str
    title: str
    about: DocumentSubject
    group: str
    words: str
    compose: Callable[[PrintScope], Iterable[Content]]
    options: tuple[DocumentOption, ...] = ()
    count_copies: Callable[[PrintScope], int] | None = None
