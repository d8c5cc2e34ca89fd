"""Applies an import plan to the database: schools, teams, players, and roster spots, in a few bulk statements."""

from __future__ import annotations

import itertools
from collections.abc import Iterable

from django.db.models import QuerySet

from tournament import hooks
from tournament.models import Division, Event, School, Team
from tournament.rosters.file_import.parser import RosterRow
from tournament.rosters.file_import.plan import ImportPlan
from tournament.rosters.models import Place, Player, TeamEntry
from tournament.rosters.names import SchoolKey, TeamKey, home_school, name_key, school_key, team_key
from tournament.rosters.schools import get_or_create_schools
from tournament.rosters.spots import delete_spots, delete_unused_players, new_player_numbers

BATCH = 500


def apply_plan(event: Event, plan: ImportPlan, *, remove_missing: bool) -> None:
    """Write the plan. The calling verb runs in a transaction, so it is all or nothing."""
    missing = Place.objects.filter(pk__in=[spot.id for spot in plan.missing])
    if remove_missing:
        delete_spots(missing)
    rows = [planned.row for planned in plan.rows]
    schools = get_or_create_schools(event.tournament, [row.school for row in rows])
    entries = _write_entries(event, rows, schools)
    _assign_temporary_positions(plan)
    _move_missing_out_of_the_way(missing, rows, event.team_size)
    _write_spots(event, plan, schools, entries)
    TeamEntry.objects.filter(event=event, places__isnull=True).delete()
    delete_unused_players(event)


# -- teams ------------------------------------------------------------------------------------------------------------


def _write_entries(
    event: Event, rows: Iterable[RosterRow], schools: dict[SchoolKey, School]
) -> dict[TeamKey, TeamEntry]:
    """Enter each team of the file in its division with its seed. Return the entries by team."""
    rows = [row for row in rows if row.team]
    row_by_team = {team_key(row.school, row.team): row for row in rows}
    seeds = {team_key(row.school, row.team): row.seed for row in rows if row.seed is not None}
    teams = _get_or_create_teams(event, row_by_team, schools)
    divisions = {division.letter: division for division in event.divisions.all()}
    existing = {entry.team_id: entry for entry in TeamEntry.objects.filter(event=event)}
    new, changed = [], []
    entries = {}
    for name, row in row_by_team.items():
        team, division = teams[name], divisions[row.division]
        entry = existing.get(team.pk)
        if entry is None:
            entry = TeamEntry(event=event, team=team, division=division, seed=seeds.get(name))
            new.append(entry)
        elif (entry.division_id, entry.seed) != (division.pk, seeds.get(name, entry.seed)):
            entry.division, entry.seed = division, seeds.get(name, entry.seed)
            changed.append(entry)
        entries[name] = entry
    TeamEntry.objects.bulk_create(new, batch_size=BATCH)
    TeamEntry.objects.bulk_update(changed, ["division", "seed"], batch_size=BATCH)
    for entry in changed:
        entry.places.update(division=entry.division)
    return entries


def _get_or_create_teams(
    event: Event, row_by_team: dict[TeamKey, RosterRow], schools: dict[SchoolKey, School]
) -> dict[TeamKey, Team]:
    existing = Team.objects.filter(tournament=event.tournament).select_related("school")
    teams = {team_key(team.school.name, team.name): team for team in existing}
    new = [
        Team(tournament=event.tournament, school=schools[school], name=row.team)
        for (school, name), row in row_by_team.items()
        if (school, name) not in teams
    ]
    Team.objects.bulk_create(new, batch_size=BATCH)
    return teams | {team_key(team.school.name, team.name): team for team in new}


# -- players and roster spots -----------------------------------------------------------------------------------------


