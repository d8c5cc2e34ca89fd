"""The timetable of a round by its rule book: its phases, the announcer's script, and tables with added time. Pure.

AGLOA and MLAG: 30 minutes, 5 to finish the last shake, 2 to write. The Cup: 20, then Cleanup.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rulebooks import Edition
from rulebooks.wording import gettext

RUNNING, WARNING, LAST_SHAKE, STOPPED, COLLECTING = "running", "warning", "last_shake", "stopped", "collecting"


@dataclass(frozen=True)
class Phase:
    """A phase from `begins` to `ends` seconds after the start. The last one has no end.

    `counts_to`: the second that the clock counts down to.
    """

    key: str
    label: str
    begins: int
    ends: int | None
    counts_to: int | None


@dataclass(frozen=True)
class Timetable:
    """The phases of a round, and the announcer's script: when each line is said, its words, and its rule."""

    phases: tuple[Phase, ...]
    script: tuple[tuple[int, str, str], ...]

    def phase_at(self, elapsed: float) -> Phase:
        return next(phase for phase in self.phases if phase.ends is None or elapsed < phase.ends)

    def next_line(self, elapsed: float) -> tuple[int, str, str] | None:
        """Return the line of the script that comes next. None after the last line."""
        return next((line for line in self.script if line[0] > elapsed), None)

    @property
    def stop(self) -> int:
        """The second when play stops, before a table's added time."""
        return next(phase.begins for phase in self.phases if phase.key == STOPPED)


def timetable(edition: Edition, round_seconds: int | None = None) -> Timetable:
    """Return the timetable of a round. With `round_seconds`, its length, everything after the round moves along."""
    limits = edition.limits
    length = limits["round"].amount if round_seconds is None else round_seconds
    shift = length - limits["round"].amount
    window = min(limits["judge_time_added"].amount, length) if "judge_time_added" in limits else 0
    finish = limits["finish_last_shake"].amount if "finish_last_shake" in limits else 0
    signed = next(line.at for line in edition.script if line.id == "sign") + shift
    starts = [
        (RUNNING, gettext("playing"), 0),
        (WARNING, gettext("judges note time spent at tables"), length - window),
        (LAST_SHAKE, _last_shake(edition), length),
        (STOPPED, gettext("cubes down, writing time"), length + finish),
        (COLLECTING, gettext("collecting scoresheets"), signed),
    ]
    ends = [begins for _, _, begins in starts[1:]] + [None]
    phases = tuple(
        Phase(key, label, begins, end, length if end is not None and end < length else end)
        for (key, label, begins), end in zip(starts, ends, strict=True)
        if end is None or end > begins
    )
    script = tuple((line.at + (shift if line.at else 0), line.say, line.rule) for line in edition.script)
    return Timetable(phases, script)


def _last_shake(edition: Edition) -> str:
    return gettext("finish the last game") if edition.names.shake == "game" else gettext("finish the last shake")


def format_clock(seconds: float) -> str:
    """Return `29:59`, or `-0:12` when time is over."""
    whole = int(-(-abs(seconds) // 1)) if seconds > 0 else int(abs(seconds))
    sign = "-" if seconds < 0 and whole else ""
    return f"{sign}{whole // 60}:{whole % 60:02}"


def table_end_times(stop: int, extra: Sequence[tuple[str, int]]) -> list[tuple[str, int, int]]:
    """Return each table with added time: its number, the total, and when it ends, in seconds after the start."""
    added: dict[str, int] = {}
    for table, seconds in extra:
        added[table] = added.get(table, 0) + seconds
    return [(table, seconds, stop + seconds) for table, seconds in sorted(added.items()) if seconds]
