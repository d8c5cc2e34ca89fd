"""How page costs grow with the size of the tournament, for one request at a time and without the network.

Each page goes through the whole application. The costs are queries, bytes, and CPU time, which doesn't depend on what
else the machine does. The CPU time of PostgreSQL itself isn't included.
"""

from __future__ import annotations

import importlib
import statistics
import time
from dataclasses import asdict, dataclass
from typing import Any

from tests.load.process_stats import database_bytes

TIMES = 7


@dataclass(frozen=True)
class PageCost:
    """The cost of one page: milliseconds, queries, kilobytes of HTML. `again`: milliseconds if it is unchanged."""

    page: str
    time: float
    queries: int
    size: float
    again: float


def measure(players: int) -> dict[str, Any]:
    """Measure every page on the empty database of the environment, while a round is being collected."""
    from django.conf import settings
    from django.test import Client
    from django.test.utils import override_settings

    from tests.load.pages import ALL_PAGES
    from tests.load.world import Size, make_world, verify_some

    importlib.import_module("config.wsgi")  # as the web server starts
    world = make_world(Size(players))
    verify_some(world)
    browsers = {name: Client() for name in ("public", "director", "scorekeeper", "judge")}
    sessions = {"director": world.director, "scorekeeper": world.scorekeepers[0], "judge": world.judges[0]}
    for name, session in sessions.items():
        browsers[name].cookies[settings.SESSION_COOKIE_NAME] = session
    with override_settings(ALLOWED_HOSTS=["testserver"]):
        costs = [
            _cost(browsers[page.browser], page.page, page.path(world), {"HX-Request": "true"} if page.part else {})
            for page in ALL_PAGES
        ]
    return {"players": players, "database": database_bytes(), "costs": [asdict(cost) for cost in costs]}


def _cost(browser: Any, page: str, path: str, headers: dict[str, str]) -> PageCost:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    browser.get(path, headers=headers)  # the first visit brings a cookie
    with CaptureQueriesContext(connection) as captured:
        response = browser.get(path, headers=headers)
    queries = len(captured)
    assert response.status_code in (200, 302), f"{path}: {response.status_code}"
    known = headers | ({"If-None-Match": response["ETag"]} if "ETag" in response else {})
    size = len(response.content) / 1000
    return PageCost(page, _median(browser, path, headers), queries, size, _median(browser, path, known))


def _median(browser: Any, path: str, headers: dict[str, str]) -> float:
    times = []
    for _ in range(TIMES):
        begin = time.process_time()
        browser.get(path, headers=headers)
        times.append((time.process_time() - begin) * 1000)
    return statistics.median(times)


def report(measurements: list[dict[str, Any]]) -> str:
    """A Markdown table: the time at each size, the ratio of largest to smallest, queries, and kilobytes."""
    sizes = [each["players"] for each in measurements]
    head = ["page", *(f"ms at {size:,}" for size in sizes), "times", "queries", "kB", "ms if unchanged"]
    lines = [f"| {' | '.join(head)} |", f"| --- {'| ---: ' * (len(head) - 1)}|"]
    for costs in zip(*(each["costs"] for each in measurements), strict=True):
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
    of_base = [f"{each['database'] / 1e6:.1f} MB at {each['players']:,}" for each in measurements]
    each_player = (measurements[-1]["database"] - measurements[0]["database"]) / max(1, sizes[-1] - sizes[0]) / 1000
    lines += ["", f"Database: {', '.join(of_base)}; {each_player:.1f} kB for each further player."]
    return "\n".join(lines)


def _span(first: int, last: int) -> str:
    return str(first) if first == last else f"{first} to {last}"
