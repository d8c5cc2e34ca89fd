"""What must be so after a rehearsal, by the archive alone: nothing of Headtable works it out.

Each check returns sentences about what is wrong. The standings that people saw are those that follow from the archive;
everybody has one seat in a round and one result of it; each table gives its points; only who was called plays it off;
what was acknowledged is there, once.
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
        *strangers_in_playoffs(archive),
        *results_missing(archive),
        *tables_with_other_points(archive, content),
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
    seats = Counter((round_, place) for _, round_, place in _seats(archive))
    yield from (
        f"place {place} sits {count} times in round {round_}" for (round_, place), count in seats.items() if count > 1
    )
    published = Counter(each["round"] for each in archive["draws"] if each["state"] == "published")
    yield from (f"round {round_} is published {count} times" for round_, count in published.items() if count > 1)


def strangers_in_playoffs(archive: Archive) -> Iterator[str]:
    """Who sits in a round of the playoffs was called to it."""
    rounds = {each["id"] for each in archive["rounds"] if each["playoff"]}
    called = {(each["round"], each["place"]) for each in archive["finalists"]}
    for _, round_, place in _seats(archive):
        if round_ in rounds and (round_, place) not in called:
            yield f"place {place} sits in round {round_} of the playoffs and was not called"


def results_missing(archive: Archive) -> Iterator[str]:
    """Everybody who has a seat in a closed round has one result of it, unless the table was excused."""
    closed = {each["id"] for each in archive["rounds"] if each["state"] == "complete"}
    excused = {each["table"] for each in archive["sheets"] if each["excused"]}
    counted = Counter((each["round"], each["place"]) for each in archive["results"] if each["until"] is None)
    for table, round_, place in _seats(archive):
        if round_ in closed and table not in excused and counted[round_, place] != 1:
            yield f"place {place} has {counted[round_, place]} results of round {round_}"


def _seats(archive: Archive) -> Iterator[tuple[int, int, int]]:
    """Table, round and place of every seat of the tables that were published last."""
    draws = {each["id"]: each["round"] for each in archive["draws"] if each["state"] == "published"}
    tables = {each["id"]: draws[each["draw"]] for each in archive["tables"] if each["draw"] in draws}
    return (
        (each["table"], tables[each["table"]], each["place"]) for each in archive["seats"] if each["table"] in tables
    )


def tables_with_other_points(archive: Archive, content: bytes) -> Iterator[str]:
    """Three players share 12 points, two share 10. In the Cup points are an average, and nobody has more than two."""
    by_sheet: dict[int, list[Decimal]] = {}
    for each in archive["results"]:
        if each["until"] is None and each["status"] == "" and each["points"] is not None:
            by_sheet.setdefault(each["sheet"], []).append(Decimal(each["points"]))
    averaged = _averaged(archive, content)
    for sheet, points in by_sheet.items():
        fits = max(points) <= 2 if sheet in averaged else sum(points) == POINTS_OF_A_TABLE.get(len(points))
        if not fits:
            yield f"sheet {sheet}: {len(points)} players have {sum(points)} points together"


def _averaged(archive: Archive, content: bytes) -> set[int]:
    """The sheets of events whose book gives points on average."""
    events = {
        each["id"]
        for each in archive["events"]
        if recomputed.read_book(BytesIO(content), each["book"]).get("player_score")
    }
    divisions = {each["id"] for each in archive["divisions"] if each["event"] in events}
    rounds = {each["id"] for each in archive["rounds"] if each["division"] in divisions}
    return {each["id"] for each in archive["sheets"] if each["round"] in rounds}


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
