"""The clock at the start: one that is behind what was done here already is told, and does not turn time back."""

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

BEHIND = timedelta(minutes=2)  # less is a clock that was put right


def set_going(say: Callable[[str], None]) -> None:
    """Hand the reading to the processes that are started from here (`foundation/steady_clock.py`)."""
    now, last = timezone.now(), max(_known(), default=None)
    if last and last > now + BEHIND:
        said, done = (date_format(timezone.localtime(each), "M j, g:i A") for each in (now, last))
        say(f"The clock of this computer is behind: it says {said}, and something was done here on {done}.")
        say("Everything keeps its order. Set the clock right, then start Headtable again.")
    behind = max((last - now).total_seconds(), 0.0) if last else 0.0
    os.environ.setdefault(steady_clock.READING, steady_clock.reading(time.time() + behind))


def _known() -> Iterator[datetime]:
    """The latest moments that the database has."""
    yield from LogLine.objects.order_by("-id").values_list("at", flat=True)[:1]
    yield from Result.ever.order_by("-id").values_list("since", flat=True)[:1]
    if started := Round.objects.aggregate(last=Max("started_at"))["last"]:
        yield started
