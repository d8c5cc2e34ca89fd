"""What the visitors were told is done: every request that was acknowledged, and every entry of a scoresheet."""

from __future__ import annotations

import threading
from collections import Counter
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Where:
    """A table in words that mean the same in every copy: division, round, table."""

    division: str
    round: int
    table: int


@dataclass
class Ledger:
    """`done`: how often each person was told that a verb was carried out. `entries`: the cells of each entry."""

    done: Counter[tuple[str, str]] = field(default_factory=Counter)
    entries: dict[tuple[Where, int], list[list[str]]] = field(default_factory=dict)
    lock: Any = field(default_factory=threading.Lock, repr=False)

    def note(self, who: str, verb: str, times: int = 1) -> None:
        with self.lock:
            self.done[who, verb] += times

    def call(self, who: str, name: str) -> None:
        """Somebody is called otherwise in the log than was thought."""
        with self.lock:
            for verb in [verb for known, verb in self.done if known == who]:
                times = self.done.pop((who, verb))
                self.done[name, verb] += times

    def note_entry(self, where: Where, number: int, cells: list[list[str]]) -> None:
        with self.lock:
            if (where, number) in self.entries:
                raise AssertionError(f"{where}: entry {number} was acknowledged twice")
            self.entries[where, number] = cells
