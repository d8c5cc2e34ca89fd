"""Scores of players, teams, and schools, summed up by the database and ready to be ranked."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from functools import cache
from typing import Any

from django.db import connection
from django.db.models import Case, Count, F, FloatField, Q, QuerySet, Sum, When
from django.db.models.functions import Cast, Coalesce

from scoring.models import Result, Sweepstakes
from scoring.standings import (
    Key,
    Meetings,
    Score,
    add_adjustment,
    add_attendance_bonus,
    scale_short_team,
    school_average,
    school_best_five,
    sweepstakes_total,
)
from scoring.standings_pages.scope import Scope
from tournament.models import Event
from tournament.rosters.models import TeamEntry

ZERO = Decimal(0)
CENT = Decimal("0.01")
UNNAMED_SPOT = Case(When(player__isnull=True, then="place_id"))
SCHOOL = Coalesce("player__school_id", "place__entry__team__school_id")
PLAYED = Count("place", distinct=True, filter=Q(points__isnull=False))
SUMS: Mapping[str, Any] = {
    "_points": Sum("points", output_field=FloatField()),
    "_rounds": Count("points"),
    "_firsts": Count("id", filter=Q(rank=1, points__isnull=False)),
    "_raw": Sum("total"),
    "_penalties": Sum("penalties"),
}
SCHOOL_MEASURES: Mapping[str, Callable[[Key, Iterable[Score]], Score]] = {
    "average": school_average,
    "top": school_best_five,
}

ScoresByEvent = dict[int, list[Score]]


def player_key(player: int | None, place: int) -> Key:
    """Return the key of a player, or of the roster spot while no player is named for it."""
    return ("player", player) if player else ("place", place)


def player_scores(scope: Scope) -> ScoresByEvent:
    """Return each player's score. Points go to the player who earned them, whatever spot they sat in for (N9)."""
    by_event: ScoresByEvent = {}
    for event in scope.events:
        rows = _sum_results(scope.results_of(event), F("player_id"), UNNAMED_SPOT)
        bonus, adjustments = _attendance_bonus(scope, event), _player_adjustments(scope, event)
        scores = (
            add_attendance_bonus(_score(player_key(player, place), *sums), bonus) for player, place, *sums in rows
        )
        by_event[event.pk] = [
            add_adjustment(score, adjustments[score.key]) if score.key in adjustments else score for score in scores
        ]
    return by_event


def team_scores(scope: Scope) -> ScoresByEvent:
    """Return each team's score: the sum over its roster spots. Teams without a result have 0 points."""
    entries = TeamEntry.objects.filter(division__in=scope.divisions).order_by("id")
    if scope.section:
        entries = entries.filter(section=scope.section)
    if scope.playoff:
        entries = entries.filter(places__finals__round__in=scope.rounds).distinct()
    by_event: dict[int, dict[Key, Score]] = {event.pk: {} for event in scope.events}
    for team, event_id in entries.values_list("team", "event"):
        by_event[event_id]["team", team] = Score(("team", team), ZERO, 0)
    for event in scope.events:
        results = scope.results_of(event).filter(place__entry__isnull=False)
        for team, *sums, played in _sum_results(results, F("place__entry__team_id"), _played=PLAYED):
            score = _score(("team", team), *sums)._replace(played=played)
            score = add_attendance_bonus(score, _attendance_bonus(scope, event))
            by_event[event.pk]["team", team] = scale_short_team(score, event.team_size, event.short_teams)
        for key, points in _team_adjustments(scope, event).items():
            by_event[event.pk][key] = add_adjustment(by_event[event.pk][key], points)
    return {pk: list(scores.values()) for pk, scores in by_event.items()}


