"""Standings worked out from an archive alone, as docs/archive.md describes them: nothing of Headtable is used here.

`python rehearsal/recomputed.py FILE` prints them.
"""

import hashlib
import json
import sys
import zipfile
from collections import defaultdict
from decimal import ROUND_HALF_UP, Decimal


def read(file):
    """Every kind of thing as a list of its rows."""
    with zipfile.ZipFile(file) as folder:
        names = [name for name in folder.namelist() if name.endswith(".jsonl")]
        return {name[:-6]: [json.loads(line) for line in folder.read(name).splitlines()] for name in names}


def standings(file):
    """By division: players and teams as (rank, tied, name, team or school, points, points by round); then the playoffs
    of those divisions where there are some, of teams and of players."""
    archive = read(file)
    found = [_division(archive, division) for division in archive["divisions"]]
    called = {(each["division"], each.get("playoff", "")) for each in archive["rounds"]}
    return found + [
        _division(archive, division, playoff)
        for division in archive["divisions"]
        for playoff in ("teams", "players")
        if (division["id"], playoff) in called
    ]


def _division(archive, division, playoff=""):
    event = dict(_by_id(archive["events"])[division["event"]])
    if playoff:
        event["attendance_bonus"] = 0
    rounds = {
        each["id"]: each["number"]
        for each in archive["rounds"]
        if (each["division"], each.get("playoff", "")) == (division["id"], playoff)
    }
    results = [each for each in archive["results"] if each["round"] in rounds and each.get("until") is None]
    players, places, teams = (_by_id(archive[name]) for name in ("players", "places", "teams"))
    schools, entries = _by_id(archive["schools"]), _by_id(archive["team_entries"])
    numbers = sorted(rounds.values())

    def points_by_round(some):
        found: dict = defaultdict(Decimal)
        for each in some:
            if each["points"] is not None:
                found[rounds[each["round"]]] += Decimal(each["points"])
        return tuple(found.get(number) for number in numbers)

    def team_name(place):
        entry = places[place]["entry"]
        return teams[entries[entry]["team"]]["name"] if entry else ""

    by_player = defaultdict(list)
    for each in results:
        by_player[each["player"] or -each["place"]].append(each)
    of_players = {key: _score(some, event["attendance_bonus"]) for key, some in by_player.items()}
    by_team: dict = {entry["id"]: [] for entry in archive["team_entries"] if entry["division"] == division["id"]}
    if playoff:
        called = {places[each["place"]]["entry"] for each in archive["finalists"] if each["round"] in rounds}
        by_team = {entry: some for entry, some in by_team.items() if entry in called}
    for each in results:
        if places[each["place"]]["entry"]:
            by_team[places[each["place"]]["entry"]].append(each)
    of_teams = {key: _team_score(some, event) for key, some in by_team.items()}
    for each in _adjustments(archive, rounds):
        key, entry, points = each["player"] or -each["place"], places[each["place"]]["entry"], Decimal(each["points"])
        if key in of_players and not each["of_team"]:
            of_players[key]["points"] += points
        if entry:
            of_teams[entry]["points"] += points

    def key_of_player(each):
        return each["player"] or -each["place"]

    def key_of_team(each):
        return places[each["place"]]["entry"]

    found = set()

    def ticket_of_player(key):
        return f"player {players[key]['number']}"

    def ticket_of_team(key):
        team = teams[entries[key]["team"]]
        return f"team {team['name']}, {schools[team['school']]['name']}"

    lot = division.get("lot")
    if playoff != "teams":
        for key, rank, tied in _ranked(of_players, event["tie_breaks"], results, key_of_player, lot, ticket_of_player):
            name = f"{players[key]['first_name']} {players[key]['last_name']}".strip() if key > 0 else None
            some = by_player[key]
            row = (rank, tied, name, team_name(some[-1]["place"]), of_players[key]["points"], points_by_round(some))
            found.add(row)
    if playoff != "players":
        for key, rank, tied in _ranked(of_teams, event["tie_breaks"], results, key_of_team, lot, ticket_of_team):
            team = teams[entries[key]["team"]]
            school = schools[team["school"]]["name"]
            found.add((rank, tied, team["name"], school, of_teams[key]["points"], points_by_round(by_team[key])))
    for measure in () if playoff else (_average, _best_five):
        by_school = defaultdict(list)
        for key, score in of_players.items():
            by_school[players[key]["school"]].append(score)
        of_schools = {key: {"points": measure(some)} for key, some in by_school.items()}
        for key, rank, tied in _ranked(of_schools, [], results, key_of_team, lot, ticket_of_team):
            found.add((rank, tied, schools[key]["name"], "", of_schools[key]["points"], ()))
    return found


def _adjustments(archive, rounds):
    sheets = {each["id"] for each in archive["sheets"] if each["round"] in rounds}
    return [each for each in archive.get("adjustments", []) if each["sheet"] in sheets and each["until"] is None]


