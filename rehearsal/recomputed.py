"""Recomputes standings from an archive alone, as docs/archive.md describes them, without any code of Headtable.

`python rehearsal/recomputed.py FILE` prints them.
"""

from __future__ import annotations

import hashlib
import json
import sys
import zipfile
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path
from typing import IO, Any

ArchiveFile = str | Path | IO[bytes]
ArchiveRow = dict[str, Any]
Archive = dict[str, list[ArchiveRow]]
Score = dict[str, Decimal]
StandingsRow = tuple[int, bool, str | None, str, Decimal, tuple[Decimal | None, ...]]


def read(file: ArchiveFile) -> Archive:
    """The rows of each table in the archive, by table name."""
    with zipfile.ZipFile(file) as folder:
        names = [name for name in folder.namelist() if name.endswith(".jsonl")]
        return {name[:-6]: [json.loads(line) for line in folder.read(name).splitlines()] for name in names}


def standings(file: ArchiveFile) -> list[set[StandingsRow]]:
    """Sets of rows (rank, tied, name, team or school, points, points by round): one for each division, then playoffs.

    The rows of a division are players, teams, and schools. Playoffs of teams and of players follow, where they exist.
    """
    archive = read(file)
    by_division = [_Division(archive, division).rows() for division in archive["divisions"]]
    called = {(each["division"], each.get("playoff", "")) for each in archive["rounds"]}
    return by_division + [
        _Division(archive, division, playoff).rows()
        for division in archive["divisions"]
        for playoff in ("teams", "players")
        if (division["id"], playoff) in called
    ]


class _Division:
    """A division or one of its playoffs: its players and teams, and the results that count."""

    def __init__(self, archive: Archive, division: ArchiveRow, playoff: str = "") -> None:
        self.playoff, self.lot = playoff, division.get("lot")
        self.event = dict(_by_id(archive["events"])[division["event"]])
        if playoff:
            self.event["attendance_bonus"] = 0
        self.players, self.places, self.teams = (_by_id(archive[name]) for name in ("players", "places", "teams"))
        self.schools, self.entries = _by_id(archive["schools"]), _by_id(archive["team_entries"])
        self.rounds = {
            each["id"]: each["number"]
            for each in archive["rounds"]
            if (each["division"], each.get("playoff", "")) == (division["id"], playoff)
        }
        self.results = [each for each in archive["results"] if each["round"] in self.rounds and not each.get("until")]
        self.by_player = _grouped(self.results, self.key_of_player)
        self.by_team: dict[int, list[ArchiveRow]] = {entry: [] for entry in self._teams_in(archive, division)}
        self.by_team |= _grouped([each for each in self.results if self.key_of_team(each)], self.key_of_team)
        bonus = self.event["attendance_bonus"]
        self.of_players = {key: _score(results, bonus) for key, results in self.by_player.items()}
        self.of_teams = {key: _team_score(results, self.event) for key, results in self.by_team.items()}
        self._adjust(archive)

    def _teams_in(self, archive: Archive, division: ArchiveRow) -> list[int]:
        every = [entry["id"] for entry in archive["team_entries"] if entry["division"] == division["id"]]
        if not self.playoff:
            return every
        called = {self.key_of_team(each) for each in archive["finalists"] if each["round"] in self.rounds}
        return [entry for entry in every if entry in called]

    def _adjust(self, archive: Archive) -> None:
        sheets = {each["id"] for each in archive["sheets"] if each["round"] in self.rounds}
        for each in archive.get("adjustments", []):
            if each["sheet"] not in sheets or each["until"] is not None:
                continue
            key, entry, points = self.key_of_player(each), self.key_of_team(each), Decimal(each["points"])
            if key in self.of_players and not each["of_team"]:
                self.of_players[key]["points"] += points
            if entry:
                self.of_teams[entry]["points"] += points

    def key_of_player(self, row: ArchiveRow) -> int:
        return row["player"] or -row["place"]

    def key_of_team(self, row: ArchiveRow) -> int:
        """The team's entry, or 0 for a player without a team."""
        return self.places[row["place"]]["entry"] or 0

    def rows(self) -> set[StandingsRow]:
        found: set[StandingsRow] = set()
        if self.playoff != "teams":
            found |= set(self._player_rows())
        if self.playoff != "players":
            found |= set(self._team_rows())
        if not self.playoff:
            found |= {*self._school_rows(_average), *self._school_rows(_best_five)}
        return found

    def _player_rows(self) -> Iterator[StandingsRow]:
        def ticket(key: int) -> str:
            return f"player {self.players[key]['number']}"

        for key, rank, tied in self._ranked(self.of_players, self.key_of_player, ticket):
            name = f"{self.players[key]['first_name']} {self.players[key]['last_name']}".strip() if key > 0 else None
            results = self.by_player[key]
            entry = self.key_of_team(results[-1])
            team = self.teams[self.entries[entry]["team"]]["name"] if entry else ""
            yield rank, tied, name, team, self.of_players[key]["points"], self._by_round(results)

    def _team_rows(self) -> Iterator[StandingsRow]:
        def named(key: int) -> tuple[str, str]:
            team = self.teams[self.entries[key]["team"]]
            return team["name"], self.schools[team["school"]]["name"]

        for key, rank, tied in self._ranked(
            self.of_teams, self.key_of_team, lambda key: "team {}, {}".format(*named(key))
        ):
            yield rank, tied, *named(key), self.of_teams[key]["points"], self._by_round(self.by_team[key])

    def _school_rows(self, measure: Callable[[list[Score]], Decimal]) -> Iterator[StandingsRow]:
        by_school: dict[int, list[Score]] = defaultdict(list)
        for key, score in self.of_players.items():
            by_school[self.players[key]["school"]].append(score)
        points = {key: measure(scores) for key, scores in by_school.items()}
        for key in points:
            ahead = [other for other in points.values() if other > points[key]]
            tied = list(points.values()).count(points[key]) > 1
            yield 1 + len(ahead), tied, self.schools[key]["name"], "", points[key], ()

    def _ranked(
        self, scores: dict[int, Score], key_of: Callable[[ArchiveRow], int], ticket_of: Callable[[int], str]
    ) -> Iterator[tuple[int, int, bool]]:
        return _ranked(scores, self.event["tie_breaks"], self.results, key_of, self.lot, ticket_of)

    def _by_round(self, results: list[ArchiveRow]) -> tuple[Decimal | None, ...]:
        found: dict[int, Decimal] = defaultdict(Decimal)
        for each in results:
            if each["points"] is not None:
                found[self.rounds[each["round"]]] += Decimal(each["points"])
        return tuple(found.get(number) for number in sorted(self.rounds.values()))


