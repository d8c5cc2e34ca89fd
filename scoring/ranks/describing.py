"""Who the rows of a page are, and where their points come from: asked for these rows only."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import cast

from django.db.models import Q, Sum

from scoring.ranks.scope import Scope
from scoring.ranks.sums import player_key
from scoring.standings import Key, plain
from tournament.models import Division, School, Team
from tournament.rosters.models import Place, Player, TeamEntry

Person = Player | Place
Naming = Callable[[Person], str]
FIGURES = (
    "player_id",
    "place_id",
    "round_id",
    "round__division_id",
    "sheet_id",
    "points",
    "place__entry__team__name",
    "place__entry__section",
)


@dataclass(frozen=True)
class Label:
    """How a row is named. `beside`: a player's team, a team's school."""

    name: str
    beside: str = ""
    division: Division | None = None
    section: str = ""


@dataclass(frozen=True)
class Cell:
    """Points of one round, in words. `sheet`: where the number comes from, if it is one sheet."""

    points: str = ""
    sheet: int | None = None
    value: Decimal | None = None


@dataclass(frozen=True)
class Described:
    """`rounds`: each row's points by the key of the round."""

    labels: Mapping[Key, Label]
    rounds: Mapping[Key, Mapping[int, Cell]]


def describe_players(scope: Scope, keys: Sequence[Key], naming: Naming) -> Described:
    """A player's team is that of the last round; as long as nobody is named for a place, it is the place's.

    Who never came to one table and played at another has the points of that.
    """
    players = Player.objects.in_bulk(_of_kind("player", keys))
    nobodies = _of_kind("place", keys)
    places = Place.objects.select_related("entry__team").in_bulk(nobodies) if nobodies else {}
    mine = Q(player__in=players) | Q(player__isnull=True, place__in=places) if places else Q(player__in=players)
    divisions = {each.pk: each for each in scope.divisions}
    results = scope.results.filter(mine).order_by("round__number", "id")
    labels: dict[Key, Label] = {}
    rounds: dict[Key, dict[int, Cell]] = defaultdict(dict)
    for player, place, round_, division, sheet, points, team, section in results.values_list(*FIGURES):
        key = player_key(player, place)
        if points is None and round_ in rounds[key]:
            continue
        person = players[player] if player else places[place]
        labels[key] = Label(naming(person), team or "", divisions[division], section or "")
        rounds[key][round_] = _cell(points, sheet)
    return Described(labels, rounds)


def describe_teams(scope: Scope, keys: Sequence[Key], naming: Naming) -> Described:
    teams = Team.objects.select_related("school").in_bulk(_of_kind("team", keys))
    entries = TeamEntry.objects.filter(team__in=teams, division__in=scope.divisions).order_by("-id")
    divisions = {each.pk: each for each in scope.divisions}
    labels: dict[Key, Label] = {}
    for entry in entries:
        team = teams[entry.team_id]
        labels["team", team.pk] = Label(team.name, team.school.name, divisions[entry.division_id], entry.section)
    places = Place.objects.filter(entry__team__in=teams)  # from these few a database goes straight to their results
    mine = scope.results.filter(place__in=places).order_by().values_list("place__entry__team", "round")
    rounds: dict[Key, dict[int, Cell]] = defaultdict(dict)
    for team, round_, points in mine.annotate(sum=Sum("points")):
        rounds["team", team][round_] = _cell(points)
    return Described(labels, rounds)


def describe_schools(scope: Scope, keys: Sequence[Key], naming: Naming) -> Described:
    schools = School.objects.in_bulk(_of_kind("school", keys))
    return Described({("school", pk): Label(school.name) for pk, school in schools.items()}, {})


def tickets_of(scope: Scope) -> dict[Key, str]:
    """What stands on a lot: a player's number, or a team's name and school; never a key of this database."""
    tournament = scope.event.tournament_id
    players = Player.objects.filter(tournament=tournament).values_list("pk", "number")
    found: dict[Key, str] = {("player", pk): f"player {number}" for pk, number in players}
    teams = Team.objects.filter(tournament=tournament).values_list("pk", "name", "school__name")
    found |= {("team", pk): f"team {name}, {school}" for pk, name, school in teams}
    nobodies = Place.objects.filter(event__in=scope.events, player__isnull=True, entry__isnull=False)
    columns = ("pk", "number", "entry__team__name", "entry__team__school__name")
    for pk, number, name, school in nobodies.values_list(*columns):
        found["place", pk] = f"player {number} of team {name}, {school}"
    return found


def _of_kind(kind: str, keys: Sequence[Key]) -> list[int]:
    return [pk for word, pk in cast("Sequence[tuple[str, int]]", keys) if word == kind]


def _cell(points: Decimal | None, sheet: int | None = None) -> Cell:
    return Cell("–" if points is None else plain(points), sheet, points)
