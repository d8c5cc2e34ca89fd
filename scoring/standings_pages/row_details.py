"""Names and points by round for the rows of one page. Queried for these rows only, not for the whole list."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import cast

from django.db.models import Q, Sum

from scoring.standings import Key, format_points
from scoring.standings_pages.scope import Scope
from scoring.standings_pages.score_totals import player_key
from tournament.models import Division, School, Team
from tournament.rosters.models import Place, Player, TeamEntry

Person = Player | Place
NameFormat = Callable[[Person], str]
RESULT_COLUMNS = (
    "player_id",
    "place_id",
    "round_id",
    "round__division_id",
    "sheet_id",
    "points",
    "place__entry__team__name",
    "place__entry__section",
)


def full_name(person: Person) -> str:
    return person.name


@dataclass(frozen=True)
class RowLabel:
    """How a row is named. `beside`: shown beside the name, a player's team or a team's school."""

    name: str
    beside: str = ""
    division: Division | None = None
    section: str = ""


@dataclass(frozen=True)
class RoundPoints:
    """The points of one round, formatted. `sheet`: the scoresheet they come from, if it is only one."""

    points: str = ""
    sheet: int | None = None
    value: Decimal | None = None


@dataclass(frozen=True)
class RowDetails:
    """`rounds`: for each row, its points by round key."""

    labels: Mapping[Key, RowLabel]
    rounds: Mapping[Key, Mapping[int, RoundPoints]]


def describe_players(scope: Scope, keys: Sequence[Key], name_format: NameFormat) -> RowDetails:
    """Name players, each with the team of their last round. An unnamed roster spot is named as such.

    A player who was a no-show at one table of a round and played at another gets the points of the second.
    """
    players = Player.objects.in_bulk(_pks("player", keys))
    unnamed = _pks("place", keys)
    places = Place.objects.select_related("entry__team").in_bulk(unnamed) if unnamed else {}
    condition = Q(player__in=players) | Q(player__isnull=True, place__in=places) if places else Q(player__in=players)
    divisions = {each.pk: each for each in scope.divisions}
    results = scope.results.filter(condition).order_by("round__number", "id")
    labels: dict[Key, RowLabel] = {}
    rounds: dict[Key, dict[int, RoundPoints]] = defaultdict(dict)
    for player, place, round_, division, sheet, points, team, section in results.values_list(*RESULT_COLUMNS):
        key = player_key(player, place)
        if points is None and round_ in rounds[key]:
            continue
        person = players[player] if player else places[place]
        labels[key] = RowLabel(name_format(person), team or "", divisions[division], section or "")
        rounds[key][round_] = _round_points(points, sheet)
    return RowDetails(labels, rounds)


def describe_teams(scope: Scope, keys: Sequence[Key], name_format: NameFormat) -> RowDetails:
    teams = Team.objects.select_related("school").in_bulk(_pks("team", keys))
    entries = TeamEntry.objects.filter(team__in=teams, division__in=scope.divisions).order_by("-id")
    divisions = {each.pk: each for each in scope.divisions}
    labels: dict[Key, RowLabel] = {}
    for entry in entries:
        team = teams[entry.team_id]
        labels["team", team.pk] = RowLabel(team.name, team.school.name, divisions[entry.division_id], entry.section)
    places = Place.objects.filter(
        entry__team__in=teams
    )  # few rows, so the database starts from them and not from results
    results = scope.results.filter(place__in=places).order_by().values_list("place__entry__team", "round")
    rounds: dict[Key, dict[int, RoundPoints]] = defaultdict(dict)
    for team, round_, points in results.annotate(sum=Sum("points")):
        rounds["team", team][round_] = _round_points(points)
    return RowDetails(labels, rounds)


def describe_schools(scope: Scope, keys: Sequence[Key], name_format: NameFormat) -> RowDetails:
    schools = School.objects.in_bulk(_pks("school", keys))
    return RowDetails({("school", pk): RowLabel(school.name) for pk, school in schools.items()}, {})


def draw_tickets(scope: Scope) -> dict[Key, str]:
    """Return the tickets of a random draw: a player's number, or a team's name and school.

    Never a primary key: it would change when the tournament is restored from an archive, and with it the draw.
    """
    tournament = scope.event.tournament_id
    players = Player.objects.filter(tournament=tournament).values_list("pk", "number")
    tickets: dict[Key, str] = {("player", pk): f"player {number}" for pk, number in players}
    teams = Team.objects.filter(tournament=tournament).values_list("pk", "name", "school__name")
    tickets |= {("team", pk): f"team {name}, {school}" for pk, name, school in teams}
    unnamed = Place.objects.filter(event__in=scope.events, player__isnull=True, entry__isnull=False)
    columns = ("pk", "number", "entry__team__name", "entry__team__school__name")
    for pk, number, name, school in unnamed.values_list(*columns):
        tickets["place", pk] = f"player {number} of team {name}, {school}"
    return tickets


def _pks(kind: str, keys: Sequence[Key]) -> list[int]:
    return [pk for word, pk in cast("Sequence[tuple[str, int]]", keys) if word == kind]


def _round_points(points: Decimal | None, sheet: int | None = None) -> RoundPoints:
    return RoundPoints("–" if points is None else format_points(points), sheet, points)