def _grouped(rows: Iterable[ArchiveRow], key_of: Callable[[ArchiveRow], int]) -> dict[int, list[ArchiveRow]]:
    found = defaultdict(list)
    for row in rows:
        found[key_of(row)].append(row)
    return dict(found)


def _average(scores: list[Score]) -> Decimal:
    points = [score["points"] for score in scores if score["played"]]
    return _hundredths(sum(points, Decimal(0)) / len(points)) if points else Decimal(0)


def _best_five(scores: list[Score]) -> Decimal:
    points = sorted((score["points"] for score in scores if score["played"]), reverse=True)
    return sum(points[:5], Decimal(0))


def _score(results: list[ArchiveRow], bonus: int) -> Score:
    counted = [each for each in results if each["points"] is not None]
    return {
        "points": sum((Decimal(each["points"]) for each in counted), Decimal(0)) + (bonus if counted else 0),
        "played": Decimal(1 if counted else 0),
        "first_places": Decimal(sum(each["rank"] == 1 for each in counted)),
        "raw_points": Decimal(sum(each["total"] or 0 for each in counted)),
        "fewest_penalties": -Decimal(sum(each["penalties"] for each in counted)),
    }


def _team_score(results: list[ArchiveRow], event: ArchiveRow) -> Score:
    by_place = _grouped(results, lambda each: each["place"])
    members = [_score(results, event["attendance_bonus"]) for results in by_place.values()]
    names = ("points", "played", "first_places", "raw_points", "fewest_penalties")
    team = {name: sum((member[name] for member in members), Decimal(0)) for name in names}
    if event["short_teams"] == "scale" and 0 < team["played"] < event["team_size"]:
        scaled = team["points"] * event["team_size"] / team["played"]
        team["points"] = _hundredths(scaled)
    return team


def _ranked(
    scores: dict[int, Score],
    tie_breaks: list[str],
    results: list[ArchiveRow],
    key_of: Callable[[ArchiveRow], int],
    lot: int | None,
    ticket_of: Callable[[int], str],
) -> Iterator[tuple[int, int, bool]]:
    """Yield (key, rank, tied), highest points first, with each tie break applied among those who are still tied."""
    tables = defaultdict(list)
    for each in results:
        if each["points"] is not None and key_of(each):
            tables[each["sheet"]].append((key_of(each), Decimal(each["points"])))
    groups = _split(list(scores), lambda key: scores[key]["points"])
    for name in tie_breaks:
        finer = []
        for group in groups:
            if name == "head_to_head":
                finer += _split(group, _head_to_head(group, tables.values()).__getitem__)
            elif name == "lot" and len(group) > 1:
                drawn = sorted(group, key=lambda key: hashlib.sha256(f"{lot} {ticket_of(key)}".encode()).digest())
                finer += [[key] for key in drawn]
            elif name == "lot":
                finer.append(group)
            else:
                finer += _split(group, {key: scores[key][name] for key in group}.__getitem__)
        groups = finer
    rank = 1
    for group in groups:
        for key in group:
            yield key, rank, len(group) > 1
        rank += len(group)


