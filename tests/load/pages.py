"""The pages that are looked at during the day, each with its address; those of the public and of coaches among them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tests.load.world import World


@dataclass(frozen=True)
class Look:
    """A page as somebody asks for it. `part`: only what changes. `who`: whose browser it is."""

    page: str
    address: Callable[[World], str]
    who: str = "director"
    part: bool = False


def _staff(rest: str) -> Callable[[World], str]:
    return lambda world: f"/t/{world.tournament.slug}/{rest}"


def _public(rest: str) -> Callable[[World], str]:
    return lambda world: f"/p/{world.tournament.slug}/{rest}"


def _of_round(before: str, after: str = "") -> Callable[[World], str]:
    return lambda world: f"/t/{world.tournament.slug}/{before}{next(iter(world.rounds.values()))}/{after}"


# What a page asks for by itself while it is open.
DAY_BOARD = Look("day board, live", _staff(""), part=True)
SHEETS_BOARD = Look("board of sheets, live", _staff("sheets/"), "scorekeeper", part=True)
JUDGES_BOARD = Look("board of judges, live", _staff("judging/"), "judge", part=True)
CLOCKS = Look("room clock, live", _staff("clock/"), part=True)
STANDINGS = Look("standings, live", _staff("standings/"), part=True)
WALL_OF_TABLES = Look("wall of tables", _public("wall/"), "public", part=True)
WALL_OF_STANDINGS = Look("wall of standings", _public("standings/wall/"), "public", part=True)
PUBLIC_STANDINGS = Look("public standings, live", _public("standings/"), "public", part=True)
COACH = Look("coach's page", lambda world: world.coaches[0], "public")
COACH_LIVE = Look("coach's page, live", lambda world: f"{world.coaches[0]}live/", "public", part=True)
FIND_TABLE = Look("find a table", _public("tables/?q=One7"), "public", part=True)
SHEET = Look("a sheet", lambda world: f"/t/{world.tournament.slug}/sheets/{world.tables[0].sheet}/", "scorekeeper")
BY_NUMBER = Look(
    "sheet by number", lambda world: _staff(f"sheets/?table={world.tables[0].number}")(world), "scorekeeper"
)
NEXT = Look("next sheet", _staff("sheets/next/"), "scorekeeper")

LIVE = (
    *(DAY_BOARD, SHEETS_BOARD, JUDGES_BOARD, CLOCKS, STANDINGS, WALL_OF_TABLES, WALL_OF_STANDINGS),
    *(PUBLIC_STANDINGS, COACH_LIVE),
)

# What a director opens now and then; somebody opens the next of them every half minute.
NOW_AND_THEN = (
    Look("day board", _staff("")),
    Look("board of sheets", _staff("sheets/")),
    Look("board of sheets, to verify", _staff("sheets/?state=entered")),
    Look("standings of players", _staff("standings/")),
    Look("standings of teams", _staff("standings/?list=teams")),
    Look("charts", _staff("standings/charts/")),
    Look("changes in the standings", _staff("standings/changes/")),
    Look("results of a round", _of_round("results/")),
    Look("piles", _of_round("sheets/piles/")),
    Look("all sheets in a grid", _of_round("sheets/grid/")),
    Look("who sits where", _staff("seating/")),
    Look("draw of a round", _of_round("draws/")),
    Look("rounds", _staff("rounds/")),
    Look("round", _of_round("rounds/")),
    Look("teams", _staff("teams/")),
    Look("roster", _staff("roster/")),
    Look("check-in", _staff("checkin/")),
    Look("judges and conflicts", _staff("judges/")),
    Look("penalties", _staff("penalties/")),
    Look("protests", _staff("protests/")),
    Look("print", _staff("print/")),
    Look("release", _staff("release/")),
    Look("staff", _staff("staff/")),
    Look("backups", _staff("backups/")),
    Look("ceremony", _staff("ceremony/")),
    Look("log", lambda world: "/log/"),
    Look("public page", _public(""), "public"),
    Look("public tables", _public("tables/"), "public"),
    Look("public standings", _public("standings/"), "public"),
    Look("coach's page", lambda world: world.coaches[0], "public"),
)
EVERY = (*LIVE, FIND_TABLE, SHEET, BY_NUMBER, NEXT, *NOW_AND_THEN)
