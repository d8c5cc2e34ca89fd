"""Tables of a team where somebody refused to initial: what a coach sees of them until a judge has decided."""

from __future__ import annotations

from collections.abc import Collection

from foundation.compiled_queries import Several
from scoring.coach.lines import Line, tells_coaches
from scoring.models import Dispute

AT = "sheet__table__seats__place__entry__team"
OPEN = Several(
    lambda teams: (
        Dispute.objects.filter(until__isnull=True, **{f"{AT}__pk__in": teams})
        .order_by("sheet__round__number", "sheet__table__number")
        .values_list(AT, "sheet", "sheet__round__number", "sheet__table__number")
        .distinct()
    )
)


@tells_coaches
def refused_to_initial(teams: Collection[int]) -> dict[int, list[Line]]:
    found: dict[int, list[Line]] = {}
    for team, sheet, number, table in OPEN(teams):
        found.setdefault(team, []).append(Line(f"Round {number}, table {table}", "not initialed by all", sheet=sheet))
    return found
