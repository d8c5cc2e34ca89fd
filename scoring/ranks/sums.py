"""Results added up by the database, one line for each player, team or player of a school: scores to be ranked."""

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
from scoring.ranks.scope import Scope
from scoring.standings import Key, Meetings, Score, adjusted, average_of, best_of, of_full_size, top_of, with_bonus
from tournament.models import Event
from tournament.rosters.models import TeamEntry

ZERO = Decimal(0)
CENT = Decimal("0.01")
NOBODY = Case(When(player__isnull=True, then="place_id"))
SCHOOL = Coalesce("player__school_id", "place__entry__team__school_id")
PEOPLE = Count("place", distinct=True, filter=Q(points__isnull=False))
SUMS: Mapping[str, Any] = {
    "_points": Sum("points", output_field=FloatField()),
    "_rounds": Count("points"),
    "_firsts": Count("id", filter=Q(rank=1, points__isnull=False)),
    "_raw": Sum("total"),
    "_penalties": Sum("penalties"),
}
SCHOOLS: Mapping[str, Callable[[Key, Iterable[Score]], Score]] = {"average": average_of, "top": top_of}

ByEvent = dict[int, list[Score]]


def player_key(player: int | None, place: int) -> Key:
    """Who played; as long as nobody is named for a place, the place."""
    return ("player", player) if player else ("place", place)


def of_players(scope: Scope) -> ByEvent:
    """Points go to who played (N9)."""
    found: ByEvent = {}
    for event in scope.events:
        rows = _sums(scope.results_of(event), F("player_id"), NOBODY)
        bonus, taken = _bonus(scope, event), _taken_from_players(scope, event)
        scores = (with_bonus(_score(player_key(player, place), *sums), bonus) for player, place, *sums in rows)
        found[event.pk] = [adjusted(score, taken[score.key]) if score.key in taken else score for score in scores]
    return found


def of_teams(scope: Scope) -> ByEvent:
    """The sum of a team's places, whoever played, with how many did; a team without a result is there with nothing."""
    entries = TeamEntry.objects.filter(division__in=scope.divisions).order_by("id")
    if scope.section:
        entries = entries.filter(section=scope.section)
    if scope.playoff:
        entries = entries.filter(places__finals__round__in=scope.rounds).distinct()
    there: dict[int, dict[Key, Score]] = {event.pk: {} for event in scope.events}
    for team, of in entries.values_list("team", "event"):
        there[of]["team", team] = Score(("team", team), ZERO, 0)
    for event in scope.events:
        results = scope.results_of(event).filter(place__entry__isnull=False)
        for team, *sums, people in _sums(results, F("place__entry__team_id"), _people=PEOPLE):
            score = _score(("team", team), *sums)._replace(played=people)
            there[event.pk]["team", team] = _of_team(score, scope, event)
        for key, points in _taken_from_teams(scope, event).items():
            there[event.pk][key] = adjusted(there[event.pk][key], points)
    return {pk: list(scores.values()) for pk, scores in there.items()}


def of_schools(scope: Scope, measure: str) -> list[Score]:
    """By the average of its players, or by its best five (F25)."""
    bonus, taken = _bonus(scope, scope.event), _taken_from_players(scope, scope.event)
    schools: dict[Key, list[Score]] = defaultdict(list)
    for player, place, school, *sums in _sums(scope.results, F("player_id"), NOBODY, SCHOOL):
        if school is not None:
            score = with_bonus(_score(player_key(player, place), *sums), bonus)
            schools["school", school].append(adjusted(score, taken.get(score.key, ZERO)))
    return [SCHOOLS[measure](key, players) for key, players in schools.items()]


def _bonus(scope: Scope, event: Event) -> int:
    """For coming: not again for the playoffs."""
    return 0 if scope.playoff else event.attendance_bonus


def _taken_from_players(scope: Scope, event: Event) -> dict[Key, Decimal]:
    """What judges took off a player's score; off a team's alone is not the player's."""
    found: dict[Key, Decimal] = defaultdict(Decimal)
    rows = scope.adjustments_of(event).filter(of_team=False).values_list("player_id", "place_id", "points")
    for player, place, points in rows:
        found[player_key(player, place)] += points
    return found


def _taken_from_teams(scope: Scope, event: Event) -> dict[Key, Decimal]:
    """What judges took off the scores of a team and of its players."""
    found: dict[Key, Decimal] = defaultdict(Decimal)
    rows = scope.adjustments_of(event).filter(place__entry__isnull=False)
    for team, points in rows.values_list("place__entry__team_id", "points"):
        found["team", team] += points
    return found


def in_all(scope: Scope, by_event: ByEvent) -> list[Score]:
    """What counts: the one event, or the best of several for who played in enough of them (F12)."""
    if not scope.is_sweepstakes:
        return by_event[scope.event.pk]
    rule = Sweepstakes.objects.filter(tournament=scope.event.tournament_id).first() or Sweepstakes()
    together: dict[Key, list[Score]] = defaultdict(list)
    for scores in by_event.values():
        for score in scores:
            together[score.key].append(score)
    totals = (best_of(key, scores, best=rule.best, least=rule.least) for key, scores in together.items())
    return [score for score in totals if score is not None]


def meetings_of(scope: Scope, kind: str) -> Meetings:
    """Who met whom at the tables, players or teams."""
    seats = scope.results.filter(points__isnull=False).values_list(
        "sheet_id", "player_id", "place_id", "place__entry__team_id", Cast("points", FloatField())
    )
    if kind == "teams":
        return Meetings((sheet, ("team", team), points) for sheet, _, _, team, points in seats if team)
    return Meetings((sheet, player_key(player, place), points) for sheet, player, place, _, points in seats)


def _sums(results: QuerySet[Result], *keys: Any, **more: Any) -> Iterable[tuple[Any, ...]]:
    """One line for each combination of keys: those, then points, rounds, first places, raw points, penalties.

    As the database gives them: to convert every figure of 10,000 lines on its own takes as long as to add them up.
    """
    named = {f"_key{at}": key for at, key in enumerate(keys)}
    grouped = results.annotate(**named).values(*named).annotate(**SUMS, **more).order_by(*named)
    sql, params = grouped.values_list(*named, *SUMS, *more).query.sql_with_params()
    with connection.cursor() as cursor:
        cursor.execute(sql, params)
        found: list[tuple[Any, ...]] = cursor.fetchall()
    return found


def _score(key: Key, points: float | None, rounds: int, firsts: int, raw: int | None, penalties: int) -> Score:
    return Score(key, _exact(points), 1 if rounds else 0, rounds, firsts, raw or 0, penalties)


@cache
def _exact(points: float | Decimal | None) -> Decimal:
    """SQLite adds up binary fractions; points have two places. The same few sums come again and again."""
    return ZERO if points is None else Decimal(points).quantize(CENT)


def _of_team(score: Score, scope: Scope, event: Event) -> Score:
    return of_full_size(with_bonus(score, _bonus(scope, event)), event.team_size, event.short_teams)
