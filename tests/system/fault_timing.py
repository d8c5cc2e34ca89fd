"""The random moments at which faults happen. Every run has another seed, which is printed if a test fails.

`HEADTABLE_FAULT_SEED` repeats the moments of an earlier run. `HEADTABLE_FAULTS` sets the number of faults per test.
"""

from __future__ import annotations

import os
import random
import secrets
import time

import pytest

FAULTS_PER_TEST = int(os.environ.get("HEADTABLE_FAULTS") or 2)


class FaultTiming(random.Random):
    """Random numbers for one test."""

    @classmethod
    def for_test(cls, test: pytest.Item) -> FaultTiming:
        seed = os.environ.get("HEADTABLE_FAULT_SEED") or str(secrets.randbelow(10**6))
        test.add_report_section("setup", "moments", f"The moments of the faults: HEADTABLE_FAULT_SEED={seed}")
        return cls(f"{seed} {test.name}")

    def wait(self, most: float) -> None:
        """Sleep for a random time of at most this many seconds. Early moments are more likely."""
        time.sleep(most * self.random() ** 1.5)
