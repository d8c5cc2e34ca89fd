"""Random scoresheets: shakes with possible points, weighted by the players' strengths, and ways to misread them."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from rulebooks import Edition, possible_rows

Cells = list[list[str]]
ABSENT = 0.02
MISREAD = 0.1
WRONG_TOTAL = 0.03


@dataclass(frozen=True)
class SamplePaper:
    """A scoresheet as the table wrote it. `cells`: points by shake and seat. `absent`, `refuses`: seats, or 0.

    `refuses`: the player who won't initial. `penalties`: points that a judge took, by shake and seat. `totals`: totals
    that the table added up wrong, by seat.
    """

    cells: tuple[tuple[int, ...], ...]
    absent: int = 0
    refuses: int = 0
    penalties: Mapping[tuple[int, int], int] = field(default_factory=dict)
    totals: Mapping[int, int] = field(default_factory=dict)

    @property
    def seats(self) -> int:
        return len(self.cells[0])

    def written(self) -> Cells:
        """The cells as a scorekeeper types them: `6`, `2-1j`, empty for an absent player."""
        return [
            [self._cell(shake, seat) for seat in range(1, self.seats + 1)] for shake in range(1, len(self.cells) + 1)
        ]

    def _cell(self, shake: int, seat: int) -> str:
        penalty = self.penalties.get((shake, seat), 0)
        points = self.cells[shake - 1][seat - 1]
        return "" if seat == self.absent else f"{points}-{penalty}j" if penalty else str(points)


def play_table(rng: random.Random, edition: Edition, strengths: Sequence[float], *, plain: bool = False) -> SamplePaper:
    """Play three to six shakes. Stronger players win more often, and every possible row of points can occur.

    `plain`: play four shakes with everyone present, for a table where a judge does something.
    """
    seats = len(strengths)
    can_be_absent = seats > edition.tables.minimum and not plain
    absent = rng.randrange(1, seats + 1) if can_be_absent and rng.random() < ABSENT else 0
    present = [seat for seat in range(1, seats + 1) if seat != absent]
    rows = sorted(possible_rows(edition.shakes, len(present)))
    best = max(map(max, rows))
    cells = []
    for _ in range(4 if plain else rng.randint(3, 6)):
        points = rng.choices(rows, [1 + 4 * (max(row) == best) for row in rows])[0]
        order = sorted(present, key=lambda seat: rng.random() ** (1 / strengths[seat - 1]))
        scored = dict(zip(order, sorted(points), strict=True))
        cells.append(tuple(scored.get(seat, 0) for seat in range(1, seats + 1)))
    paper = SamplePaper(tuple(cells), absent)
    if not plain and edition.match_points and rng.random() < WRONG_TOTAL:
        seat = present[0]
        return replace(paper, totals={seat: sum(row[seat - 1] for row in cells) + 2})
    return paper


def misread(rng: random.Random, paper: SamplePaper, edition: Edition) -> SamplePaper | None:
    """The paper with one misread cell, or None if it is read correctly."""
    if rng.random() >= MISREAD:
        return None
    shake = rng.randrange(len(paper.cells))
    seat = rng.choice([seat for seat in range(1, paper.seats + 1) if seat != paper.absent])
    row = list(paper.cells[shake])
    scale = sorted({points for row in possible_rows(edition.shakes, edition.tables.minimum) for points in row})
    index = scale.index(row[seat - 1]) if row[seat - 1] in scale else 0
    row[seat - 1] = scale[index + 1] if index + 1 < len(scale) else scale[index - 1]
    return replace(paper, cells=(*paper.cells[:shake], tuple(row), *paper.cells[shake + 1 :]))


def form_fields(paper: SamplePaper) -> dict[str, str]:
    """The form fields of the page where a scoresheet is entered."""
    fields: dict[str, str] = {}
    for shake, column in enumerate(paper.written(), 1):
        fields |= {f"shake-{shake}-{seat}": cell for seat, cell in enumerate(column, 1)}
    for seat in range(1, paper.seats + 1):
        if seat == paper.absent:
            fields[f"row-{seat}-status"] = "absent"
            continue
        fields[f"row-{seat}-initials"] = "refused" if seat == paper.refuses else "yes"
        if seat == paper.refuses:
            fields[f"row-{seat}-refusal"] = "Disagrees with the ruling."
        if seat in paper.totals:
            fields[f"row-{seat}-total"] = str(paper.totals[seat])
    return fields
