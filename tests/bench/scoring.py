"""The speed of saving a sheet compared with a bare view that inserts the same rows: `python -m tests.bench.scoring`.

One run measures SQLite and PostgreSQL with the web server started like `bin/run`. Requests to the two views alternate,
so that other load on the machine affects both. Then 64 scorekeepers save at once, and the size of the entry page is
measured.
"""

from __future__ import annotations

import gzip
import re
import statistics
import sys
import threading
import time
import uuid
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from tests.bench.common import Browser, on_both_databases, serving

PAIRS = 150
WARM_UP = 20
SCOREKEEPERS = 64
SHEETS_EACH = 4
TABLES = 2 * 2 * (PAIRS + WARM_UP) + SCOREKEEPERS * SHEETS_EACH + 3


def measure() -> None:
    """Run on the empty database of the environment."""
    import django

    django.setup()
    from config import startup_tasks
    from tests.collecting_round import create_collecting_round, scorekeeper_with_session, sheets_of

    startup_tasks.run_startup_tasks()
    tournament = create_collecting_round(TABLES)
    sheets = iter(sheets_of(tournament))
    scorekeepers = [scorekeeper_with_session(tournament) for _ in range(SCOREKEEPERS)]
    with serving() as port:
        browser = Browser(port, tournament.slug, scorekeepers[0][1])
        for policy in ("check", "none"):
            tournament.events.update(verification=policy)
            compare_with_bare_view(browser, sheets, policy)
        measure_page_size(browser, next(sheets))
        save_at_once(port, tournament, scorekeepers, sheets)


# -- one after the other ----------------------------------------------------------------------------------------------


def compare_with_bare_view(browser: Browser, sheets: Iterator[int], policy: str) -> None:
    """Measure alternating saves with the two views."""
    first = next(sheets)
    browser.open_sheet(first)
    browser.save(first)
    ours, bare = [], []
    for _ in range(WARM_UP + PAIRS):
        mine, other = next(sheets), next(sheets)
        ours.append(browser.save(mine))
        bare.append(browser.save_bare(rows_like(first, other)))
    assert rows_of(mine) == rows_of(other), "the bare view inserts the same rows"
    one, two = (statistics.median(times[WARM_UP:]) for times in (ours, bare))
    print(
        f"verification {policy:<6} save {one:6.2f} ms   bare view {two:6.2f} ms   ratio of medians {one / two:5.2f}",
        flush=True,
    )


MADE_BY_THE_DATABASE = {"id", "entry_id", "entered_at", "verified_at", "at", "since", "subject_id"}
NOT_THE_SAME = MADE_BY_THE_DATABASE | {"sheet_id", "place_id", "player_id", "key", "asked", "text", "data"}


def rows_of(sheet: int) -> list[dict[str, Any]]:
    """The database rows of a saved sheet, without the values that differ between sheets."""
    rows = _rows(sheet)
    every = [rows["entry"], rows["line"], *rows["results"], *([rows["verification"]] if rows["verification"] else [])]
    return [{name: value for name, value in row.items() if name not in NOT_THE_SAME} for row in every]


def rows_like(first: int, sheet: int) -> dict[str, Any]:
    """The rows of a saved sheet, changed to those of another sheet, ready for JSON."""
    from scoring.models import Sheet

    rows = _rows(first)
    places = Sheet.objects.get(pk=sheet).table.seats.order_by("number").values_list("place_id", "place__player_id")
    rows["entry"] |= {"sheet_id": sheet}
    for row, (place, player) in zip(rows["results"], places, strict=bool(rows["results"])):
        row |= {"sheet_id": sheet, "place_id": place, "player_id": player, "points": str(row["points"])}
    rows["line"] |= {"key": uuid.uuid4().hex * 2}
    for row in (rows["entry"], rows["line"], rows["verification"] or {}, *rows["results"]):
        for name in MADE_BY_THE_DATABASE & set(row):
            del row[name]
    return rows


def _rows(sheet: int) -> dict[str, Any]:
    from foundation.activity.models import LogLine
    from scoring.models import Entry, Result, Verification

    entry = Entry.objects.filter(sheet=sheet).values().get()
    return {
        "entry": entry,
        "verification": Verification.objects.filter(entry=entry["id"]).values().first(),
        "results": list(Result.objects.filter(sheet=sheet).order_by("seat").values()),
        "line": LogLine.objects.filter(subject_type="scoring.Entry", subject_id=str(entry["id"])).values().get(),
    }


# -- all at once ------------------------------------------------------------------------------------------------------


def save_at_once(port: int, tournament: Any, scorekeepers: list[tuple[Any, str]], sheets: Iterator[int]) -> None:
    """Let all scorekeepers save their own sheets at the same time."""
    from scoring.models import Entry

    piles = [[next(sheets) for _ in range(SHEETS_EACH)] for _ in scorekeepers]
    browsers = [Browser(port, tournament.slug, session) for _, session in scorekeepers]
    for browser, pile in zip(browsers, piles, strict=True):
        browser.open_sheet(pile[0])
        browser.connection.close()  # the server closes idle connections
    start = threading.Barrier(len(scorekeepers) + 1)

    def work(browser: Browser, pile: list[int]) -> list[float]:
        start.wait()
        return [browser.save(sheet) for sheet in pile]

    with ThreadPoolExecutor(len(scorekeepers)) as threads:
        working = [threads.submit(work, *each) for each in zip(browsers, piles, strict=True)]
        start.wait()
        begin = time.perf_counter()
        times = sorted(took for each in working for took in each.result())
        seconds = time.perf_counter() - begin
    every = [sheet for pile in piles for sheet in pile]
    entries = Entry.objects.filter(sheet__in=every)
    assert (entries.count(), entries.values("sheet").distinct().count()) == (len(every), len(every))
    print(
        f"{len(scorekeepers)} scorekeepers at once: {len(every)} sheets, no error, one entry each; "
        f"p50 {statistics.median(times):.0f} ms, p99 {times[len(times) * 99 // 100]:.0f} ms, "
        f"{len(every) / seconds:.0f} saves per second",
        flush=True,
    )


# -- the page ---------------------------------------------------------------------------------------------------------


def measure_page_size(browser: Browser, sheet: int) -> None:
    """Print how many bytes a first visit to the entry page transfers."""
    page = browser.open_sheet(sheet)
    html = gzip.decompress(page).decode()
    files = set(re.findall(r'(?:src|href)="(/static/[^"]+\.(?:css|js|svg))"', html))
    weights = [len(browser.get(file)[1]) for file in files]
    print(
        f"entry page: HTML {len(html) / 1000:.1f} kB, {len(page) / 1000:.1f} compressed; "
        f"with {len(files)} files of style and script "
        f"{(len(page) + sum(weights)) / 1000:.1f} kB as transferred",
        flush=True,
    )


if __name__ == "__main__":
    measure() if sys.argv[1:] == ["measure"] else on_both_databases("tests.bench.scoring")
