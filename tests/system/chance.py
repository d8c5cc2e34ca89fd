"""The moments at which faults strike: drawn from a seed, another one in every run, and printed when a test fails.

`HEADTABLE_FAULT_SEED` repeats those of an earlier run, `HEADTABLE_FAULTS` says how many strikes each test has.
"""

from __future__ import annotations

import os
import random
import secrets
import time

import pytest

STRIKES = int(os.environ.get("HEADTABLE_FAULTS") or 2)


class Chance(random.Random):
    """`strikes`: how often."""

    def __init__(self, seed: str) -> None:
        super().__init__(seed)
        self.strikes = STRIKES

    @classmethod
    def of(cls, test: pytest.Item) -> Chance:
        seed = os.environ.get("HEADTABLE_FAULT_SEED") or str(secrets.randbelow(10**6))
        test.add_report_section("setup", "moments", f"The moments of the faults: HEADTABLE_FAULT_SEED={seed}")
        return cls(f"{seed} {test.name}")

    def wait(self, most: float) -> None:
        """Until the strike: any moment of that many seconds, early ones more often."""
        time.sleep(most * self.random() ** 1.5)