def _average(scores):
    points = [score["points"] for score in scores if score["played"]]
    return _hundredths(sum(points) / len(points)) if points else Decimal(0)


def _best_five(scores):
    points = sorted((score["points"] for score in scores if score["played"]), reverse=True)
    return sum(points[:5], Decimal(0))


def _score(results, bonus):
    counted = [each for each in results if each["points"] is not None]
    return {
        "points": sum((Decimal(each["points"]) for each in counted), Decimal(0)) + (bonus if counted else 0),
        "played": 1 if counted else 0,
        "first_places": sum(each["rank"] == 1 for each in counted),
        "raw_points": sum(each["total"] or 0 for each in counted),
        "fewest_penalties": -sum(each["penalties"] for each in counted),
    }


def _team_score(results, event):
    by_place = defaultdict(list)
    for each in results:
        by_place[each["place"]].append(each)
    members = [_score(some, event["attendance_bonus"]) for some in by_place.values()]
    names = ("points", "played", "first_places", "raw_points", "fewest_penalties")
    team = {name: sum((member[name] for member in members), Decimal(0)) for name in names}
    if event["short_teams"] == "scale" and 0 < team["played"] < event["team_size"]:
        scaled = team["points"] * event["team_size"] / team["played"]
        team["points"] = _hundredths(scaled)
    return team


def _ranked(scores, tie_breaks, results, key_of, lot, ticket_of):
    """Highest points first, then by each tie-break among those who are still equal."""
    tables = defaultdict(list)
    for each in results:
        if each["points"] is not None and key_of(each):
            tables[each["sheet"]].append((key_of(each), Decimal(each["points"])))
    groups = _split(list(scores), lambda key: scores[key]["points"])
    for name in tie_breaks:
        finer = []
        for group in groups:
            if name == "head_to_head":
                won = _head_to_head(group, tables.values())
                finer += _split(group, lambda key, won=won: won[key])
            elif name == "lot" and len(group) > 1:
                drawn = sorted(group, key=lambda key: hashlib.sha256(f"{lot} {ticket_of(key)}".encode()).digest())
                finer += [[key] for key in drawn]
            elif name == "lot":
                finer.append(group)
            else:
                finer += _split(group, lambda key, name=name: scores[key][name])
        groups = finer
    rank = 1
    for group in groups:
        for key in group:
            yield key, rank, len(group) > 1
        rank += len(group)


def _split(group, measure):
    values = sorted({measure(key) for key in group}, reverse=True)
    return [[key for key in group if measure(key) == value] for value in values]


def _head_to_head(group, tables):
    won = dict.fromkeys(group, 0)
    for table in tables:
        there = [(key, points) for key, points in table if key in won]
        for key, points in there:
            for other, theirs in there:
                if key != other:
                    won[key] += (points > theirs) - (points < theirs)
    return won


def _by_id(rows):
    return {row["id"]: row for row in rows}


# -- from the papers --------------------------------------------------------------------------------------------------


def results_that_do_not_follow(file):
    """Results other than those that the cells of the verified entries give by the book: by its table of match points,
    or in the Cup by the points of a game on average."""
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
        there = {each["seat"]: each for each in rows if each["status"] == ""}
        totals = {seat: sum(_worth(column[seat - 1]) for column in cells) for seat in there}
        totals |= {seat: paper["rows"][seat - 1]["total"] for seat in there if _stands(paper["rows"][seat - 1])}
        if book.get("player_score"):
            points = {seat: _hundredths(Decimal(total) / len(cells)) for seat, total in totals.items()}
            follows = {seat: (total, there[seat]["rank"], points[seat]) for seat, total in totals.items()}
        else:
            ranks = {seat: 1 + sum(other > total for other in totals.values()) for seat, total in totals.items()}
            in_order = sorted(ranks.values())
            table = book["match_points"]["by_places"]["-".join(map(str, in_order))]
            points = dict(zip(in_order, table, strict=True))
            follows = {seat: (totals[seat], ranks[seat], points[ranks[seat]]) for seat in there}
        told = {seat: (each["total"], each["rank"], Decimal(each["points"])) for seat, each in there.items()}
        wrong += [each for seat, each in there.items() if told[seat] != follows[seat]]
    return wrong


def _hundredths(number):
    return number.quantize(Decimal("0.01"), ROUND_HALF_UP)


def read_book(file, number):
    with zipfile.ZipFile(file) as folder:
        return json.loads(folder.read(f"books/{number}.json"))


def _stands(row):
    """A total that was written down and initialed stands, right or wrong, unless something was decided about it."""
    return row.get("total") is not None and row.get("initials") == "yes" and not row.get("error")


def _worth(cell):
    """`6`, `2-1`, `2-1-1j`: points, less penalties."""
    points, *penalties = cell.rstrip("j").split("-")
    return int(points or 0) - sum(map(int, penalties))


if __name__ == "__main__":
    for number, division in enumerate(standings(sys.argv[1]), 1):
        for row in sorted(division, key=str):
            print(number, *row)
