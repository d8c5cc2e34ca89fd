"""Notices on coach pages: what is pending at a team's tables."""

from __future__ import annotations

from collections.abc import Collection

from scoring import hooks
from scoring.hooks import CoachNotice
from scoring.models import Dispute

AT = "sheet__table__seats__place__entry__team"


def notices_for(teams: Collection[int]) -> dict[int, list[CoachNotice]]:
    """Return what is pending at the tables of these teams, by team key."""
    by_team = _refused_to_initial(teams)
    for notices_of in hooks.coach_notices:
        for team, notices in notices_of(teams).items():
            by_team.setdefault(team, []).extend(notices)
    return by_team


def _refused_to_initial(teams: Collection[int]) -> dict[int, list[CoachNotice]]:
    by_team: dict[int, list[CoachNotice]] = {}
    open_disputes = (
        Dispute.objects.filter(until__isnull=True, **{f"{AT}__in": teams})
        .order_by("sheet__round__number", "sheet__table__number")
        .values_list(AT, "sheet", "sheet__round__number", "sheet__table__number")
        .distinct()
    )
    for team, sheet, number, table in open_disputes:
        by_team.setdefault(team, []).append(
            CoachNotice(f"Round {number}, table {table}", "not initialed by all", sheet=sheet)
        )
    return by_team
