"""Checks after a rehearsal, based on the archive and `recomputed.py` only, not on Headtable's own code.

Each check yields sentences about what is wrong. The standings that people saw must follow from the archive; everyone
has one seat and one result per round; each table's points add up; only players who advanced are in the playoffs;
everything that was acknowledged is there exactly once.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator
from decimal import Decimal
from io import BytesIO
from typing import Any

from rehearsal import recomputed
from rehearsal.acknowledgments import Acknowledgments, TableKey

Archive = dict[str, list[dict[str, Any]]]
ORIGINS_OF_PEOPLE = ("web", "api")
DECISION_SOURCES = ("ruling", "appeal")
POINTS_OF_A_TABLE = {3: Decimal(12), 2: Decimal(10)}


def find_problems(content: bytes, shown: list[set[tuple]], acknowledged: Acknowledgments) -> list[str]:
    """All problems. `shown`: the rows of the standings that people saw, by division."""
    archive = recomputed.read(BytesIO(content))
    return [
        *check_standings(content, shown),
        *check_seats(archive),
        *check_playoff_seats(archive),
        *check_results(archive),
        *check_table_points(archive, content),
        *check_entries(archive, acknowledged),
        *check_log(archive, acknowledged),
    ]


def check_standings(content: bytes, shown: list[set[tuple]]) -> Iterator[str]:
    """Every row of the standings, and every result of a scoresheet, must follow from the archive."""
    for found, shown_rows in zip(recomputed.standings(BytesIO(content)), shown, strict=True):
        expected = {
            (rank, tied, name, beside, format_points(points), tuple(map(format_points, cells)))
            for rank, tied, name, beside, points, cells in found
        }
        yield from (f"the standings are missing {row}" for row in sorted(expected - shown_rows, key=str))
        yield from (
            f"the standings show {row}, which doesn’t match the archive"
            for row in sorted(shown_rows - expected, key=str)
        )
    for row in recomputed.find_wrong_results(BytesIO(content)):
        yield f"a result doesn’t match its scoresheet: {row}"


def format_points(points: Decimal | None) -> str:
    """Points as the pages write them: `12`, `4.5`."""
    return "" if points is None else f"{points.normalize():f}"


def check_seats(archive: Archive) -> Iterator[str]:
    """Everyone has one seat per round in the published tables."""
    seats = Counter((round_, place) for _, round_, place in _seats(archive))
    yield from (
        f"roster spot {place} has {count} seats in round {round_}"
        for (round_, place), count in seats.items()
        if count > 1
    )
    published = Counter(each["round"] for each in archive["draws"] if each["state"] == "published")
    yield from (f"round {round_} has {count} published versions" for round_, count in published.items() if count > 1)


def check_playoff_seats(archive: Archive) -> Iterator[str]:
    """Everyone who has a seat in a playoff round advanced to it."""
    rounds = {each["id"] for each in archive["rounds"] if each["playoff"]}
    called = {(each["round"], each["place"]) for each in archive["finalists"]}
    for _, round_, place in _seats(archive):
        if round_ in rounds and (round_, place) not in called:
            yield f"roster spot {place} has a seat in playoff round {round_} but didn’t advance"


def check_results(archive: Archive) -> Iterator[str]:
    """Everyone who has a seat in a closed round has one result, unless the scoresheet was waived."""
    closed = {each["id"] for each in archive["rounds"] if each["state"] == "complete"}
    excused = {each["table"] for each in archive["sheets"] if each["excused"]}
    counted = Counter((each["round"], each["place"]) for each in archive["results"] if each["until"] is None)
    for table, round_, place in _seats(archive):
        if round_ in closed and table not in excused and counted[round_, place] != 1:
            yield f"roster spot {place} should have 1 result in round {round_}, not {counted[round_, place]}"


def _seats(archive: Archive) -> Iterator[tuple[int, int, int]]:
    """Table, round, and roster spot of every seat in the published tables."""
    draws = {each["id"]: each["round"] for each in archive["draws"] if each["state"] == "published"}
    tables = {each["id"]: draws[each["draw"]] for each in archive["tables"] if each["draw"] in draws}
    return (
        (each["table"], tables[each["table"]], each["place"]) for each in archive["seats"] if each["table"] in tables
    )


def check_table_points(archive: Archive, content: bytes) -> Iterator[str]:
    """Three players share 12 points, two share 10. In the Cup points are an average of at most 2."""
    by_sheet: dict[int, list[Decimal]] = {}
    for each in archive["results"]:
        if each["until"] is None and each["status"] == "" and each["points"] is not None:
            by_sheet.setdefault(each["sheet"], []).append(Decimal(each["points"]))
    averaged = _sheets_with_averages(archive, content)
    for sheet, points in by_sheet.items():
        fits = max(points) <= 2 if sheet in averaged else sum(points) == POINTS_OF_A_TABLE.get(len(points))
        if not fits:
            yield f"sheet {sheet}: {len(points)} players have a total of {sum(points)} points"


def _sheets_with_averages(archive: Archive, content: bytes) -> set[int]:
    """The scoresheets of events whose rule book averages points."""
    events = {
        each["id"]
        for each in archive["events"]
        if recomputed.read_book(BytesIO(content), each["book"]).get("player_score")
    }
    divisions = {each["id"] for each in archive["divisions"] if each["event"] in events}
    rounds = {each["id"] for each in archive["rounds"] if each["division"] in divisions}
    return {each["id"] for each in archive["sheets"] if each["round"] in rounds}


def check_entries(archive: Archive, acknowledged: Acknowledgments) -> Iterator[str]:
    """Every acknowledged entry is there with its cells. All other entries are decisions of judges and panels."""
    table_keys = _table_keys(archive)
    remaining = {(table_keys[each["sheet"]], each["number"]): each for each in archive["entries"]}
    for (at, number), cells in acknowledged.entries.items():
        entry = remaining.pop((at, number), None)
        if entry is None:
            yield f"{at}: entry {number} was saved but is missing"
        elif [column["cells"] for column in entry["paper"]["columns"]] != cells:
            yield f"{at}: entry {number} differs from what was typed"
    yield from (
        f"{at}: no one typed entry {number}"
        for (at, number), each in remaining.items()
        if each["source"] not in DECISION_SOURCES
    )


def _table_keys(archive: Archive) -> dict[int, TableKey]:
    letters = {each["id"]: each["letter"] for each in archive["divisions"]}
    rounds = {each["id"]: each for each in archive["rounds"]}
    numbers = {each["id"]: each["number"] for each in archive["tables"]}
    keys = {}
    for sheet in archive["sheets"]:
        round_ = rounds[sheet["round"]]
        keys[sheet["id"]] = TableKey(letters[round_["division"]], round_["number"], numbers[sheet["table"]])
    return keys


def check_log(archive: Archive, acknowledged: Acknowledgments) -> Iterator[str]:
    """Each acknowledged request has one log line, and each log line of a person comes from such a request."""
    lines = Counter((each["who"], each["action"]) for each in archive["log"] if each["origin"] in ORIGINS_OF_PEOPLE)
    for key in sorted(lines.keys() | acknowledged.done.keys()):
        if lines[key] != acknowledged.done[key]:
            yield f"{key[0]}, {key[1]}: {acknowledged.done[key]} saved, but {lines[key]} in the log"


def fingerprint(shown: Iterable[set[tuple]]) -> str:
    """A hash of names, ranks, and points, which is the same for the same plan on every installation."""
    rows_by_list = [sorted(map(str, rows)) for rows in shown]
    return hashlib.sha256(str(rows_by_list).encode()).hexdigest()[:16]
