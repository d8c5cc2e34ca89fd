"""What is asked about judging: who judges here, and whom they should not judge."""

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
    """Judges, head judges and the appeals panel, with their standing conflicts in `standing_conflicts`."""
    judging = live_memberships().filter(tournament=tournament, role__in=JUDGES)
    standing = Conflict.objects.filter(tournament=tournament, withdrawn_at__isnull=True).select_related("school")
    return (
        User.objects.filter(pk__in=judging.values("user"))
        .prefetch_related(Prefetch("conflicts", queryset=standing, to_attr="standing_conflicts"))
        .order_by("name", "id")
    )


def conflicts_of(tournament: Tournament) -> list[tuple[User, str]]:
    """Every judge with the schools that somebody else should judge; one line without a school for who has none."""
    found: list[tuple[User, str]] = []
    for judge in judges_of(tournament):
        schools = [conflict.school.name for conflict in judge.standing_conflicts]  # type: ignore[attr-defined]
        found += [(judge, school) for school in schools or [""]]
    return found


def schools_at(sitters: Sequence[SeatedPlayer]) -> set[int]:
    """Of the teams and of the children themselves; a team of several schools belongs to each of them."""
    teams = {entry.team.school_id for sitter in sitters if (entry := sitter.seat.place.entry)}
    own = {sitter.player.school_id for sitter in sitters if sitter.player and sitter.player.school_id}
    members = School.objects.filter(pk__in=teams, members__isnull=False).values_list("members", flat=True)
    return teams | own | {pk for pk in members if pk}
