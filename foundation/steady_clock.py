"""A clock for tournament events that never goes back while the program runs.

If someone sets the laptop's clock back an hour during a round, the round clock runs on, earlier verifications stay
earlier, and frozen standings stay frozen. The system clock is read once, when the program starts; from then on a
monotonic clock counts. `bin/run` passes its reading to its subprocesses, so that a restarted one continues with it.
"""

from __future__ import annotations

import os
import time
from datetime import UTC, datetime, timedelta

CLOCK_VARIABLE = "HEADTABLE_CLOCK"


def _monotonic() -> float:
    """Return seconds on a monotonic clock, including the time that the machine sleeps if the system counts it."""
    return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))


def clock_reading(wall: float | None = None) -> str:
    """Return the system time, or the given one, and the monotonic time as text."""
    return f"{time.time() if wall is None else wall:.6f} {_monotonic():.6f}"


_wall, _monotonic_at_start = map(float, (os.environ.get(CLOCK_VARIABLE) or clock_reading()).split())


def now() -> datetime:
    return datetime.fromtimestamp(_wall, UTC) + timedelta(seconds=_monotonic() - _monotonic_at_start)
