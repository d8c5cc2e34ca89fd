"""A place as plain facts, and facts back into a place: what editing by hand and its undo are made of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from foundation.errors import Refused
from tournament import hooks
from tournament.models import Division, Event, School, Team
from tournament.rosters.models import Place, Player, TeamEntry
from tournament.rosters.numbers import free_numbers
from tournament.rosters.people import own_school, school_key
from tournament.rosters.schools import find_or_make


@dataclass(frozen=True)
class Facts:
    """Everything that a person can say about a place, and the player's own school, which comes from a file."""

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


def facts_of(place: Place) -> Facts:
    player, entry = place.player, place.entry
    of_player = player.school.name if player and player.school else ""
    school = entry.team.school.name if entry else of_player
    return Facts(
        school=school,
        team=entry.team.name if entry else "",
        division=place.division.letter,
        first=player.first_name if player else "",
        last=player.last_name if player else "",
        grade=player.grade if player else None,
        number=place.number,
        is_alternate=place.is_alternate,
        is_hidden=player.is_hidden if player else False,
        own=own_school(school, of_player),
    )


def from_json(data: Mapping[str, Any]) -> Facts:
    return Facts(**data)


def put(event: Event, facts: Facts, place: Place | None = None) -> Place:
    """Write these facts into a place, or into a new one. What cannot be is refused at its field."""
    division = event.divisions.filter(letter=facts.division).first()
    if division is None:
        raise Refused("Choose a division of this event.", field="division")
    if facts.grade is not None and facts.grade > division.max_grade:
        raise Refused(f"{division.name} ends with grade {division.max_grade}.", field="grade")
    if not facts.school:
        raise Refused("Which school?", field="school")
    if not facts.team and not (facts.first or facts.last):
        raise Refused("Who plays without a team needs a name.", field="last")
    schools = find_or_make(event.tournament, [facts.school])
    school = schools[school_key(facts.school)]
    own = schools[school_key(own_school(facts.school, facts.own) or facts.school)]
    entry = _entry(event, division, school, facts.team) if facts.team else None
    number = _number(event, entry, facts, place) if entry else None
    place = place or Place(event=event)
    had_no_name = place.player is None
    place.player = _player(event, own, facts, place.player)
    place.division, place.entry, place.number = division, entry, number
    place.is_alternate = bool(entry) and (number or 0) > event.team_size
    place.save()
    if had_no_name and place.player:
        for spot_named in hooks.roster_spot_named:
            spot_named(place)
    return place


def _entry(event: Event, division: Division, school: School, name: str) -> TeamEntry:
    team = Team.objects.filter(school=school, name__iexact=name).first()
    team = team or Team.objects.create(tournament=event.tournament, school=school, name=name)
    entry, _ = TeamEntry.objects.get_or_create(event=event, team=team, defaults={"division": division})
    if entry.division_id != division.pk:
        raise Refused(f"{team.name} plays in {entry.division.name}.", field="division")
    return entry


def _number(event: Event, entry: TeamEntry, facts: Facts, place: Place | None) -> int:
    others = {each.number: each for each in entry.places.select_related("player") if each != place}
    if facts.number is None:
        return next(number for number in range(1, len(others) + 2) if number not in others)
    if facts.number < 1:
        raise Refused("Positions begin with 1.", field="number")
    if facts.number in others:
        raise Refused(f"Position {facts.number} is taken by {others[facts.number].name}.", field="number")
    return facts.number


def _player(event: Event, school: School, facts: Facts, player: Player | None) -> Player | None:
    if not (facts.first or facts.last):
        return None
    player = player or Player(tournament=event.tournament, number=next(free_numbers(event.tournament)))
    player.school, player.grade = school, facts.grade
    player.first_name, player.last_name = facts.first, facts.last
    player.is_hidden = facts.is_hidden
    player.save()
    return player
