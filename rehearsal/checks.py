"""What must be so after a rehearsal, by the archive alone: nothing of Headtable works it out.

Each check returns sentences about what is wrong. The standings that people saw are those that follow from the archive;
everybody has one seat in a round; each table gives its points; what was acknowledged is there, once.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator
from decimal import Decimal
from io import BytesIO
from typing import Any

from rehearsal import recomputed
from rehearsal.ledger import Ledger, Where

Archive = dict[str, list[dict[str, Any]]]
BY_PEOPLE = ("web", "api")
DECIDED = ("ruling", "appeal")
POINTS_OF_A_TABLE = {3: Decimal(12), 2: Decimal(10)}


def problems(content: bytes, shown: list[set[tuple]], ledger: Ledger) -> list[str]:
    """`shown`: what the standings said, by division."""
    archive = recomputed.read(BytesIO(content))
    return [
        *standings_differ(content, shown),
        *seats_taken_twice(archive),
        *tables_with_other_points(archive),
        *entries_lost(archive, ledger),
        *lines_missing(archive, ledger),
    ]


def standings_differ(content: bytes, shown: list[set[tuple]]) -> Iterator[str]:
    """Every rank, name and figure of every list is the one that follows from the file; so are the sheets' results."""
    for found, said in zip(recomputed.standings(BytesIO(content)), shown, strict=True):
        expected = {
            (rank, tied, name, beside, plain(points), tuple(map(plain, cells)))
            for rank, tied, name, beside, points, cells in found
        }
        yield from (f"the standings do not say {row}" for row in sorted(expected - said, key=str))
        yield from (f"the standings say {row}, which does not follow" for row in sorted(said - expected, key=str))
    for row in recomputed.results_that_do_not_follow(BytesIO(content)):
        yield f"a result does not follow from its sheet: {row}"


def plain(points: Decimal | None) -> str:
    """As pages write it: `12`, `4.5`."""
    return "" if points is None else f"{points.normalize():f}"


def seats_taken_twice(archive: Archive) -> Iterator[str]:
    """Everybody sits once in a round, among the tables that were published last."""
    draws = {each["id"]: each for each in archive["draws"] if each["state"] == "published"}
    tables = {each["id"]: each for each in archive["tables"] if each["draw"] in draws}
    seats = Counter(
        (draws[tables[each["table"]]["draw"]]["round"], each["place"])
        for each in archive["seats"]
        if each["table"] in tables
    )
    yield from (
        f"place {place} sits {count} times in round {round_}" for (round_, place), count in seats.items() if count > 1
    )
    for draw in Counter(each["round"] for each in draws.values()).most_common(1):
        if draw[1] > 1:
            yield f"round {draw[0]} is published {draw[1]} times"


def tables_with_other_points(archive: Archive) -> Iterator[str]:
    """Three players share 12 points, two share 10."""
    by_sheet: dict[int, list[Decimal]] = {}
    for each in archive["results"]:
        if each["until"] is None and each["status"] == "" and each["points"] is not None:
            by_sheet.setdefault(each["sheet"], []).append(Decimal(each["points"]))
    for sheet, points in by_sheet.items():
        if sum(points) != POINTS_OF_A_TABLE.get(len(points)):
            yield f"sheet {sheet}: {len(points)} players have {sum(points)} points together"


def entries_lost(archive: Archive, ledger: Ledger) -> Iterator[str]:
    """Every entry that was acknowledged is there with its cells; beside them only what judges and panels decided."""
    where = _where(archive)
    there = {(where[each["sheet"]], each["number"]): each for each in archive["entries"]}
    for (at, number), cells in ledger.entries.items():
        entry = there.pop((at, number), None)
        if entry is None:
            yield f"{at}: entry {number} was acknowledged and is not there"
        elif [column["cells"] for column in entry["paper"]["columns"]] != cells:
            yield f"{at}: entry {number} says something else than was typed"
    yield from (
        f"{at}: nobody typed entry {number}" for (at, number), each in there.items() if each["source"] not in DECIDED
    )


def _where(archive: Archive) -> dict[int, Where]:
    letters = {each["id"]: each["letter"] for each in archive["divisions"]}
    rounds = {each["id"]: each for each in archive["rounds"]}
    numbers = {each["id"]: each["number"] for each in archive["tables"]}
    return {
        each["id"]: Where(letters[round_["division"]], round_["number"], numbers[each["table"]])
        for each in archive["sheets"]
        for round_ in [rounds[each["round"]]]
    }


def lines_missing(archive: Archive, ledger: Ledger) -> Iterator[str]:
    """Each acknowledged request has one line in the log, and each line of people comes from such a request."""
    lines = Counter((each["who"], each["action"]) for each in archive["log"] if each["origin"] in BY_PEOPLE)
    for key in sorted(lines.keys() | ledger.done.keys()):
        if lines[key] != ledger.done[key]:
            yield f"{key[0]}, {key[1]}: acknowledged {ledger.done[key]} times, {lines[key]} lines in the log"


def fingerprint(shown: Iterable[set[tuple]]) -> str:
    """The same for the same tournament: by names, ranks and points, and by nothing of one installation."""
    told = [sorted(map(str, rows)) for rows in shown]
    return hashlib.sha256(str(told).encode()).hexdigest()[:16]
