"""The order in which people look for a name: accents and capitals make no difference, on every database."""

from __future__ import annotations

from typing import Any

from tournament.models import School, Team
from tournament.rosters.models import Place
from tournament.rosters.people import key


def of_school(school: School) -> tuple[Any, ...]:
    """École Abel stands beside Edison School."""
    return key(school.name), school.name


def of_team(team: Team) -> tuple[Any, ...]:
    """By school, then by team."""
    return *of_school(team.school), key(team.name), team.name


def of_place(place: Place) -> tuple[Any, ...]:
    """Teams by school and name, each by position; who plays without a team comes after them, by last name."""
    if place.entry:
        return False, *of_team(place.entry.team), place.number
    player = place.player
    names = (player.last_name, player.first_name) if player else ("", "")
    return True, *map(key, names), place.pk
