"""One hour of the day against a real `bin/run`, and its figures as a table to paste."""

from __future__ import annotations

import asyncio
import os
import resource
import time
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path

from tests.load.people import Day, everybody
from tests.load.visitors import Asked, Clock, Ledger
from tests.load.watch import Memory, below, database_bytes, memory_of
from tests.load.world import World
from tests.system.machine import Program, processes, started

LOOKS = 20  # at the memory, during the hour


@dataclass(frozen=True)
class Pace:
    """How many times as fast as the day, and how many minutes of it."""

    factor: float
    minutes: float


@dataclass
class Outcome:
    """What one hour left: everything that was asked, memory at first and at last, bytes before and after."""

    day: Day
    seconds: float
    client: float
    before: int
    after: int = 0
    said: str = ""
    memory: list[list[Memory]] = field(default_factory=list)
    cores: dict[str, float] = field(default_factory=dict)


def run(world: World, folder: Path, pace: Pace, workers: int, servers: dict[str, str]) -> Outcome:
    """With the web processes of `bin/run` and one worker; the visitors live in this process."""
    before = database_bytes()
    with started(folder, "--bind", "127.0.0.1", "--workers", str(workers), **servers) as program:
        program.until_up()
        program.until_ready()
        day = Day(world, program.port, Clock(pace.factor), Ledger(), pace.minutes)
        outcome = Outcome(day, 0.0, 0.0, before)
        begin, used = time.monotonic(), resource.getrusage(resource.RUSAGE_SELF)
        busy = _busy(_servers(program))
        asyncio.run(_live(outcome, program))
        outcome.seconds = time.monotonic() - begin
        now = resource.getrusage(resource.RUSAGE_SELF)
        outcome.client = (now.ru_utime + now.ru_stime - used.ru_utime - used.ru_stime) / outcome.seconds
        after = _busy(_servers(program))
        outcome.cores = {kind: (after[kind] - busy[kind]) / outcome.seconds for kind in after}
    outcome.after, outcome.said = database_bytes(), program.err
    return outcome


async def _live(outcome: Outcome, program: Program) -> None:
    day = outcome.day
    outcome.memory.append(memory_of(_servers(program)))
    day.clock.start()
    over = asyncio.Event()
    watching = asyncio.create_task(_watch(outcome, program, over))
    await asyncio.gather(*everybody(day))
    over.set()
    await watching


async def _watch(outcome: Outcome, program: Program, over: asyncio.Event) -> None:
    """Now and then, in a thread: reading it takes a while, and nobody is to wait for it."""
    every = outcome.day.end / outcome.day.clock.factor / LOOKS
    while not over.is_set():
        try:
            await asyncio.wait_for(over.wait(), every)
        except TimeoutError:
            outcome.memory.append(await asyncio.to_thread(lambda: memory_of(_servers(program))))
    outcome.memory.append(memory_of(_servers(program)))


def _servers(program: Program) -> list[int]:
    """The program with all its processes, and the servers that this run has started for it."""
    mine = {pid for pid, parent, _ in processes() if parent in (os.getpid(), os.getppid())}
    return below(*(mine - {os.getpid()}))


def _busy(pids: list[int]) -> Counter[str]:
    """Seconds of a processor so far, by kind of process."""
    found: Counter[str] = Counter()
    for each in memory_of(pids):
        parts = Path(f"/proc/{each.pid}/stat").read_text().rpartition(")")[2].split()
        found[each.kind] += (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")  # type: ignore[assignment]
    return found


# -- in words ---------------------------------------------------------------------------------------------------------


def report(outcome: Outcome) -> str:
    return "\n".join([*_facts(outcome), "", *_pages(outcome.day.ledger.asked), "", *_memory(outcome.memory)])


def _facts(outcome: Outcome) -> list[str]:
    day, size = outcome.day, outcome.day.world.size
    lags = sorted(day.clock.lags) or [0.0]
    saved = sum(len(numbers) for numbers in day.entries.values())
    cores = ", ".join(f"{kind} {share:.2f}" for kind, share in sorted(outcome.cores.items()) if share >= 0.005)
    asked = len(day.ledger.asked)
    grown = (outcome.after - outcome.before) / 1e6
    return [
        f"{size.players:,} players, {len(day.world.tables):,} tables, {size.scorekeepers} scorekeepers, {size.judges} "
        f"judges, {size.coaches} coaches; {day.minutes:g} minutes {day.clock.factor:g} times as fast, "
        f"in {outcome.seconds:.0f} s.",
        f"{asked:,} requests, {asked / outcome.seconds:.0f} in a second; {saved:,} entries, {len(day.verified):,} "
        f"sheets verified, {len(day.visits):,} visits of judges, {len(day.jobs)} documents, {day.backups} backups.",
        f"Processors busy: {cores}, visitors {outcome.client:.2f}. Visitors asked {_ms(lags, 50)} ms (p50), "
        f"{_ms(lags, 99)} ms (p99) later than meant.",
        f"Database: {outcome.before / 1e6:.1f} MB before, {outcome.after / 1e6:.1f} MB after"
        + (f"; {grown * 1000 / saved:.1f} kB for each entry." if saved else "."),
    ]


def _pages(asked: list[Asked]) -> list[str]:
    by_page: dict[str, list[Asked]] = defaultdict(list)
    for each in asked:
        by_page[each.page].append(each)
    lines = ["| page | requests | unchanged | p50 ms | p95 ms | p99 ms | errors |", f"| --- {'| ---: ' * 6}|"]
    for page, some in [*sorted(by_page.items()), ("all", asked)]:
        times = sorted(each.took for each in some)
        same = sum(each.status == 304 for each in some)
        errors = sum(each.status == 0 or each.status >= 400 for each in some)
        figures = [_ms(times, 50), _ms(times, 95), _ms(times, 99)]
        lines.append(f"| {page} | {len(some)} | {same / len(some):.0%} | {' | '.join(figures)} | {errors} |")
    return lines


def _ms(times: list[float], percent: int) -> str:
    return f"{times[min(len(times) - 1, len(times) * percent // 100)] * 1000:.0f}"


def _memory(looks: list[list[Memory]]) -> list[str]:
    """Of each kind of process: how many, the largest at first, at most and at last, and all together by their share."""
    lines = ["| process | how many | largest, MB at first | at most | at last | together (PSS) |"]
    lines.append(f"| --- {'| ---: ' * 5}|")
    for kind in dict.fromkeys(each.kind for each in looks[-1]):
        first, last = ([each for each in look if each.kind == kind] for look in (looks[0], looks[-1]))
        most = max(each.resident for look in looks for each in look if each.kind == kind)
        at_first, at_last = (max((each.resident for each in some), default=0.0) for some in (first, last))
        together = sum(each.own for each in last)
        lines.append(f"| {kind} | {len(last)} | {at_first:.0f} | {most:.0f} | {at_last:.0f} | {together:.0f} |")
    return lines
