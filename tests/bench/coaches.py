"""Whether polling coaches slow down a scorekeeper: `python -m tests.bench.coaches`.

One scorekeeper saves a sheet each second, first alone, then while 500 coaches have their team's page open, which polls
every 15 seconds. Without verification every save is news, so every coach gets a new page; with verification a save
isn't news yet, and the coaches get a 304. In the end all 500 reload at once. Runs the web server like `bin/run`, on
SQLite and PostgreSQL.
"""

from __future__ import annotations

import http.client
import statistics
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from queue import Queue
from typing import TYPE_CHECKING

from tests.bench.common import Browser, on_both_databases, serving

if TYPE_CHECKING:
    from foundation.tournaments import Tournament

COACHES = 500
EVERY = 15.0
SAVES = 20
PACE = 1.0
THREADS = 24
TABLES = 840


def measure() -> None:
    """Run on the empty database of the environment."""
    import django

    django.setup()
    from config import startup_tasks
    from scoring.models import Release
    from tests.collecting_round import create_collecting_round, scorekeeper_with_session, sheets_of

    startup_tasks.run_startup_tasks()
    tournament = create_collecting_round(TABLES)
    Release.objects.create(division=tournament.events.get().divisions.get(), rounds=1)
    sheets = iter(sheets_of(tournament))
    coaches = [Coach(path) for path in coach_link_paths(tournament)]
    _, session = scorekeeper_with_session(tournament)
    with serving() as port:
        browser = Browser(port, tournament.slug, session)
        browser.open_sheet(next(sheets))
        for policy in ("check", "none"):
            tournament.events.update(verification=policy)
            measure_saves(port, browser, sheets, coaches, policy)
        reload_at_once(port, browser, sheets, coaches)


def coach_link_paths(tournament: Tournament) -> list[str]:
    """The path of each coach link."""
    from foundation.accounts.invitations import path_of
    from tests import factories
    from tournament.models import Team

    teams = Team.objects.filter(tournament=tournament).select_related("tournament")[:COACHES]
    return [path_of(factories.coach_link(team)) for team in teams]


@dataclass
class Coach:
    """A browser with a cache of ETags."""

    path: str
    tags: dict[str, str] = field(default_factory=dict)

    def request_page(self, connection: http.client.HTTPConnection, part: str = "live/") -> tuple[int, float]:
        begin = time.perf_counter()
        known = {"If-None-Match": self.tags[part]} if part in self.tags else {}
        connection.request("GET", self.path + part, headers=known | {"HX-Request": "true", "Accept-Encoding": "gzip"})
        answer = connection.getresponse()
        answer.read()
        self.tags[part] = answer.headers["ETag"] or ""
        return answer.status, (time.perf_counter() - begin) * 1000


class Crowd:
    """Coaches who poll in turn, each every 15 seconds, until the context ends."""

    def __init__(self, port: int, coaches: list[Coach]) -> None:
        self.port, self.coaches = port, coaches
        self.due: Queue[Coach | None] = Queue()
        self.answers: list[tuple[int, float]] = []
        self.over = threading.Event()
        self.threads = [
            threading.Thread(target=self._queue_coaches),
            *(threading.Thread(target=self._send_requests) for _ in range(THREADS)),
        ]

    def __enter__(self) -> Crowd:
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.over.set()
        for _thread in range(THREADS):
            self.due.put(None)
        for thread in self.threads:
            thread.join()

    def _queue_coaches(self) -> None:
        while True:
            for coach in self.coaches:
                if self.over.wait(EVERY / len(self.coaches)):
                    return
                self.due.put(coach)

    def _send_requests(self) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        while (coach := self.due.get()) is not None:
            try:
                self.answers.append(coach.request_page(connection))
            except (ConnectionError, http.client.HTTPException):  # the server closes idle connections
                connection.close()
                self.due.put(coach)


def measure_saves(port: int, browser: Browser, sheets: Iterator[int], coaches: list[Coach], policy: str) -> None:
    """Measure saves alone and beside the coaches, in turns, so that other load on the machine affects both."""
    alone: list[float] = []
    beside: list[float] = []
    answers: list[tuple[int, float]] = []
    for _ in range(2):
        alone += save_every_second(browser, sheets)
        with Crowd(port, coaches) as crowd:
            time.sleep(EVERY)  # until every coach has polled once
            del crowd.answers[:]
            beside += save_every_second(browser, sheets)
            answers += crowd.answers
    kinds = Counter(status for status, _ in answers)
    one, two = statistics.median(alone), statistics.median(beside)
    times = [took for _, took in answers]
    print(
        f"verification {policy:<6} save alone {one:6.2f} ms   beside {len(coaches)} coaches {two:6.2f} ms   "
        f"ratio of medians {two / one:5.2f}   (p95 {percentile_95(alone):.0f} and {percentile_95(beside):.0f} ms)\n"
        f"  coaches: {kinds[304]} unchanged, {kinds[200]} new pages, "
        f"median {statistics.median(times):.0f} ms, p95 {percentile_95(times):.0f} ms",
        flush=True,
    )


def save_every_second(browser: Browser, sheets: Iterator[int]) -> list[float]:
    browser.connection.close()  # the server closes idle connections; this one reopens automatically
    times = []
    for _ in range(SAVES):
        begin = time.perf_counter()
        times.append(browser.save(next(sheets)))
        time.sleep(max(0.0, PACE - (time.perf_counter() - begin)))
    return times


def reload_at_once(port: int, browser: Browser, sheets: Iterator[int], coaches: list[Coach]) -> None:
    """All coaches reload at once while the scorekeeper keeps saving."""
    browser.connection.close()
    alone = [browser.save(next(sheets)) for _ in range(20)]
    start = threading.Barrier(len(coaches) + 1)

    def reload_page(coach: Coach) -> float:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        start.wait()
        status, took = coach.request_page(connection, "")
        assert status == 200
        return took

    with ThreadPoolExecutor(len(coaches)) as threads:
        reloads = [threads.submit(reload_page, coach) for coach in coaches]
        start.wait()
        begin = time.perf_counter()
        beside = []
        while not all(each.done() for each in reloads):
            beside.append(browser.save(next(sheets)))
        seconds = time.perf_counter() - begin
    print(
        f"{len(coaches)} reload in the same moment: all have their page after {seconds:.1f} s; meanwhile {len(beside)} "
        f"saves, median {statistics.median(beside):.0f} ms, longest {max(beside):.0f} ms "
        f"(alone {statistics.median(alone):.0f} ms)",
        flush=True,
    )


def percentile_95(times: list[float]) -> float:
    return sorted(times)[len(times) * 95 // 100]


if __name__ == "__main__":
    measure() if sys.argv[1:] == ["measure"] else on_both_databases("tests.bench.coaches")
