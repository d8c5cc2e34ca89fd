"""The timetable of a round by its rule book: phases, what the announcer says next, a table's own end. Pure.

AGLOA and MLAG: thirty minutes, five to finish the last shake, two to write. The Cup: twenty, then Cleanup.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rulebooks import Edition

RUNNING, WARNING, LAST_SHAKE, STOPPED, COLLECTING = "running", "warning", "last_shake", "stopped", "collecting"


@dataclass(frozen=True)
class Phase:
    """From `begins` to `ends` seconds after the start; the last one has no end.

    `counts_to`: what the clock counts down to, which until the warning is the warning.
    """

    key: str
    label: str
    begins: int
    ends: int | None
    counts_to: int | None


@dataclass(frozen=True)
class Timetable:
    phases: tuple[Phase, ...]
    script: tuple[tuple[int, str, str], ...]

    def phase_at(self, elapsed: float) -> Phase:
        return next(phase for phase in self.phases if phase.ends is None or elapsed < phase.ends)

    def next_line(self, elapsed: float) -> tuple[int, str, str] | None:
        """When it is said, what is said, and the rule; nothing after the last line."""
        return next((line for line in self.script if line[0] > elapsed), None)

    def line_now(self, elapsed: float) -> tuple[int, str, str]:
        """What was said last, or is to be said at the start."""
        return next((line for line in reversed(self.script) if line[0] <= elapsed), self.script[0])

    @property
    def stop(self) -> int:
        """When cubes lie still: what a table's extra time is added to."""
        return next(phase.begins for phase in self.phases if phase.key == STOPPED)


def timetable(edition: Edition, round_seconds: int | None = None) -> Timetable:
    """`round_seconds`: a round of another length than the book's; everything after it moves along."""
    limits = edition.limits
    length = limits["round"].amount if round_seconds is None else round_seconds
    moved = length - limits["round"].amount
    window = min(limits["judge_time_added"].amount, length) if "judge_time_added" in limits else 0
    finish = limits["finish_last_shake"].amount if "finish_last_shake" in limits else 0
    signed = next(line.at for line in edition.script if line.id == "sign") + moved
    marks = [
        (RUNNING, "playing", 0),
        (WARNING, "judges note their time", length - window),
        (LAST_SHAKE, f"last {edition.names.shake}, no new one", length),
        (STOPPED, "cubes lie still, writing", length + finish),
        (COLLECTING, "collecting the sheets", signed),
    ]
    ends = [begins for _, _, begins in marks[1:]] + [None]
    phases = tuple(
        Phase(key, label, begins, end, length if end is not None and end < length else end)
        for (key, label, begins), end in zip(marks, ends, strict=True)
        if end is None or end > begins
    )
    script = tuple((line.at + (moved if line.at else 0), line.say, line.rule) for line in edition.script)
    return Timetable(phases, script)


def in_figures(seconds: float) -> str:
    """`29:59`, `-0:12` when it is over."""
    whole = int(-(-abs(seconds) // 1)) if seconds > 0 else int(abs(seconds))
    sign = "-" if seconds < 0 and whole else ""
    return f"{sign}{whole // 60}:{whole % 60:02}"


def ends_of_tables(stop: int, extra: Sequence[tuple[str, int]]) -> list[tuple[str, int, int]]:
    """Each table with extra time, all of it added up, and its own end in seconds after the start."""
    added: dict[str, int] = {}
    for table, seconds in extra:
        added[table] = added.get(table, 0) + seconds
    return [(table, seconds, stop + seconds) for table, seconds in sorted(added.items()) if seconds]
