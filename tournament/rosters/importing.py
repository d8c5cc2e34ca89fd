"""Writes a plan into the database: schools, teams, entries, players and places, in as few statements as can be."""

from __future__ import annotations

import itertools
from collections.abc import Iterable

from django.db.models import ProtectedError, QuerySet

from foundation.errors import Refused
from tournament import hooks
from tournament.models import Division, Event, School, Team
from tournament.rosters.models import Place, Player, TeamEntry
from tournament.rosters.numbers import free_numbers
from tournament.rosters.people import SchoolKey, TeamKey, key, own_school, school_key, team_key
from tournament.rosters.planning import Plan
from tournament.rosters.reading import Row
from tournament.rosters.schools import find_or_make

BATCH = 500


def write(event: Event, plan: Plan, *, remove_missing: bool) -> None:
    """All or nothing: the caller's verb is one transaction."""
    missing = Place.objects.filter(pk__in=[place.id for place in plan.missing])
    if remove_missing:
        take_off(missing)
    rows = [planned.row for planned in plan.rows]
    schools = find_or_make(event.tournament, [row.school for row in rows])
    entries = _entries(event, rows, schools)
    _make_room(plan)
    _step_back(missing, rows, event.team_size)
    _places(event, plan, schools, entries)
    _forget_empty(event)


def _entries(event: Event, rows: Iterable[Row], schools: dict[SchoolKey, School]) -> dict[TeamKey, TeamEntry]:
    """Each team of the file in its division, with its seed."""
    rows = [row for row in rows if row.team]
    divisions = {division.letter: division for division in event.divisions.all()}
    of_school = Team.objects.filter(tournament=event.tournament).select_related("school")
    teams = {team_key(team.school.name, team.name): team for team in of_school}
    wanted = {team_key(row.school, row.team): row for row in rows}
    fresh = [
        Team(tournament=event.tournament, school=schools[school], name=row.team)
        for (school, name), row in wanted.items()
        if (school, name) not in teams
    ]
    Team.objects.bulk_create(fresh, batch_size=BATCH)
    teams |= {team_key(team.school.name, team.name): team for team in fresh}
    seeds = {team_key(row.school, row.team): row.seed for row in rows if row.seed is not None}
    there = {entry.team_id: entry for entry in TeamEntry.objects.filter(event=event)}
    new, changed = [], []
    found = {}
    for name, row in wanted.items():
        team, division = teams[name], divisions[row.division]
        entry = there.get(team.pk)
        if entry is None:
            entry = TeamEntry(event=event, team=team, division=division, seed=seeds.get(name))
            new.append(entry)
        elif (entry.division_id, entry.seed) != (division.pk, seeds.get(name, entry.seed)):
            entry.division, entry.seed = division, seeds.get(name, entry.seed)
            changed.append(entry)
        found[name] = entry
    TeamEntry.objects.bulk_create(new, batch_size=BATCH)
    TeamEntry.objects.bulk_update(changed, ["division", "seed"], batch_size=BATCH)
    for entry in changed:
        entry.places.update(division=entry.division)
    return found


def _places(event: Event, plan: Plan, schools: dict[SchoolKey, School], entries: dict[TeamKey, TeamEntry]) -> None:
    divisions = {division.letter: division for division in event.divisions.all()}
    there = Place.objects.filter(event=event).select_related("player__school").in_bulk()
    nameless = {place.pk for place in there.values() if place.player is None}
    players, taken = _players(event), set[int]()
    numbers = free_numbers(event.tournament)
    new_players: list[Player] = []
    old_players: list[Player] = []
    new_places: list[Place] = []
    old_places: list[Place] = []
    for planned in plan.rows:
        if planned.place and not planned.changes:
            continue
        row = planned.row
        place = there[planned.place.id] if planned.place else Place(event=event)
        player = place.player
        if not row.is_unnamed:
            player = player or _take(row, players, taken)
            if player is None:
                player = Player(tournament=event.tournament, number=next(numbers))
                new_players.append(player)
            else:
                old_players.append(player)
            of_player = player.school.name if player.school else ""
            own = row.own or own_school(row.school, of_player) or row.school
            player.school, player.first_name, player.last_name = schools[school_key(own)], row.first, row.last
            player.grade = row.grade if row.grade is not None else player.grade
        _fill(place, row, divisions, entries.get(team_key(row.school, row.team)), player)
        (old_places if planned.place else new_places).append(place)
    Player.objects.bulk_create(new_players, batch_size=BATCH)
    Player.objects.bulk_update(old_players, ["school", "first_name", "last_name", "grade"], batch_size=BATCH)
    for place in (*new_places, *old_places):
        place.player = place.player  # the key of a player who was only just written
    Place.objects.bulk_create(new_places, batch_size=BATCH)
    Place.objects.bulk_update(old_places, ["division", "entry", "number", "player", "is_alternate"], batch_size=BATCH)
    for place in old_places:
        if place.pk in nameless and place.player:
            for spot_named in hooks.roster_spot_named:
                spot_named(place)


