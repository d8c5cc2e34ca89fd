"""Sort keys for schools, teams, and roster spots. They ignore accents and case, the same on every database."""

from __future__ import annotations

from typing import Any

from tournament.models import School, Team
from tournament.rosters.models import Place
from tournament.rosters.names import name_key


def school_sort_key(school: School) -> tuple[Any, ...]:
    """Sort École Abel next to Edison School."""
    return name_key(school.name), school.name


def team_sort_key(team: Team) -> tuple[Any, ...]:
    """Sort by school, then by team."""
    return *school_sort_key(team.school), name_key(team.name), team.name


def place_sort_key(place: Place) -> tuple[Any, ...]:
    """Sort teams by school and name, each by position. Players without a team follow, by last name."""
    if place.entry:
        return False, *team_sort_key(place.entry.team), place.number
    player = place.player
    names = (player.last_name, player.first_name) if player else ("", "")
    return True, *map(name_key, names), place.pk