def school_scores(scope: Scope, measure: str) -> list[Score]:
    """Return each school's score: the average of its players or the sum of its five best (F25)."""
    bonus, adjustments = _attendance_bonus(scope, scope.event), _player_adjustments(scope, scope.event)
    schools: dict[Key, list[Score]] = defaultdict(list)
    for player, place, school, *sums in _sum_results(scope.results, F("player_id"), UNNAMED_SPOT, SCHOOL):
        if school is not None:
            score = add_attendance_bonus(_score(player_key(player, place), *sums), bonus)
            schools["school", school].append(add_adjustment(score, adjustments.get(score.key, ZERO)))
    return [SCHOOL_MEASURES[measure](key, players) for key, players in schools.items()]


def overall_scores(scope: Scope, by_event: ScoresByEvent) -> list[Score]:
    """Return the scores of the only event, or the sweepstakes totals of several (F12)."""
    if not scope.is_sweepstakes:
        return by_event[scope.event.pk]
    rule = Sweepstakes.objects.filter(tournament=scope.event.tournament_id).first() or Sweepstakes()
    by_key: dict[Key, list[Score]] = defaultdict(list)
    for scores in by_event.values():
        for score in scores:
            by_key[score.key].append(score)
    totals = (sweepstakes_total(key, scores, best=rule.best, least=rule.least) for key, scores in by_key.items())
    return [score for score in totals if score is not None]


def meetings_in(scope: Scope, kind: str) -> Meetings:
    """Return which players or teams met at which tables."""
    seats = scope.results.filter(points__isnull=False).values_list(
        "sheet_id", "player_id", "place_id", "place__entry__team_id", Cast("points", FloatField())
    )
    if kind == "teams":
        return Meetings((sheet, ("team", team), points) for sheet, _, _, team, points in seats if team)
    return Meetings((sheet, player_key(player, place), points) for sheet, player, place, _, points in seats)


def _attendance_bonus(scope: Scope, event: Event) -> int:
    """Return the event's attendance bonus; playoffs don't give it again."""
    return 0 if scope.playoff else event.attendance_bonus


def _player_adjustments(scope: Scope, event: Event) -> dict[Key, Decimal]:
    """Return the points that judges added or took away per player, without those that are the team's alone."""
    adjustments: dict[Key, Decimal] = defaultdict(Decimal)
    rows = scope.adjustments_of(event).filter(of_team=False).values_list("player_id", "place_id", "points")
    for player, place, points in rows:
        adjustments[player_key(player, place)] += points
    return adjustments


def _team_adjustments(scope: Scope, event: Event) -> dict[Key, Decimal]:
    """Return the points that judges added or took away per team, including those of its players."""
    adjustments: dict[Key, Decimal] = defaultdict(Decimal)
    rows = scope.adjustments_of(event).filter(place__entry__isnull=False)
    for team, points in rows.values_list("place__entry__team_id", "points"):
        adjustments["team", team] += points
    return adjustments


def _sum_results(results: QuerySet[Result], *keys: Any, **more: Any) -> Iterable[tuple[Any, ...]]:
    """Return a row for each combination of keys: keys, points, rounds, first places, raw points, penalties, `more`.

    Raw rows from the cursor: converting each of 10,000 numbers in Python would take as long as the query.
    """
    named = {f"_key{number}": key for number, key in enumerate(keys)}
    grouped = results.annotate(**named).values(*named).annotate(**SUMS, **more).order_by(*named)
    sql, params = grouped.values_list(*named, *SUMS, *more).query.sql_with_params()
    with connection.cursor() as cursor:
        cursor.execute(sql, params)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return rows


def _score(key: Key, points: float | None, rounds: int, firsts: int, raw: int | None, penalties: int) -> Score:
    return Score(key, _to_decimal(points), 1 if rounds else 0, rounds, firsts, raw or 0, penalties)


@cache
def _to_decimal(points: float | Decimal | None) -> Decimal:
    """Round a sum to two decimals, since SQLite sums binary floats. Cached, because the same few sums keep coming."""
    return ZERO if points is None else Decimal(points).quantize(CENT)
