"""The state of a running rehearsal that its steps share: plan, people, tournament, tables, and random numbers."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, TypeVar

from rehearsal.acknowledgments import Acknowledgments, TableKey
from rehearsal.connections import Connection
from rehearsal.formats import DEFAULT, FORMATS, Format
from rehearsal.sample_roster import SampleRoster
from rehearsal.sample_scoresheets import SamplePaper
from rehearsal.visitors import Visitor

ROUNDS = 4
T = TypeVar("T")


@dataclass(frozen=True)
class Plan:
    """What to rehearse. The same plan gives the same tournament."""

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
class RehearsedRound:
    """A round of a division as the API returns it."""

    id: int
    number: int
    division: int
    letter: str
    playoff: str = ""


@dataclass(frozen=True)
class RehearsedTable:
    """A published table: its scoresheet, and its players in order of their seats."""

    sheet: int
    key: TableKey
    places: tuple[int, ...]
    names: tuple[str, ...]


@dataclass(frozen=True)
class DisputedTable:
    """A table whose first player protests the ruling of two judges. `ends`: how the protest will end."""

    table: RehearsedTable
    call: int
    ends: str


@dataclass
class Progress:
    """Counts the steps that are done, and calls `report` after each."""

    total: int
    report: Callable[[int, int, str], None]
    done: int = 0

    def step(self, words: str, count: int = 1) -> None:
        self.done = min(self.total, self.done + count)
        self.report(self.done, self.total, words)


@dataclass
class Rehearsal:
    """`papers`: what each table wrote, by scoresheet. `penalties`: points by scoresheet, then by shake and seat.

    `absentees`: division and roster spot of players who didn't come. `replaced`: spots that a substitute plays for.
    """

    plan: Plan
    roster: SampleRoster
    connection: Connection
    acknowledged: Acknowledgments
    progress: Progress
    director: Visitor
    slug: str = ""
    event: int = 0
    divisions: dict[int, str] = field(default_factory=dict)
    rounds: dict[tuple[str, int], RehearsedRound] = field(default_factory=dict)
    scorekeepers: list[Visitor] = field(default_factory=list)
    judges: list[Visitor] = field(default_factory=list)
    panel: list[Visitor] = field(default_factory=list)
    head_judge: Visitor | None = None
    tables: dict[RehearsedRound, list[RehearsedTable]] = field(default_factory=dict)
    papers: dict[int, SamplePaper] = field(default_factory=dict)
    penalties: dict[int, dict[tuple[int, int], int]] = field(default_factory=dict)
    protests: dict[int, DisputedTable] = field(default_factory=dict)
    absentees: list[tuple[str, int]] = field(default_factory=list)
    replaced: set[int] = field(default_factory=set)
    print_jobs: list[str] = field(default_factory=list)

    @property
    def base_path(self) -> str:
        return f"/t/{self.slug}/"

    def random_for(self, *words: object) -> random.Random:
        """Random numbers for one event, independent of everything else that happens and of timing."""
        return random.Random(" ".join(map(str, (self.plan.seed, *words))))  # noqa: S311 -- repeatable, not secret

    def rounds_numbered(self, number: int) -> list[RehearsedRound]:
        """The rounds of this number in all divisions; for playoffs, in those that play them."""
        keys = [(letter, number) for letter in self.divisions.values()]
        return [self.rounds[key] for key in keys if key in self.rounds]

    def run_in_parallel(self, work: Iterable[Callable[[], Any]]) -> None:
        """Let several people work at the same time, as many as the connection allows."""
        if self.connection.concurrency == 1:
            for each in work:
                each()
            return
        with ThreadPoolExecutor(self.connection.concurrency) as pool:
            for future in [pool.submit(each) for each in work]:
                future.result()

    def all_visitors(self) -> list[Visitor]:
        head_judge = [self.head_judge] if self.head_judge else []
        return [self.director, *self.scorekeepers, *self.judges, *head_judge, *self.panel]
