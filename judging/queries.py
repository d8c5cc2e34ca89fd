"""Reads about judges: who judges at a tournament, and which schools they should not judge."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import Prefetch, QuerySet

from foundation.people.models import Role, User
from foundation.people.queries import live_memberships
from foundation.tournaments import Tournament
from judging.models import Conflict
from scoring.entry.queries import SeatedPlayer
from tournament.models import School

JUDGES = (Role.JUDGE, Role.HEAD_JUDGE, Role.APPEALS_PANEL)


def judges_of(tournament: Tournament) -> QuerySet[User]:
    """Return judges, head judges and the appeals panel, with current conflicts prefetched as `standing_conflicts`."""
    memberships = live_memberships().filter(tournament=tournament, role__in=JUDGES)
    standing = Conflict.objects.filter(tournament=tournament, withdrawn_at__isnull=True).select_related("school")
    return (
        User.objects.filter(pk__in=memberships.values("user"))
        .prefetch_related(Prefetch("conflicts", queryset=standing, to_attr="standing_conflicts"))
        .order_by("name", "id")
    )


def conflicts_of(tournament: Tournament) -> list[tuple[User, str]]:
    """Return a row per judge and conflicting school, and one row without a school for a judge who has none."""
    rows: list[tuple[User, str]] = []
    for judge in judges_of(tournament):
        schools = [conflict.school.name for conflict in judge.standing_conflicts]  # type: ignore[attr-defined]
        rows += [(judge, school) for school in schools or [""]]
    return rows


def schools_at(seated: Sequence[SeatedPlayer]) -> set[int]:
    """Return the schools of teams and players at a table. A combined team belongs to each of its schools."""
    teams = {entry.team.school_id for seated_player in seated if (entry := seated_player.seat.place.entry)}
    home_schools = {
        seated_player.player.school_id
        for seated_player in seated
        if seated_player.player and seated_player.player.school_id
    }
    members = School.objects.filter(pk__in=teams, members__isnull=False).values_list("members", flat=True)
    return teams | home_schools | {pk for pk in members if pk}
