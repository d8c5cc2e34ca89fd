"""Saves and deletes single roster spots. `SpotDetails` is a spot as plain data, for editing by hand and undo."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from itertools import count
from typing import Any

from django.db.models import Max, ProtectedError, QuerySet

from foundation.errors import Refused
from foundation.tournaments import Tournament
from tournament import hooks
from tournament.models import Division, Event, School, Team
from tournament.rosters.models import Place, Player, TeamEntry
from tournament.rosters.names import home_school, school_key
from tournament.rosters.schools import get_or_create_schools


@dataclass(frozen=True)
class SpotDetails:
    """Everything that can be edited about a spot, and `own`, the player's home school, which comes from a file.

    The field names are those of the JSON that undo stores (`Change.before` and `Change.after`).
    """

    school: str
    team: str
    division: str
    first: str
    last: str
    grade: int | None
    number: int | None
    is_alternate: bool = False
    is_hidden: bool = False
    own: str = ""

    @property
    def name(self) -> str:
        return f"{self.first} {self.last}".strip() or f"player {self.number} of the {self.team}"

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> SpotDetails:
        return cls(**data)


def details_of(place: Place) -> SpotDetails:
    player, entry = place.player, place.entry
    player_school = player.school.name if player and player.school else ""
    school = entry.team.school.name if entry else player_school
    return SpotDetails(
        school=school,
        team=entry.team.name if entry else "",
        division=place.division.letter,
        first=player.first_name if player else "",
        last=player.last_name if player else "",
        grade=player.grade if player else None,
        number=place.number,
        is_alternate=place.is_alternate,
        is_hidden=player.is_hidden if player else False,
        own=home_school(school, player_school),
    )


def save_spot(event: Event, details: SpotDetails, place: Place | None = None) -> Place:
    """Write these details to a spot, or to a new one. Raise `Refused` at the field that is wrong."""
    division = event.divisions.filter(letter=details.division).first()
    if division is None:
        raise Refused("Choose a division of this game.", field="division")
    if details.grade is not None and details.grade > division.max_grade:
        raise Refused(
            f"{division.name} goes up to grade {division.max_grade}. Correct the grade or the division.", field="grade"
        )
    if not details.school:
        raise Refused("Enter the school.", field="school")
    if not details.team and not (details.first or details.last):
        raise Refused("Enter the player’s name, or a team.", field="last")
    schools = get_or_create_schools(event.tournament, [details.school])
    school = schools[school_key(details.school)]
    player_school = schools[school_key(home_school(details.school, details.own) or details.school)]
    entry = _get_or_create_entry(event, division, school, details.team) if details.team else None
    number = _choose_number(entry, details, place) if entry else None
    place = place or Place(event=event)
    was_unnamed = place.player is None
    place.player = _save_player(event, player_school, details, place.player)
    place.division, place.entry, place.number = division, entry, number
    place.is_alternate = bool(entry) and (number or 0) > event.team_size
    place.save()
    if was_unnamed and place.player:
        for spot_named in hooks.roster_spot_named:
            spot_named(place)
    return place


def delete_spots(places: QuerySet[Place]) -> None:
    """Delete spots. Refuse if one has a seat at a table, because the results refer to it."""
    try:
        places.delete()
    except ProtectedError:
        raise Refused("Players with a seat at a table can’t be removed. Mark them withdrawn instead.") from None


def delete_unused_players(event: Event) -> None:
    """Delete players who are on no roster anymore and were never part of a substitution."""
    off_roster = Player.objects.filter(tournament=event.tournament, places__isnull=True)
    off_roster.filter(substituted_out__isnull=True, substituted_in__isnull=True).delete()


def new_player_numbers(tournament: Tournament) -> Iterator[int]:
    """Yield the next player numbers of a tournament. A unique constraint catches two people who take the same one."""
    last = Player.objects.filter(tournament=tournament).aggregate(last=Max("number"))["last"] or 0
    return count(last + 1)


def _get_or_create_entry(event: Event, division: Division, school: School, name: str) -> TeamEntry:
    team = Team.objects.filter(school=school, name__iexact=name).first()
    team = team or Team.objects.create(tournament=event.tournament, school=school, name=name)
    entry, _ = TeamEntry.objects.get_or_create(event=event, team=team, defaults={"division": division})
    if entry.division_id != division.pk:
        raise Refused(f"{team.name} plays in {entry.division.name}. Choose another team.", field="division")
    return entry


def _choose_number(entry: TeamEntry, details: SpotDetails, place: Place | None) -> int:
    """Return the position that was asked for, or the first free one."""
    others = {each.number: each for each in entry.places.select_related("player") if each != place}
    if details.number is None:
        return next(number for number in range(1, len(others) + 2) if number not in others)
    if details.number < 1:
        raise Refused("Enter a position of 1 or higher.", field="number")
    if details.number in others:
        raise Refused(
            f"{others[details.number].name} has position {details.number}. Choose another position.", field="number"
        )
    return details.number


def _save_player(event: Event, school: School, details: SpotDetails, player: Player | None) -> Player | None:
    if not (details.first or details.last):
        return None
    player = player or Player(tournament=event.tournament, number=next(new_player_numbers(event.tournament)))
    player.school, player.grade = school, details.grade
    player.first_name, player.last_name = details.first, details.last
    player.is_hidden = details.is_hidden
    player.save()
    return player
