"""What changed in the standings since a moment, and which scoresheets changed it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal

from django.db.models import Q, QuerySet

from scoring.models import Adjustment, Result, Sheet
from scoring.standings import format_points, points_in_words, rank_changes
from scoring.standings_pages.queries import Standings
from scoring.standings_pages.scope import Scope

SHORTEST_TIME = timedelta(microseconds=1)
MOST_CHANGES = 50


@dataclass(frozen=True)
class DisplayedChange:
    """A rank change with a name. `gained`: such as `+2 points`. `old_rank`: None for someone new."""

    name: str
    old_rank: int | None
    new_rank: int
    gained: str

    @property
    def direction(self) -> str:
        if self.old_rank is None:
            return "new"
        if self.new_rank == self.old_rank:
            return "same"
        return "up" if self.new_rank < self.old_rank else "down"


@dataclass(frozen=True)
class ChangedSheet:
    """A scoresheet that changed results. `is_correction`: its table had results before."""

    sheet: Sheet
    at: datetime
    is_correction: bool


def last_change(scope: Scope) -> datetime | None:
    """Return when a result was last written, or a score last adjusted by judges."""
    results = scope.results.order_by("-since").values_list("since", flat=True)[:1]
    adjusted = _adjustments(scope).values_list("since", "until")
    return max(filter(None, (*results, *(moment for both in adjusted for moment in both))), default=None)


def _adjustments(scope: Scope) -> QuerySet[Adjustment]:
    return Adjustment.objects.filter(sheet__round__in=[each.pk for each in scope.rounds])


def changes_since(standings: Standings, moment: datetime) -> list[DisplayedChange]:
    """Return everyone whose rank or points have changed since then, in today's order."""
    before = Standings(standings.scope.before(moment), standings.kind)
    changes = rank_changes(before.ranking, standings.ranking)[:MOST_CHANGES]
    index_of = {row.score.key: index for index, row in enumerate(standings.ranking.rows)}
    rows = standings.rows([index_of[change.row.score.key] for change in changes])
    return [
        DisplayedChange(row.label.name, change.old_rank, change.row.rank, _format_gain(change.gained))
        for change, row in zip(changes, rows, strict=True)
    ]


def changed_sheets_since(scope: Scope, moment: datetime) -> list[ChangedSheet]:
    """Return the scoresheets with new results, latest first, then those where judges adjusted a score."""
    rounds = [each.pk for each in scope.rounds]
    new = Result.with_replaced.filter(Q(since__gt=moment) | Q(until__gt=moment), round__in=rounds)
    changed: dict[int, ChangedSheet] = {}
    for result in new.select_related("sheet__table", "sheet__round__division").order_by(
        "-since", "sheet__table__number"
    ):
        known = changed.get(result.sheet_id)
        is_correction = result.until is not None or (known is not None and known.is_correction)
        changed[result.sheet_id] = ChangedSheet(result.sheet, known.at if known else result.since, is_correction)
    adjusted = _adjustments(scope).filter(Q(since__gt=moment) | Q(until__gt=moment))
    for each in adjusted.select_related("sheet__table", "sheet__round__division"):
        changed.setdefault(each.sheet_id, ChangedSheet(each.sheet, each.until or each.since, is_correction=True))
    return list(changed.values())


def _format_gain(gained: Decimal) -> str:
    if not gained:
        return ""
    return f"{'+' if gained > 0 else '−'}{points_in_words(format_points(abs(gained)))}"
