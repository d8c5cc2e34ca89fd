"""A page of standings compared with bare SQL for the same numbers: `python -m tests.bench.standings`.

10,000 players with 8 rounds each, on SQLite and PostgreSQL. The two alternate, so that other load on the machine
affects both. The page goes through the whole application, without the network.
"""

from __future__ import annotations

import importlib
import statistics
import sys
import time
from collections.abc import Callable
from decimal import Decimal
from random import Random
from typing import Any

from tests.bench.common import on_both_databases

PLAYERS = 10_000
ROUNDS = 8
TIMES = 15

BARE = """
    SELECT player_id, points, rounds, firsts, raw, lost,
           RANK() OVER (ORDER BY points DESC, firsts DESC, raw DESC) AS place
    FROM (
        SELECT player_id, SUM(points) AS points, COUNT(points) AS rounds,
               COUNT(CASE WHEN rank = 1 THEN 1 END) AS firsts, SUM(total) AS raw, SUM(penalties) AS lost
        FROM scoring_result
        WHERE until IS NULL AND round_id IN (SELECT id FROM rounds_round WHERE division_id = %s)
        GROUP BY player_id
    ) AS sums
    ORDER BY place, player_id
"""

BARE_TEAMS = """
    SELECT team_id, points, people, firsts, raw, lost,
           RANK() OVER (ORDER BY points DESC, firsts DESC, raw DESC) AS place
    FROM (
        SELECT e.team_id, SUM(r.points) AS points, COUNT(DISTINCT r.place_id) AS people,
               COUNT(CASE WHEN r.rank = 1 THEN 1 END) AS firsts, SUM(r.total) AS raw, SUM(r.penalties) AS lost
        FROM scoring_result r
        JOIN rosters_place p ON p.id = r.place_id
        JOIN rosters_teamentry e ON e.id = p.entry_id
        WHERE r.until IS NULL AND r.round_id IN (SELECT id FROM rounds_round WHERE division_id = %s)
        GROUP BY e.team_id
    ) AS sums
    ORDER BY place, team_id
"""


def measure() -> None:
    """Run on the empty database of the environment."""
    import django

    django.setup()
    from django.conf import settings
    from django.db import connection
    from django.test import Client

    from config import startup_tasks
    from scoring.standings_pages.queries import Standings
    from scoring.standings_pages.scope import Scope

    startup_tasks.run_startup_tasks()
    settings.ALLOWED_HOSTS.append("testserver")
    importlib.import_module("config.wsgi")  # as the web server starts
    director, division = many_results()
    client = Client()
    client.force_login(director, backend="foundation.people.sessions.Backend")
    address = f"/t/{division.event.tournament.slug}/standings/"

    def bare() -> Any:
        with connection.cursor() as cursor:
            cursor.execute(BARE, [division.pk])
            return cursor.fetchall()

    def bare_teams() -> Any:
        with connection.cursor() as cursor:
            cursor.execute(BARE_TEAMS, [division.pk])
            return cursor.fetchall()

    def page() -> Any:
        answer = client.get(address)
        assert answer.status_code == 200
        return answer

    first = Standings(Scope((division,))).ranking.rows
    shown = [(row.score.key, row.score.points, row.rank) for row in first]
    expected = [(("player", row[0]), Decimal(str(row[1])), row[6]) for row in bare()]
    assert shown == expected, "the same numbers"
    times = alternate({"bare SQL": bare, "page of players": page})
    report(times)
    report(alternate({"bare SQL": bare_teams, "page of teams": lambda: client.get(f"{address}?list=teams")}))
    etag = page().headers["ETag"]
    unchanged = lambda: client.get(address, headers={"If-None-Match": etag})  # noqa: E731
    assert unchanged().status_code == 304
    report(alternate({"bare SQL": bare, "304": unchanged}))


def alternate(functions: dict[str, Callable[[], Any]]) -> dict[str, float]:
    """The median milliseconds of each function."""
    times: dict[str, list[float]] = {name: [] for name in functions}
    for _ in range(TIMES):
        for name, work in functions.items():
            begin = time.perf_counter()
            work()
            times[name].append((time.perf_counter() - begin) * 1000)
    return {name: statistics.median(each) for name, each in times.items()}


def report(times: dict[str, float]) -> None:
    (_, bare), (name, other) = times.items()
    print(f"{name:<16} {other:7.1f} ms   bare SQL {bare:7.1f} ms   ratio {other / bare:5.2f}", flush=True)


def many_results() -> tuple[Any, Any]:
    """Insert results in bulk, as if they came from scoresheets."""
    from django.db import connection

    from foundation.people.actor import Actor
    from pairings.models import Draw, Table
    from scoring.models import Entry, Result, Sheet
    from tests import factories
    from tournament.models import Division
    from tournament.rosters.models import Place
    from tournament.rounds.models import Round
    from tournament.setup.actions import set_up

    director = factories.user("Dana Director")
    tournament = factories.tournament(director)
    factories.roster(tournament, teams=PLAYERS // 5)
    event = tournament.events.get()
    set_up(
        Actor(user=director),
        event,
        version=1,
        rounds=ROUNDS,
        divisions=("E",),
        tie_breaks=("first_places", "raw_points"),
    )
    division = Division.objects.select_related("event__tournament").get(event=event)
    places = list(Place.objects.filter(division=division).order_by("id").values_list("id", "player_id"))
    lot = Random(1)
    for round_ in Round.objects.filter(division=division).order_by("number"):
        lot.shuffle(places)
        what = {"method": "random", "seed": 1, "found_by": "lot", "bound": {}, "as_drawn": []}
        draw = Draw.objects.create(tournament=tournament, round=round_, version=1, **what)
        groups = [places[at : at + 3] for at in range(0, len(places) - 2, 3)]
        tables = Table.objects.bulk_create(Table(draw=draw, number=number) for number in range(1, len(groups) + 1))
        sheets = Sheet.objects.bulk_create(Sheet(tournament=tournament, round=round_, table=table) for table in tables)
        entries = Entry.objects.bulk_create(
            Entry(sheet=sheet, number=1, based_on=0, source="paper", paper={"rows": []}, depth="shakes")
            for sheet in sheets
        )
        results = []
        for sheet, entry, group in zip(sheets, entries, groups, strict=True):
            for seat, ((place, player), points) in enumerate(zip(group, (6, 4, 2), strict=True), 1):
                results.append(
                    Result(
                        sheet=sheet, entry=entry, round=round_, seat=seat, place_id=place, player_id=player,
                        total=lot.randint(10, 30), rank=seat, points=points,
                    )
                )  # fmt: skip
        Result.objects.bulk_create(results, batch_size=2000)
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")  # as autovacuum would do within a minute
    return director, division


if __name__ == "__main__":
    measure() if sys.argv[1:] == ["measure"] else on_both_databases("tests.bench.standings")
