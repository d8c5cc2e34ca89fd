"""What the page of one protest shows: everything to whoever may read it, table and state to the others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from foundation.forms import number_in
from foundation.people.models import User
from judging.casebook.casebook import Case, casebook
from judging.models import Call, Ruling
from judging.protests.deciding import could_matter
from judging.protests.models import Decision, Document, Protest, State, Step
from judging.protests.papers import marks_of
from judging.protests.queries import (
    Count,
    calls_about,
    candidates_for,
    count_votes,
    fitness_of,
    rulings_of,
    still_to_play,
)
from rulebooks import Ruled, policy_of
from scoring.entry.queries import SeatedPlayer, compute_entry, seated_players
from scoring.models import Photo
from scoring.paper import ComputedSheet
from scoring.paper.paper import COLUMNS
from tournament.books import edition_of


@dataclass(frozen=True)
class ProtestPage:
    protest: Protest
    sitters: list[SeatedPlayer]
    calls: list[Call]
    rulings: list[Ruling]
    cases: list[Case]
    documents: list[Document]
    photos: list[Photo]
    steps: list[Step]
    count: Count
    decisions: list[Decision]
    standard: Ruled[str] | None
    could_matter: bool | None
    to_play: int
    candidates: list[tuple[User, str]]

    @property
    def player(self) -> SeatedPlayer:
        return self.sitters[self.protest.seat - 1]

    @property
    def can_vote(self) -> bool:
        return self.protest.state in (State.HEARD, State.DECIDED) and self.count.is_complete

    @property
    def fit(self) -> list[User]:
        return [user for user, why_not in self.candidates if not why_not]

    @property
    def unfit(self) -> list[str]:
        return [why_not for _, why_not in self.candidates if why_not]


def page_of(protest: Protest) -> ProtestPage:
    event = protest.sheet.round.division.event
    rulings = rulings_of(protest)
    return ProtestPage(
        protest,
        seated_players(protest.sheet, with_teams=True),
        calls_about(protest),
        rulings,
        cases_cited([protest.rule, *(ruling.rule for ruling in rulings)]),
        list(protest.documents.defer("content").select_related("added_by")),
        list(Photo.objects.filter(sheet=protest.sheet_id).defer("content")),
        list(protest.steps.select_related("made_by", "entry")),
        count_votes(protest),
        list(protest.decisions.select_related("made_by", "entry")),
        policy_of(edition_of(event), switched_on=event.appeals).standard,
        could_matter(protest) if protest.is_open else None,
        still_to_play(protest),
        candidates_for(protest, fitness_of(protest)),
    )


def cases_cited(rules: list[str]) -> list[Case]:
    """Cases of the manual that a ruling or the form names: `JM A5; EQ IV-B`, or `A5` alone."""
    found: dict[str, Case] = {}
    for part in (part.strip() for rule in rules for part in rule.replace(",", ";").split(";")):
        case = casebook().get(part) or casebook().get(f"JM {part}") if part else None
        if case is not None:
            found[case.id] = case
    return list(found.values())


# -- the table in which a panel types ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Cell:
    name: str
    value: str
    label: str


@dataclass(frozen=True)
class Row:
    name: str
    team: str
    cells: tuple[Cell, ...]
    total: Cell
    points: Cell


@dataclass(frozen=True)
class Grid:
    """`shakes`: number and what became of it, in a word; none on a sheet of totals."""

    base: int
    shakes: tuple[tuple[int, str], ...]
    rows: tuple[Row, ...]
    aside: frozenset[int]


def grid_of(protest: Protest, sitters: list[SeatedPlayer], typed: Any = None) -> Grid | None:
    """The sheet as it stands, with what was typed over it. None as long as nobody has entered it."""
    entry = protest.sheet.current
    if entry is None:
        return None
    reading: ComputedSheet = compute_entry(protest.sheet, sitters, entry)
    marks = marks_of(reading)
    shake = reading.context.edition.names.shake

    def cell(name: str, value: Any, label: str) -> Cell:
        return Cell(name, typed.get(name, "") if typed and name in typed else value, label)

    rows = [
        Row(
            sitter.name,
            sitter.team,
            tuple(
                cell(f"cell-{number}-{seat}", str(column[seat - 1]), f"{sitter.name}, {shake} {number}")
                for number, column in enumerate(marks, 1)
            ),
            cell(f"total-{seat}", _plain(row.total), f"Total of {sitter.name}"),
            cell(f"points-{seat}", _plain(row.points), f"Points of {sitter.name}"),
        )
        for seat, (sitter, row) in enumerate(zip(sitters, reading.paper.rows, strict=True), 1)
    ]
    shakes = tuple((number, COLUMNS[each.status]) for number, each in enumerate(reading.paper.columns, 1))
    aside = {number for each in typed.getlist("aside") if (number := number_in(each))} if typed else set()
    return Grid(entry.number, shakes, tuple(rows), frozenset(aside))


def _plain(value: Any) -> str:
    return "" if value is None else str(value)
