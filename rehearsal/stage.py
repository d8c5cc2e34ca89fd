"""Everything that the acts share: who takes part, which tournament it is, and the chance by which things happen."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, TypeVar

from rehearsal.cast import Cast
from rehearsal.formats import DEFAULT, FORMATS, Format
from rehearsal.ledger import Ledger, Where
from rehearsal.play import Paper
from rehearsal.visitors import Visitor
from rehearsal.ways import Way

ROUNDS = 4
T = TypeVar("T")


@dataclass(frozen=True)
class Plan:
    """What is rehearsed. Same plan, same tournament."""

    players: int
    seed: int
    rounds: int = ROUNDS
    name: str = DEFAULT

    @property
    def format(self) -> Format:
        return FORMATS[self.name]

    @property
    def scorekeepers(self) -> int:
        return max(3, min(64, self.players // 50))

    @property
    def judges(self) -> int:
        return max(3, min(20, self.players // 100))


@dataclass(frozen=True)
class Round:
    """A round of a division as the API has it."""

    id: int
    number: int
    division: int
    letter: str
    playoff: str = ""


@dataclass(frozen=True)
class Table:
    """A published table: its sheet, and who sits there from the first seat on."""

    sheet: int
    where: Where
    places: tuple[int, ...]
    names: tuple[str, ...]


@dataclass(frozen=True)
class Protested:
    """A table whose first player does not accept what two judges ruled; `ends`: what will become of the protest."""

    table: Table
    call: int
    ends: str


@dataclass
class Progress:
    """How far it is. `report` is told after each step."""

    total: int
    report: Callable[[int, int, str], None]
    done: int = 0

    def step(self, words: str, count: int = 1) -> None:
        self.done = min(self.total, self.done + count)
        self.report(self.done, self.total, words)


@dataclass
class Stage:
    plan: Plan
    cast: Cast
    way: Way
    ledger: Ledger
    progress: Progress
    director: Visitor
    slug: str = ""
    event: int = 0
    divisions: dict[int, str] = field(default_factory=dict)
    rounds: dict[tuple[str, int], Round] = field(default_factory=dict)
    clerks: list[Visitor] = field(default_factory=list)
    judges: list[Visitor] = field(default_factory=list)
    panel: list[Visitor] = field(default_factory=list)
    head: Visitor | None = None
    tables: dict[Round, list[Table]] = field(default_factory=dict)
    papers: dict[int, Paper] = field(default_factory=dict)
    fines: dict[int, dict[tuple[int, int], int]] = field(default_factory=dict)
    protests: dict[int, Protested] = field(default_factory=dict)
    absentees: list[tuple[str, int]] = field(default_factory=list)
    replaced: set[int] = field(default_factory=set)
    orders: list[str] = field(default_factory=list)

    @property
    def board(self) -> str:
        return f"/t/{self.slug}/"

    def chance(self, *words: object) -> random.Random:
        """The chance of one happening: the same whatever happened before it, and whoever was quicker."""
        return random.Random(" ".join(map(str, (self.plan.seed, *words))))  # noqa: S311 -- repeatable, not secret

    def in_round(self, number: int) -> list[Round]:
        """Of playoffs, in those divisions where they are played."""
        return [self.rounds[at] for letter in self.divisions.values() if (at := (letter, number)) in self.rounds]

    def together(self, work: Iterable[Callable[[], Any]]) -> None:
        """Several people at the same time, as many as there are hands."""
        if self.way.hands == 1:
            for each in work:
                each()
            return
        with ThreadPoolExecutor(self.way.hands) as hands:
            for done in [hands.submit(each) for each in work]:
                done.result()

    def everybody(self) -> list[Visitor]:
        head = [self.head] if self.head else []
        return [self.director, *self.clerks, *self.judges, *head, *self.panel]
