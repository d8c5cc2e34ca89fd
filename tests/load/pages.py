"""The pages that people look at during the day, with their paths, including public and coach pages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tests.load.world import World


@dataclass(frozen=True)
class WatchedPage:
    """A page that someone requests. `part`: only the part that changes (htmx). `browser`: whose session it uses."""

    page: str
    path: Callable[[World], str]
    browser: str = "director"
    part: bool = False


def _staff_page(rest: str) -> Callable[[World], str]:
    return lambda world: f"/t/{world.tournament.slug}/{rest}"


def _public_page(rest: str) -> Callable[[World], str]:
    return lambda world: f"/p/{world.tournament.slug}/{rest}"


def _round_page(before: str, after: str = "") -> Callable[[World], str]:
    return lambda world: f"/t/{world.tournament.slug}/{before}{next(iter(world.rounds.values()))}/{after}"


# Parts that open pages request automatically.
DAY_BOARD = WatchedPage("day board, live", _staff_page(""), part=True)
SHEETS_BOARD = WatchedPage("board of sheets, live", _staff_page("sheets/"), "scorekeeper", part=True)
JUDGES_BOARD = WatchedPage("board of judges, live", _staff_page("judging/"), "judge", part=True)
CLOCKS = WatchedPage("room clock, live", _staff_page("clock/"), part=True)
STANDINGS = WatchedPage("standings, live", _staff_page("standings/"), part=True)
WALL_OF_TABLES = WatchedPage("wall of tables", _public_page("wall/"), "public", part=True)
WALL_OF_STANDINGS = WatchedPage("wall of standings", _public_page("standings/wall/"), "public", part=True)
PUBLIC_STANDINGS = WatchedPage("public standings, live", _public_page("standings/"), "public", part=True)
COACH = WatchedPage("coach's page", lambda world: world.coaches[0], "public")
COACH_LIVE = WatchedPage("coach's page, live", lambda world: f"{world.coaches[0]}live/", "public", part=True)
FIND_TABLE = WatchedPage("find a table", _public_page("tables/?q=One7"), "public", part=True)
SHEET = WatchedPage(
    "a sheet", lambda world: f"/t/{world.tournament.slug}/sheets/{world.tables[0].sheet}/", "scorekeeper"
)
BY_NUMBER = WatchedPage(
    "sheet by number", lambda world: _staff_page(f"sheets/?table={world.tables[0].number}")(world), "scorekeeper"
)
NEXT = WatchedPage("next sheet", _staff_page("sheets/next/"), "scorekeeper")

LIVE_PAGES = (
    *(DAY_BOARD, SHEETS_BOARD, JUDGES_BOARD, CLOCKS, STANDINGS, WALL_OF_TABLES, WALL_OF_STANDINGS),
    *(PUBLIC_STANDINGS, COACH_LIVE),
)

# Pages that a director opens now and then: the next one every 30 seconds.
OCCASIONAL_PAGES = (
    WatchedPage("day board", _staff_page("")),
    WatchedPage("board of sheets", _staff_page("sheets/")),
    WatchedPage("board of sheets, to verify", _staff_page("sheets/?state=entered")),
    WatchedPage("standings of players", _staff_page("standings/")),
    WatchedPage("standings of teams", _staff_page("standings/?list=teams")),
    WatchedPage("charts", _staff_page("standings/charts/")),
    WatchedPage("changes in the standings", _staff_page("standings/changes/")),
    WatchedPage("results of a round", _round_page("results/")),
    WatchedPage("piles", _round_page("sheets/piles/")),
    WatchedPage("all sheets in a grid", _round_page("sheets/grid/")),
    WatchedPage("who sits where", _staff_page("seating/")),
    WatchedPage("draw of a round", _round_page("draws/")),
    WatchedPage("rounds", _staff_page("rounds/")),
    WatchedPage("round", _round_page("rounds/")),
    WatchedPage("teams", _staff_page("teams/")),
    WatchedPage("roster", _staff_page("roster/")),
    WatchedPage("check-in", _staff_page("checkin/")),
    WatchedPage("judges and conflicts", _staff_page("judges/")),
    WatchedPage("penalties", _staff_page("penalties/")),
    WatchedPage("protests", _staff_page("protests/")),
    WatchedPage("print", _staff_page("print/")),
    WatchedPage("release", _staff_page("release/")),
    WatchedPage("staff", _staff_page("staff/")),
    WatchedPage("backups", _staff_page("backups/")),
    WatchedPage("ceremony", _staff_page("ceremony/")),
    WatchedPage("log", lambda world: "/log/"),
    WatchedPage("public page", _public_page(""), "public"),
    WatchedPage("public tables", _public_page("tables/"), "public"),
    WatchedPage("public standings", _public_page("standings/"), "public"),
    WatchedPage("coach's page", lambda world: world.coaches[0], "public"),
)
ALL_PAGES = (*LIVE_PAGES, FIND_TABLE, SHEET, BY_NUMBER, NEXT, *OCCASIONAL_PAGES)