def _write_spots(
    event: Event, plan: ImportPlan, schools: dict[SchoolKey, School], entries: dict[TeamKey, TeamEntry]
) -> None:
    """Create and update players and roster spots. Spots that get a name tell the hook `roster_spot_named`."""
    divisions = {division.letter: division for division in event.divisions.all()}
    existing = Place.objects.filter(event=event).select_related("player__school").in_bulk()
    unnamed = {place.pk for place in existing.values() if place.player is None}
    players = _PlayerFinder(event)
    new_places: list[Place] = []
    changed_places: list[Place] = []
    for planned in plan.rows:
        if planned.spot and not planned.changes:
            continue
        row = planned.row
        place = existing[planned.spot.id] if planned.spot else Place(event=event)
        player = place.player
        if not row.is_unnamed:
            player = players.find_or_create(row, place)
            _fill_player(player, row, schools)
        _fill_place(place, row, divisions, entries.get(team_key(row.school, row.team)), player)
        (changed_places if planned.spot else new_places).append(place)
    players.save()
    for place in (*new_places, *changed_places):
        place.player = place.player  # copies the primary key that a new player has only now
    Place.objects.bulk_create(new_places, batch_size=BATCH)
    fields = ["division", "entry", "number", "player", "is_alternate"]
    Place.objects.bulk_update(changed_places, fields, batch_size=BATCH)
    for place in changed_places:
        if place.pk in unnamed and place.player:
            for spot_named in hooks.roster_spot_named:
                spot_named(place)


class _PlayerFinder:
    """Finds the player for a row: the one on its spot, one from another game of this tournament, or a new one."""

    def __init__(self, event: Event) -> None:
        self.tournament = event.tournament
        self.elsewhere = _players_of_other_games(event)
        self.numbers = new_player_numbers(event.tournament)
        self.taken: set[int] = set()
        self.new: list[Player] = []
        self.changed: list[Player] = []

    def find_or_create(self, row: RosterRow, place: Place) -> Player:
        player = place.player or self._take_from_elsewhere(row)
        if player is None:
            player = Player(tournament=self.tournament, number=next(self.numbers))
            self.new.append(player)
        else:
            self.changed.append(player)
        return player

    def save(self) -> None:
        Player.objects.bulk_create(self.new, batch_size=BATCH)
        Player.objects.bulk_update(self.changed, ["school", "first_name", "last_name", "grade"], batch_size=BATCH)

    def _take_from_elsewhere(self, row: RosterRow) -> Player | None:
        """Match by home school first. Each player is taken once."""
        for school in (row.home_school or row.school, row.school):
            player = self.elsewhere.get((school_key(school), name_key(row.first, row.last)))
            if player and player.pk not in self.taken:
                self.taken.add(player.pk)
                return player
        return None


def _players_of_other_games(event: Event) -> dict[tuple[SchoolKey, str], Player]:
    """Return the players on rosters of other games only, by school and name.

    A player is listed under the home school and under the schools of the player's teams.
    """
    free = Player.objects.filter(tournament=event.tournament).exclude(places__event=event).select_related("school")
    teams = Place.objects.filter(player__in=free, entry__isnull=False)
    players = {player.pk: player for player in free}
    home_schools = [(player.pk, player.school.name) for player in players.values() if player.school]
    by_school: dict[tuple[SchoolKey, str], Player] = {}
    for player_id, school in (*home_schools, *teams.values_list("player_id", "entry__team__school__name")):
        player = players[player_id]
        by_school.setdefault((school_key(school), name_key(player.first_name, player.last_name)), player)
    return by_school


def _fill_player(player: Player, row: RosterRow, schools: dict[SchoolKey, School]) -> None:
    current = player.school.name if player.school else ""
    school = row.home_school or home_school(row.school, current) or row.school
    player.school, player.first_name, player.last_name = schools[school_key(school)], row.first, row.last
    player.grade = row.grade if row.grade is not None else player.grade


def _fill_place(
    place: Place, row: RosterRow, divisions: dict[str, Division], entry: TeamEntry | None, player: Player | None
) -> None:
    place.division = divisions[row.division]
    place.entry, place.number = entry, row.number if entry else None
    place.player = player
    place.is_alternate = row.is_alternate if entry else False


# -- positions --------------------------------------------------------------------------------------------------------


def _assign_temporary_positions(plan: ImportPlan) -> None:
    """Give spots that will change a temporary position, so no position is taken twice along the way."""
    changing = [planned.spot.id for planned in plan.rows if planned.spot and planned.changes]
    places = list(Place.objects.filter(pk__in=changing))
    for number, place in enumerate(places, 1):
        if place.entry_id:
            place.number = 10_000 + number
    Place.objects.bulk_update(places, ["number"], batch_size=BATCH)


def _move_missing_out_of_the_way(missing: QuerySet[Place], rows: Iterable[RosterRow], team_size: int) -> None:
    """Make players who aren't in the file alternates where the file gives their position to another player."""
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
