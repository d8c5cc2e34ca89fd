"""Where lines, bars and their labels stand in a drawing. Pure: numbers in, coordinates out, for a template to draw.

Every chart can also be read as a table: `head` and `body` hold exactly the numbers that are drawn.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import ceil, floor

WIDTH, HEIGHT = 460, 300
LEFT, RIGHT, TOP, BOTTOM = 32, 140, 16, 34
LINE = 16  # between two labels
MOST_TICKS = 8

Number = float


def plain(value: Number | None) -> str:
    return "–" if value is None else f"{value:g}"


@dataclass(frozen=True)
class Series:
    """`values`: one for each label of the axis, None where there is none."""

    name: str
    values: tuple[Number | None, ...]


@dataclass(frozen=True)
class Dot:
    x: float
    y: float
    words: str


@dataclass(frozen=True)
class Mark:
    """Words at a place of the drawing."""

    x: float
    y: float
    words: str


@dataclass(frozen=True)
class Path:
    """`number`: from one, the style of the line; never by color alone, since the label stands at its end."""

    number: int
    points: str
    dots: tuple[Dot, ...]
    label: Mark


class Drawing:
    """The size of every chart: readable on a phone, two beside each other on a laptop."""

    view_box = f"0 0 {WIDTH} {HEIGHT}"
    left, right = LEFT, WIDTH - RIGHT


@dataclass(frozen=True)
class LineChart(Drawing):
    """`is_rank`: one is best and stands at the top."""

    title: str
    about: str
    labels: tuple[str, ...]
    series: tuple[Series, ...]
    is_rank: bool = False

    @cached_property
    def _range(self) -> tuple[Number, Number]:
        values = [value for each in self.series for value in each.values if value is not None] or [0]
        low = 1 if self.is_rank else min(0, floor(min(values)))
        return low, max(ceil(max(values)), low + 1)

    def _x(self, at: int) -> float:
        steps = max(len(self.labels) - 1, 1)
        return round(LEFT + at * (WIDTH - LEFT - RIGHT) / steps, 1)

    def _y(self, value: Number) -> float:
        low, high = self._range
        part = (value - low) / (high - low)
        return round(TOP + (part if self.is_rank else 1 - part) * (HEIGHT - TOP - BOTTOM), 1)

    @property
    def across(self) -> list[Mark]:
        return [Mark(self._x(at), HEIGHT - BOTTOM + 22, label) for at, label in enumerate(self.labels)]

    @property
    def up(self) -> list[Mark]:
        low, high = self._range
        step = max(1, ceil((high - low) / MOST_TICKS))
        values = range(int(low), int(high) + 1, step)
        return [Mark(LEFT - 8, self._y(value), plain(value)) for value in values]

    @cached_property
    def paths(self) -> list[Path]:
        ends = spread({at: self._last(each).y for at, each in enumerate(self.series) if self._dots(each)})
        return [
            Path(
                at % 6 + 1,
                " ".join(f"{dot.x},{dot.y}" for dot in self._dots(each)),
                tuple(self._dots(each)),
                Mark(self._last(each).x + 12, ends[at], each.name),
            )
            for at, each in enumerate(self.series)
            if self._dots(each)
        ]

    def _dots(self, series: Series) -> list[Dot]:
        return [
            Dot(self._x(at), self._y(value), f"{series.name}, {label}: {plain(value)}")
            for at, (label, value) in enumerate(zip(self.labels, series.values, strict=True))
            if value is not None
        ]

    def _last(self, series: Series) -> Dot:
        return self._dots(series)[-1]

    @property
    def head(self) -> tuple[str, ...]:
        return ("", *self.labels)

    @property
    def body(self) -> Iterator[tuple[str, ...]]:
        return ((each.name, *map(plain, each.values)) for each in self.series)


@dataclass(frozen=True)
class SmallLine:
    """One row of numbers as a line among other things: each number stands above its dot, its label under it."""

    title: str
    labels: tuple[str, ...]
    values: tuple[Number, ...]

    step, top, height, edge = 56, 26, 28, 24  # between two dots; of the line; beside it

    @property
    def width(self) -> int:
        return 2 * self.edge + self.step * (len(self.values) - 1)

    @property
    def view_box(self) -> str:
        return f"0 0 {self.width} {self.top + self.height + self.edge}"

    @property
    def about(self) -> str:
        """`Points by round: R1 24, R2 22.`"""
        told = (f"{label} {plain(value)}" for label, value in zip(self.labels, self.values, strict=True))
        return f"{self.title}: {', '.join(told)}."

    @property
    def dots(self) -> list[Dot]:
        low, high = min(self.values), max(self.values)
        return [
            Dot(
                self.edge + at * self.step,
                round(self.top + self.height * (1 - (value - low) / ((high - low) or 1)), 1),
                plain(value),
            )
            for at, value in enumerate(self.values)
        ]

    @property
    def points(self) -> str:
        return " ".join(f"{dot.x},{dot.y}" for dot in self.dots)

    @property
    def above(self) -> list[Mark]:
        return [Mark(dot.x, round(dot.y - 9, 1), dot.words) for dot in self.dots]

    @property
    def under(self) -> list[Mark]:
        across = self.top + self.height + self.edge - 4
        return [Mark(dot.x, across, label) for dot, label in zip(self.dots, self.labels, strict=True)]


@dataclass(frozen=True)
class Bar:
    x: float
    y: float
    width: float
    height: float
    label: Mark
    count: Mark


@dataclass(frozen=True)
class BarChart(Drawing):
    """How many have each number of points."""

    title: str
    about: str
    what: tuple[str, str]
    counts: Mapping[str, int]

    @property
    def bars(self) -> list[Bar]:
        most = max(self.counts.values(), default=1)
        slot = (WIDTH - 2 * LEFT) / max(len(self.counts), 1)
        full = HEIGHT - TOP - BOTTOM - 20
        found = []
        for at, (label, count) in enumerate(self.counts.items()):
            height = round(full * count / most, 1)
            x, y = round(LEFT + at * slot + slot * 0.1, 1), round(HEIGHT - BOTTOM - height, 1)
            middle = round(x + slot * 0.4, 1)
            under, above = Mark(middle, HEIGHT - BOTTOM + 22, label), Mark(middle, y - 6, str(count))
            found.append(Bar(x, y, round(slot * 0.8, 1), height, under, above))
        return found

    @property
    def head(self) -> tuple[str, ...]:
        return self.what

    @property
    def body(self) -> Iterator[tuple[str, ...]]:
        return ((label, str(count)) for label, count in self.counts.items())


def spread(wanted: Mapping[int, float]) -> dict[int, float]:
    """Labels in the order of their lines, as near to them as can be, none on top of another."""
    order = sorted(wanted, key=lambda key: (wanted[key], key))
    found: dict[int, float] = {}
    at = float("-inf")
    for key in order:
        at = max(wanted[key], at + LINE)
        found[key] = at
    over = max((at for at in found.values()), default=0) - (HEIGHT - BOTTOM)
    if over > 0:
        limit = float(HEIGHT - BOTTOM)
        for key in reversed(order):
            found[key] = min(found[key], limit)
            limit = found[key] - LINE
    return {key: round(value, 1) for key, value in found.items()}


def binned(values: Sequence[Number], *, most: int = 16) -> dict[str, int]:
    """How many have each number, from the least to the most; several numbers together where there are too many."""
    if not values:
        return {}
    low, high = floor(min(values)), floor(max(values))
    step = max(1, ceil((high - low + 1) / most))
    counts: dict[str, int] = {}
    for start in range(low, high + 1, step):
        label = str(start) if step == 1 else f"{start}–{start + step - 1}"
        counts[label] = sum(start <= value < start + step for value in values)
    return counts
