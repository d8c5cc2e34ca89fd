"""Checks the computer's clock at startup. If it is behind the latest saved time, time still never goes backward."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta

from django.db.models import Max
from django.utils import timezone
from django.utils.formats import date_format

from foundation import steady_clock
from foundation.activity.models import LogLine
from scoring.models import Result
from tournament.rounds.models import Round

TOLERANCE = timedelta(minutes=2)  # a smaller difference is a clock that was corrected


def start_clock(say: Callable[[str], None]) -> None:
    """Warn if the clock is behind, and pass a reading to the child processes (see `foundation/steady_clock.py`)."""
    now, latest = timezone.now(), max(_latest_times(), default=None)
    if latest and latest > now + TOLERANCE:
        said, done = (date_format(timezone.localtime(each), "M j, g:i A") for each in (now, latest))
        say(f"The clock of this computer is behind: it says {said}, and something was done here on {done}.")
        say("Everything keeps its order. Set the clock right, then start Headtable again.")
    behind = max((latest - now).total_seconds(), 0.0) if latest else 0.0
    os.environ.setdefault(steady_clock.READING, steady_clock.reading(time.time() + behind))


def _latest_times() -> Iterator[datetime]:
    """The latest times in the database."""
    yield from LogLine.objects.order_by("-id").values_list("at", flat=True)[:1]
    yield from Result.ever.order_by("-id").values_list("since", flat=True)[:1]
    if started := Round.objects.aggregate(latest=Max("started_at"))["latest"]:
        yield started
