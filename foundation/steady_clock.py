"""The time of the tournament's own events, which never goes back while the program runs.

Somebody sets the laptop's clock back an hour in the middle of a round: the room's clock runs on, what was verified
before stays before what is verified now, and what was frozen stays frozen. The clock on the wall is read once, when the
program starts, and what has passed since then is counted by the machine. `bin/run` hands its reading to the processes
that it starts, so that one that is started again goes on with the same.
"""

from __future__ import annotations

import os
import time
from datetime import UTC, datetime, timedelta

READING = "HEADTABLE_CLOCK"


def _passed() -> float:
    """Seconds that nobody can set; where the system counts them, those of its sleep as well."""
    return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))


def reading(wall: float | None = None) -> str:
    """What the clock on the wall says, or should say, and what the machine has counted by then."""
    return f"{time.time() if wall is None else wall:.6f} {_passed():.6f}"


_wall, _counted = map(float, (os.environ.get(READING) or reading()).split())


def now() -> datetime:
    return datetime.fromtimestamp(_wall, UTC) + timedelta(seconds=_passed() - _counted)
