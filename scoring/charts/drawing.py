"""Pure chart geometry: numbers in, coordinates of lines, bars, and labels out, for a template to draw as SVG.

Every chart can also be read as a table: `head` and `body` hold exactly the numbers that are drawn.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import ceil, floor

WIDTH, HEIGHT = 460, 300
LEFT, RIGHT, TOP, BOTTOM = 32, 140, 16, 34
LABEL_HEIGHT = 16
MOST_TICKS = 8
MOST_BINS = 16
LINE_STYLES = 6

Number = float


def format_number(value: Number | None) -> str:
    return "–" if value is None else f"{value:g}"


@dataclass(frozen=True)
class Series:
    """One line of a chart. `values`: one for each label of the axis; None for a gap."""

    name: str
    values: tuple[Number | None, ...]


@dataclass(frozen=True)
class ChartDot:
    """A data point. `words`: its tooltip or value."""

    x: float
    y: float
    words: str


@dataclass(frozen=True)
class ChartLabel:
    """Text at a position of the drawing."""

    x: float
    y: float
    words: str


@dataclass(frozen=True)
class ChartLine:
    """A series as drawn. `number`: its line style, from 1. The label at its end means color is never the only cue."""

    number: int
    points: str
    dots: tuple[ChartDot, ...]
    label: ChartLabel


class SizedChart:
    """The size of every chart: readable on a phone, and two fit side by side on a laptop."""

    view_box = f"0 0 {WIDTH} {HEIGHT}"
    left, right = LEFT, WIDTH - RIGHT


@dataclass(frozen=True)
class LineChart(SizedChart):
    """`about`: what a screen reader says. `is_rank`: rank 1 is best and at the top."""

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

    def _x(self, index: int) -> float:
        steps = max(len(self.labels) - 1, 1)
        return round(LEFT + index * (WIDTH - LEFT - RIGHT) / steps, 1)

    def _y(self, value: Number) -> float:
        low, high = self._range
        part = (value - low) / (high - low)
        return round(TOP + (part if self.is_rank else 1 - part) * (HEIGHT - TOP - BOTTOM), 1)

    @property
    def x_labels(self) -> list[ChartLabel]:
        return [ChartLabel(self._x(index), HEIGHT - BOTTOM + 22, label) for index, label in enumerate(self.labels)]

    @property
    def y_labels(self) -> list[ChartLabel]:
        low, high = self._range
        step = max(1, ceil((high - low) / MOST_TICKS))
        values = range(int(low), int(high) + 1, step)
        return [ChartLabel(LEFT - 8, self._y(value), format_number(value)) for value in values]

    @cached_property
    def lines(self) -> list[ChartLine]:
        ends = spread_labels({index: self._last(each).y for index, each in enumerate(self.series) if self._dots(each)})
        return [
            ChartLine(
                index % LINE_STYLES + 1,
                " ".join(f"{dot.x},{dot.y}" for dot in self._dots(each)),
                tuple(self._dots(each)),
                ChartLabel(self._last(each).x + 12, ends[index], each.name),
            )
            for index, each in enumerate(self.series)
            if self._dots(each)
        ]

    def _dots(self, series: Series) -> list[ChartDot]:
        return [
            ChartDot(self._x(index), self._y(value), f"{series.name}, {label}: {format_number(value)}")
            for index, (label, value) in enumerate(zip(self.labels, series.values, strict=True))
            if value is not None
        ]

    def _last(self, series: Series) -> ChartDot:
        return self._dots(series)[-1]

    @property
    def head(self) -> tuple[str, ...]:
        return ("", *self.labels)

    @property
    def body(self) -> Iterator[tuple[str, ...]]:
        return ((each.name, *map(format_number, each.values)) for each in self.series)


@dataclass(frozen=True)
class Sparkline:
    """A small line chart of one series. Each value stands above its dot, its label below."""

    title: str
    labels: tuple[str, ...]
    values: tuple[Number, ...]

    step = 56  # between two dots
    top, height = 26, 28  # of the line
    edge = 24  # left, right, and below

    @property
    def width(self) -> int:
        return 2 * self.edge + self.step * (len(self.values) - 1)

    @property
    def view_box(self) -> str:
        return f"0 0 {self.width} {self.top + self.height + self.edge}"

    @property
    def about(self) -> str:
        """`Points by round: R1 24, R2 22.`"""
        parts = (f"{label} {format_number(value)}" for label, value in zip(self.labels, self.values, strict=True))
        return f"{self.title}: {', '.join(parts)}."

    @property
    def dots(self) -> list[ChartDot]:
        low, high = min(self.values), max(self.values)
        return [
            ChartDot(
                self.edge + index * self.step,
                round(self.top + self.height * (1 - (value - low) / ((high - low) or 1)), 1),
                format_number(value),
            )
            for index, value in enumerate(self.values)
        ]

    @property
    def points(self) -> str:
        return " ".join(f"{dot.x},{dot.y}" for dot in self.dots)

    @property
    def value_labels(self) -> list[ChartLabel]:
        return [ChartLabel(dot.x, round(dot.y - 9, 1), dot.words) for dot in self.dots]

    @property
    def x_labels(self) -> list[ChartLabel]:
        y = self.top + self.height + self.edge - 4
        return [ChartLabel(dot.x, y, label) for dot, label in zip(self.dots, self.labels, strict=True)]


@dataclass(frozen=True)
class ChartBar:
    x: float
    y: float
    width: float
    height: float
    label: ChartLabel
    count: ChartLabel


@dataclass(frozen=True)
class BarChart(SizedChart):
    """A histogram: `counts` by label. `column_titles`: of the two columns of its table."""

    title: str
    about: str
    column_titles: tuple[str, str]
    counts: Mapping[str, int]

    @property
    def bars(self) -> list[ChartBar]:
        most = max(self.counts.values(), default=1)
        slot = (WIDTH - 2 * LEFT) / max(len(self.counts), 1)
        full = HEIGHT - TOP - BOTTOM - 20
        bars = []
        for index, (label, count) in enumerate(self.counts.items()):
            height = round(full * count / most, 1)
            x, y = round(LEFT + index * slot + slot * 0.1, 1), round(HEIGHT - BOTTOM - height, 1)
            middle = round(x + slot * 0.4, 1)
            under, above = ChartLabel(middle, HEIGHT - BOTTOM + 22, label), ChartLabel(middle, y - 6, str(count))
            bars.append(ChartBar(x, y, round(slot * 0.8, 1), height, under, above))
        return bars

    @property
    def head(self) -> tuple[str, ...]:
        return self.column_titles

    @property
    def body(self) -> Iterator[tuple[str, ...]]:
        return ((label, str(count)) for label, count in self.counts.items())


def spread_labels(wanted: Mapping[int, float]) -> dict[int, float]:
    """Return positions for labels, as close to the wanted ones as possible, in the same order and without overlap."""
    order = sorted(wanted, key=lambda key: (wanted[key], key))
    positions: dict[int, float] = {}
    position = float("-inf")
    for key in order:
        position = max(wanted[key], position + LABEL_HEIGHT)
        positions[key] = position
    limit = float(HEIGHT - BOTTOM)
    if max(positions.values(), default=0) > limit:
        for key in reversed(order):
            positions[key] = min(positions[key], limit)
            limit = positions[key] - LABEL_HEIGHT
    return {key: round(value, 1) for key, value in positions.items()}


def histogram(values: Sequence[Number]) -> dict[str, int]:
    """Return how often each number occurs, in ascending order. Wide ranges are grouped into at most 16 bins."""
    if not values:
        return {}
    low, high = floor(min(values)), floor(max(values))
    step = max(1, ceil((high - low + 1) / MOST_BINS))
    counts: dict[str, int] = {}
    for start in range(low, high + 1, step):
        label = str(start) if step == 1 else f"{start}–{start + step - 1}"
        counts[label] = sum(start <= value < start + step for value in values)
    return counts
