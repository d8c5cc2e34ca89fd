"""Tables of a team where somebody refused to initial: what a coach sees of them until a judge has decided."""

from __future__ import annotations

from collections.abc import Collection

from scoring.coach.lines import Line, tells_coaches
from scoring.models import Dispute


@tells_coaches
def refused_to_initial(teams: Collection[int]) -> dict[int, list[Line]]:
    at = "sheet__table__seats__place__entry__team"
    open_ = Dispute.objects.filter(until__isnull=True, **{f"{at}__in": teams})
    found: dict[int, list[Line]] = {}
    tables = open_.order_by("sheet__round__number", "sheet__table__number").values_list(
        at, "sheet", "sheet__round__number", "sheet__table__number"
    )
    for team, sheet, number, table in tables.distinct():
        found.setdefault(team, []).append(Line(f"Round {number}, table {table}", "not initialed by all", sheet=sheet))
    return found
