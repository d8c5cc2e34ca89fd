"""What happens at a table: shakes with points that can be, by chance and strength; and slips of those who key them."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from rulebooks import Edition, possible_rows

Cells = list[list[str]]
ABSENT = 0.02
SLIP = 0.1
WRONG_TOTAL = 0.03


@dataclass(frozen=True)
class Paper:
    """A scoresheet as the table wrote it: cells by shake and seat, who never came, who will not initial, and why.

    `fines`: points that a judge took, by shake and seat. `totals`: what the table wrote as sums, where it is wrong.
    """

    cells: tuple[tuple[int, ...], ...]
    absent: int = 0
    refuses: int = 0
    fines: Mapping[tuple[int, int], int] = field(default_factory=dict)
    totals: Mapping[int, int] = field(default_factory=dict)

    @property
    def seats(self) -> int:
        return len(self.cells[0])

    def written(self) -> Cells:
        """Each shake as a clerk types it: `6`, `2-1j`, nothing for who is not there."""
        return [
            [self._cell(shake, seat) for seat in range(1, self.seats + 1)] for shake in range(1, len(self.cells) + 1)
        ]

    def _cell(self, shake: int, seat: int) -> str:
        fine = self.fines.get((shake, seat), 0)
        points = self.cells[shake - 1][seat - 1]
        return "" if seat == self.absent else f"{points}-{fine}j" if fine else str(points)

    @property
    def is_odd(self) -> bool:
        """Whoever keys it is asked for a reason."""
        return bool(self.totals)


def play(chance: random.Random, edition: Edition, strengths: Sequence[float], *, plain: bool = False) -> Paper:
    """Three to six shakes. Who is stronger wins more often, and everything that the book knows can happen.

    `plain`: four shakes with everybody there, at a table that has a judge's attention for something else.
    """
    seats = len(strengths)
    may_miss = seats > edition.tables.minimum and not plain
    absent = chance.randrange(1, seats + 1) if may_miss and chance.random() < ABSENT else 0
    there = [seat for seat in range(1, seats + 1) if seat != absent]
    rows = sorted(possible_rows(edition.shakes, len(there)))
    best = max(map(max, rows))
    cells = []
    for _ in range(4 if plain else chance.randint(3, 6)):
        points = chance.choices(rows, [1 + 4 * (max(row) == best) for row in rows])[0]
        order = sorted(there, key=lambda seat: chance.random() ** (1 / strengths[seat - 1]))
        scored = dict(zip(order, sorted(points), strict=True))
        cells.append(tuple(scored.get(seat, 0) for seat in range(1, seats + 1)))
    paper = Paper(tuple(cells), absent)
    if not plain and edition.match_points and chance.random() < WRONG_TOTAL:
        seat = there[0]
        return replace(paper, totals={seat: sum(row[seat - 1] for row in cells) + 2})
    return paper


def slipped(chance: random.Random, paper: Paper, edition: Edition) -> Paper | None:
    """The paper as somebody misreads it, in one cell; None when they read it right."""
    if chance.random() >= SLIP:
        return None
    shake = chance.randrange(len(paper.cells))
    seat = chance.choice([seat for seat in range(1, paper.seats + 1) if seat != paper.absent])
    row = list(paper.cells[shake])
    scale = sorted({points for row in possible_rows(edition.shakes, edition.tables.minimum) for points in row})
    at = scale.index(row[seat - 1]) if row[seat - 1] in scale else 0
    row[seat - 1] = scale[at + 1] if at + 1 < len(scale) else scale[at - 1]
    return replace(paper, cells=(*paper.cells[:shake], tuple(row), *paper.cells[shake + 1 :]))


def typed(paper: Paper) -> dict[str, str]:
    """The fields of the page in which a sheet is keyed."""
    fields: dict[str, str] = {}
    for shake, column in enumerate(paper.written(), 1):
        fields |= {f"shake-{shake}-{seat}": cell for seat, cell in enumerate(column, 1)}
    for seat in range(1, paper.seats + 1):
        if seat == paper.absent:
            fields[f"row-{seat}-status"] = "absent"
            continue
        fields[f"row-{seat}-initials"] = "refused" if seat == paper.refuses else "yes"
        if seat == paper.refuses:
            fields[f"row-{seat}-refusal"] = "Does not agree with the judges."
        if seat in paper.totals:
            fields[f"row-{seat}-total"] = str(paper.totals[seat])
    return fields
