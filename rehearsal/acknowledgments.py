"""What Headtable acknowledged to the visitors: every verb that was carried out, and every scoresheet entry."""

from __future__ import annotations

import threading
from collections import Counter
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class TableKey:
    """A table by division, round, and number, which are the same in every copy of the tournament."""

    division: str
    round: int
    table: int

    def __str__(self) -> str:
        """Part of the random seeds (`Rehearsal.random_for`): another text would give another tournament."""
        return f"Where(division={self.division!r}, round={self.round!r}, table={self.table!r})"


@dataclass
class Acknowledgments:
    """`done`: how often each verb was acknowledged to each person. `entries`: the cells of each acknowledged entry."""

    done: Counter[tuple[str, str]] = field(default_factory=Counter)
    entries: dict[tuple[TableKey, int], list[list[str]]] = field(default_factory=dict)
    lock: Any = field(default_factory=threading.Lock, repr=False)

    def record(self, person: str, verb: str, times: int = 1) -> None:
        with self.lock:
            self.done[person, verb] += times

    def rename_person(self, person: str, name: str) -> None:
        """Use another name for a person, because the log does."""
        with self.lock:
            for verb in [verb for name_before, verb in self.done if name_before == person]:
                times = self.done.pop((person, verb))
                self.done[name, verb] += times

    def record_entry(self, key: TableKey, number: int, cells: list[list[str]]) -> None:
        with self.lock:
            if (key, number) in self.entries:
                raise AssertionError(f"{key}: entry {number} was acknowledged twice")
            self.entries[key, number] = cells
