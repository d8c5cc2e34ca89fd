"""What grows with what: every page at several sizes of the tournament, alone and without the network.

Each page is asked through the whole program, as a browser would. Counted are questions to the database and bytes, and
processor time is taken, which stays the same whatever else the machine does; that of PostgreSQL itself is not in it.
"""

from __future__ import annotations

import importlib
import statistics
import time
from dataclasses import asdict, dataclass
from typing import Any

from tests.load.watch import database_bytes

TIMES = 7


@dataclass(frozen=True)
class Cost:
    """Of one page: milliseconds, questions, kilobytes as HTML; `again`: milliseconds if the browser has it already."""

    page: str
    time: float
    queries: int
    size: float
    again: float


def measure(players: int) -> dict[str, Any]:
    """On the database of the environment, from nothing, while a round is being collected."""
    from django.conf import settings
    from django.test import Client
    from django.test.utils import override_settings

    from tests.load.pages import EVERY
    from tests.load.world import Size, make, verify_some

    importlib.import_module("config.wsgi")  # as the web server starts
    world = make(Size(players))
    verify_some(world)
    browsers = {name: Client() for name in ("public", "director", "scorekeeper", "judge")}
    sessions = {"director": world.director, "scorekeeper": world.scorekeepers[0], "judge": world.judges[0]}
    for name, session in sessions.items():
        browsers[name].cookies[settings.SESSION_COOKIE_NAME] = session
    with override_settings(ALLOWED_HOSTS=["testserver"]):
        costs = [
            _cost(browsers[look.who], look.page, look.address(world), {"HX-Request": "true"} if look.part else {})
            for look in EVERY
        ]
    return {"players": players, "database": database_bytes(), "costs": [asdict(cost) for cost in costs]}


def _cost(browser: Any, page: str, address: str, headers: dict[str, str]) -> Cost:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    browser.get(address, headers=headers)  # the first visit brings a cookie
    with CaptureQueriesContext(connection) as asked:
        answer = browser.get(address, headers=headers)
    queries = len(asked)
    assert answer.status_code in (200, 302), f"{address}: {answer.status_code}"
    known = headers | ({"If-None-Match": answer["ETag"]} if "ETag" in answer else {})
    size = len(answer.content) / 1000
    return Cost(page, _median(browser, address, headers), queries, size, _median(browser, address, known))


def _median(browser: Any, address: str, headers: dict[str, str]) -> float:
    times = []
    for _ in range(TIMES):
        begin = time.process_time()
        browser.get(address, headers=headers)
        times.append((time.process_time() - begin) * 1000)
    return statistics.median(times)


def report(found: list[dict[str, Any]]) -> str:
    """A table to paste: at each size time, questions and kilobytes; then how often the time of the smallest it is."""
    sizes = [each["players"] for each in found]
    head = ["page", *(f"ms at {size:,}" for size in sizes), "times", "queries", "kB", "ms if unchanged"]
    lines = [f"| {' | '.join(head)} |", f"| --- {'| ---: ' * (len(head) - 1)}|"]
    for costs in zip(*(each["costs"] for each in found), strict=True):
        first, last = costs[0], costs[-1]
        cells = [
            first["page"],
            *(f"{cost['time']:.1f}" for cost in costs),
            f"{last['time'] / first['time']:.1f}",
            _span(first["queries"], last["queries"]),
            _span(round(first["size"]), round(last["size"])),
            f"{last['again']:.1f}",
        ]
        lines.append(f"| {' | '.join(cells)} |")
    of_base = [f"{each['database'] / 1e6:.1f} MB at {each['players']:,}" for each in found]
    each_player = (found[-1]["database"] - found[0]["database"]) / max(1, sizes[-1] - sizes[0]) / 1000
    lines += ["", f"Database: {', '.join(of_base)}; {each_player:.1f} kB for each further player."]
    return "\n".join(lines)


def _span(first: int, last: int) -> str:
    return str(first) if first == last else f"{first} to {last}"