def _step_back(missing: QuerySet[Place], rows: Iterable[Row], team_size: int) -> None:
    """Who stays though the file does not have them gives up a position that the file gives to somebody else."""
    taken: dict[TeamKey, set[int]] = {}
    for row in rows:
        if row.team and row.number:
            taken.setdefault(team_key(row.school, row.team), set()).add(row.number)
    moved = []
    for place in missing.select_related("entry__team__school").order_by("number"):
        team = place.entry.team if place.entry else None
        numbers = taken.get(team_key(team.school.name, team.name), set()) if team else set()
        if place.number in numbers:
            place.number = next(number for number in itertools.count(team_size + 1) if number not in numbers)
            place.is_alternate = True
            moved.append(place)
        if place.number:
            numbers.add(place.number)
    Place.objects.bulk_update(moved, ["number", "is_alternate"], batch_size=BATCH)


def _players(event: Event) -> dict[tuple[SchoolKey, str], Player]:
    """Children who are on a roster of another game of this tournament are the same children.

    They are known by their own school, and by that of a team which several schools send together.
    """
    free = Player.objects.filter(tournament=event.tournament).exclude(places__event=event).select_related("school")
    teams = Place.objects.filter(player__in=free, entry__isnull=False)
    players = {player.pk: player for player in free}
    own = [(player.pk, player.school.name) for player in players.values() if player.school]
    found: dict[tuple[SchoolKey, str], Player] = {}
    for player_id, school in (*own, *teams.values_list("player_id", "entry__team__school__name")):
        player = players[player_id]
        found.setdefault((school_key(school), key(player.first_name, player.last_name)), player)
    return found


def _take(row: Row, players: dict[tuple[SchoolKey, str], Player], taken: set[int]) -> Player | None:
    """Each child once, by the own school first."""
    for school in (row.own or row.school, row.school):
        player = players.get((school_key(school), key(row.first, row.last)))
        if player and player.pk not in taken:
            taken.add(player.pk)
            return player
    return None


def _make_room(plan: Plan) -> None:
    """Places that will change first step aside, so that no position is taken twice in between."""
    changing = [planned.place.id for planned in plan.rows if planned.place and planned.changes]
    aside = list(Place.objects.filter(pk__in=changing))
    for number, place in enumerate(aside, 1):
        if place.entry_id:
            place.number = 10_000 + number
    Place.objects.bulk_update(aside, ["number"], batch_size=BATCH)


def _fill(
    place: Place, row: Row, divisions: dict[str, Division], entry: TeamEntry | None, player: Player | None
) -> None:
    place.division = divisions[row.division]
    place.entry, place.number = entry, row.number if entry else None
    place.player = player
    place.is_alternate = row.is_alternate if entry else False


def _forget_empty(event: Event) -> None:
    TeamEntry.objects.filter(event=event, places__isnull=True).delete()
    forget_players(event)


def take_off(places: QuerySet[Place]) -> None:
    """Who has a seat at a table stays on the roster: the tables that were played tell about them."""
    try:
        places.delete()
    except ProtectedError:
        raise Refused("Who has a seat in a draw stays on the roster. Mark them as withdrawn instead.") from None


def forget_players(event: Event) -> None:
    """Children who are on no roster any more, unless they once played for somebody or were replaced."""
    nowhere = Player.objects.filter(tournament=event.tournament, places__isnull=True)
    nowhere.filter(substituted_out__isnull=True, substituted_in__isnull=True).delete()