def _split(group: list[int], measure: Callable[[int], Decimal]) -> list[list[int]]:
    values = sorted({measure(key) for key in group}, reverse=True)
    return [[key for key in group if measure(key) == value] for value in values]


def _head_to_head(group: list[int], tables: Iterable[list[tuple[int, Decimal]]]) -> dict[int, Decimal]:
    won = dict.fromkeys(group, Decimal(0))
    for table in tables:
        present = [(key, points) for key, points in table if key in won]
        for key, points in present:
            for other, theirs in present:
                if key != other:
                    won[key] += (points > theirs) - (points < theirs)
    return won


def _by_id(rows: list[ArchiveRow]) -> dict[int, ArchiveRow]:
    return {row["id"]: row for row in rows}


# -- results from scoresheets -----------------------------------------------------------------------------------------


def find_wrong_results(file: ArchiveFile) -> list[ArchiveRow]:
    """Results that don't follow from the cells of the verified entries.

    The rule book turns totals into match points with a table; in the Cup, points are averaged over the games.
    """
    archive = read(file)
    entries, rounds, divisions = (_by_id(archive[name]) for name in ("entries", "rounds", "divisions"))
    events, wrong = _by_id(archive["events"]), []
    books = {each["book"]: read_book(file, each["book"]) for each in archive["events"]}
    by_sheet = defaultdict(list)
    for each in archive["results"]:
        if each.get("until") is None:
            by_sheet[each["sheet"]].append(each)
    for sheet in archive["sheets"]:
        rows = by_sheet[sheet["id"]]
        if not sheet["verified"]:
            wrong += rows
            continue
        event = events[divisions[rounds[sheet["round"]]["division"]]["event"]]
        book = books[event["book"]]
        paper = entries[sheet["verified"]]["paper"]
        cells = [each["cells"] for each in paper["columns"] if not each.get("status")]
        present = {each["seat"]: each for each in rows if each["status"] == ""}
        totals = {seat: sum(_cell_value(column[seat - 1]) for column in cells) for seat in present}
        totals |= {seat: paper["rows"][seat - 1]["total"] for seat in present if _total_counts(paper["rows"][seat - 1])}
        if book.get("player_score"):
            points = {seat: _hundredths(Decimal(total) / len(cells)) for seat, total in totals.items()}
            expected = {seat: (total, present[seat]["rank"], points[seat]) for seat, total in totals.items()}
        else:
            ranks = {seat: 1 + sum(other > total for other in totals.values()) for seat, total in totals.items()}
            in_order = sorted(ranks.values())
            table = book["match_points"]["by_places"]["-".join(map(str, in_order))]
            points = dict(zip(in_order, table, strict=True))
            expected = {seat: (totals[seat], ranks[seat], points[ranks[seat]]) for seat in present}
        actual = {seat: (each["total"], each["rank"], Decimal(each["points"])) for seat, each in present.items()}
        wrong += [each for seat, each in present.items() if actual[seat] != expected[seat]]
    return wrong


def _hundredths(number: Decimal) -> Decimal:
    return number.quantize(Decimal("0.01"), ROUND_HALF_UP)


def read_book(file: ArchiveFile, number: int) -> dict[str, Any]:
    with zipfile.ZipFile(file) as folder:
        return json.loads(folder.read(f"books/{number}.json"))


def _total_counts(row: ArchiveRow) -> bool:
    """Whether the written total counts: it is initialed, right or wrong, and nothing was decided about it."""
    return row.get("total") is not None and row.get("initials") == "yes" and not row.get("error")


def _cell_value(cell: str) -> int:
    """The value of a cell such as `6`, `2-1`, or `2-1-1j`: points minus penalties."""
    points, *penalties = cell.rstrip("j").split("-")
    return int(points or 0) - sum(map(int, penalties))


if __name__ == "__main__":
    for number, division in enumerate(standings(sys.argv[1]), 1):
        for row in sorted(division, key=str):
            print(number, *row)
