"""Runs the hour against a real `bin/run`, and reports the measurements as Markdown tables."""

from __future__ import annotations

import asyncio
import os
import resource
import time
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.load.process_stats import Memory, database_bytes, memory_of, with_descendants
from tests.load.roles import LoadDay, all_tasks
from tests.load.visitors import RequestLog, RequestRecord, SimulatedClock
from tests.load.world import World
from tests.system.program import Program, processes, running_program

MEMORY_SAMPLES = 20  # at the memory, during the hour


@dataclass(frozen=True)
class Pace:
    """How many times faster than real time, and how many minutes."""

    factor: float
    minutes: float


@dataclass
class Outcome:
    """The measurements of one hour: requests, memory samples, CPU use, and the size of the database."""

    day: LoadDay
    seconds: float
    client: float
    before: int
    after: int = 0
    stderr: str = ""
    memory: list[list[Memory]] = field(default_factory=list)
    cores: dict[str, float] = field(default_factory=dict)


def run_hour(world: World, folder: Path, pace: Pace, workers: int, servers: dict[str, Any]) -> Outcome:
    """Start `bin/run` with one worker and run all visitors in this process."""
    before = database_bytes()
    with running_program(folder, "--bind", "127.0.0.1", "--workers", str(workers), **servers) as program:
        program.wait_until_up()
        program.wait_until_ready()
        day = LoadDay(world, program.port, SimulatedClock(pace.factor), RequestLog(), pace.minutes)
        outcome = Outcome(day, 0.0, 0.0, before)
        begin, used = time.monotonic(), resource.getrusage(resource.RUSAGE_SELF)
        busy = _cpu_seconds(_servers(program))
        asyncio.run(_run_tasks(outcome, program))
        outcome.seconds = time.monotonic() - begin
        now = resource.getrusage(resource.RUSAGE_SELF)
        outcome.client = (now.ru_utime + now.ru_stime - used.ru_utime - used.ru_stime) / outcome.seconds
        after = _cpu_seconds(_servers(program))
        outcome.cores = {kind: (after[kind] - busy[kind]) / outcome.seconds for kind in after}
    outcome.after, outcome.stderr = database_bytes(), program.err
    return outcome


async def _run_tasks(outcome: Outcome, program: Program) -> None:
    day = outcome.day
    outcome.memory.append(memory_of(_servers(program)))
    day.clock.start()
    over = asyncio.Event()
    watching = asyncio.create_task(_sample_memory(outcome, program, over))
    await asyncio.gather(*all_tasks(day))
    over.set()
    await watching


async def _sample_memory(outcome: Outcome, program: Program, over: asyncio.Event) -> None:
    """Sample the memory now and then, in a thread so that the visitors don't wait for it."""
    every = outcome.day.end / outcome.day.clock.factor / MEMORY_SAMPLES
    while not over.is_set():
        try:
            await asyncio.wait_for(over.wait(), every)
        except TimeoutError:
            outcome.memory.append(await asyncio.to_thread(lambda: memory_of(_servers(program))))
    outcome.memory.append(memory_of(_servers(program)))


def _servers(program: Program) -> list[int]:
    """The processes of the program, and of the servers that this run has started for it."""
    mine = {pid for pid, parent, _ in processes() if parent in (os.getpid(), os.getppid())}
    return with_descendants(*(mine - {os.getpid()}))


def _cpu_seconds(pids: list[int]) -> Counter[str]:
    """CPU seconds used so far, by kind of process."""
    seconds: Counter[str] = Counter()
    for each in memory_of(pids):
        parts = Path(f"/proc/{each.pid}/stat").read_text().rpartition(")")[2].split()
        seconds[each.kind] += (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")  # type: ignore[assignment]
    return seconds


# -- report -----------------------------------------------------------------------------------------------------------


def report(outcome: Outcome) -> str:
    return "\n".join([*_facts(outcome), "", *_pages(outcome.day.log.requests), "", *_memory(outcome.memory)])


def _facts(outcome: Outcome) -> list[str]:
    day, size = outcome.day, outcome.day.world.size
    lags = sorted(day.clock.lags) or [0.0]
    saved = sum(len(numbers) for numbers in day.entries.values())
    cores = ", ".join(f"{kind} {share:.2f}" for kind, share in sorted(outcome.cores.items()) if share >= 0.005)
    count = len(day.log.requests)
    grown = (outcome.after - outcome.before) / 1e6
    return [
        f"{size.players:,} players, {len(day.world.tables):,} tables, {size.scorekeepers} scorekeepers, {size.judges} "
        f"judges, {size.coaches} coaches; {day.minutes:g} minutes {day.clock.factor:g} times as fast, "
        f"in {outcome.seconds:.0f} s.",
        f"{count:,} requests, {count / outcome.seconds:.0f} in a second; {saved:,} entries, {len(day.verified):,} "
        f"sheets verified, {len(day.visits):,} visits of judges, {len(day.jobs)} documents, {day.backups} backups.",
        f"Processors busy: {cores}, visitors {outcome.client:.2f}. Visitors asked {_ms(lags, 50)} ms (p50), "
        f"{_ms(lags, 99)} ms (p99) later than meant.",
        f"Database: {outcome.before / 1e6:.1f} MB before, {outcome.after / 1e6:.1f} MB after"
        + (f"; {grown * 1000 / saved:.1f} kB for each entry." if saved else "."),
    ]


def _pages(requests: list[RequestRecord]) -> list[str]:
    by_page: dict[str, list[RequestRecord]] = defaultdict(list)
    for each in requests:
        by_page[each.page].append(each)
    lines = ["| page | requests | unchanged | p50 ms | p95 ms | p99 ms | errors |", f"| --- {'| ---: ' * 6}|"]
    for page, some in [*sorted(by_page.items()), ("all", requests)]:
        times = sorted(each.took for each in some)
        same = sum(each.status == 304 for each in some)
        errors = sum(each.status == 0 or each.status >= 400 for each in some)
        percentiles = [_ms(times, 50), _ms(times, 95), _ms(times, 99)]
        lines.append(f"| {page} | {len(some)} | {same / len(some):.0%} | {' | '.join(percentiles)} | {errors} |")
    return lines


def _ms(times: list[float], percent: int) -> str:
    return f"{times[min(len(times) - 1, len(times) * percent // 100)] * 1000:.0f}"


def _memory(samples: list[list[Memory]]) -> list[str]:
    """Memory by kind of process: the largest one at the start, at most, and at the end, and the PSS of all together."""
    lines = ["| process | how many | largest, MB at first | at most | at last | together (PSS) |"]
    lines.append(f"| --- {'| ---: ' * 5}|")
    for kind in dict.fromkeys(each.kind for each in samples[-1]):
        first, last = ([each for each in sample if each.kind == kind] for sample in (samples[0], samples[-1]))
        most = max(each.resident for sample in samples for each in sample if each.kind == kind)
        at_first, at_last = (max((each.resident for each in some), default=0.0) for some in (first, last))
        together = sum(each.own for each in last)
        lines.append(f"| {kind} | {len(last)} | {at_first:.0f} | {most:.0f} | {at_last:.0f} | {together:.0f} |")
    return lines
