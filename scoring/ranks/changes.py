"""What moved in the standings since a moment, and by which sheets."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q, QuerySet

from scoring.models import Adjustment, Result, Sheet
from scoring.ranks.lists import Standings
from scoring.ranks.scope import Scope
from scoring.standings import Move, moves, plain

MOMENT = timedelta(microseconds=1)
MOST = 50


@dataclass(frozen=True)
class Moved:
    """`gained`: with its sign. `was`: None for somebody new."""

    name: str
    was: int | None
    now: int
    gained: str

    @property
    def direction(self) -> str:
        return "new" if self.was is None else "up" if self.now < self.was else "down" if self.now > self.was else "same"


@dataclass(frozen=True)
class Cause:
    """`is_correction`: there were results of this table before."""

    sheet: Sheet
    at: datetime
    is_correction: bool


def last_change(scope: Scope) -> datetime | None:
    """When results were last written, or judges last took something off a score."""
    results = scope.results.order_by("-since").values_list("since", flat=True)[:1]
    adjusted = _adjustments(scope).values_list("since", "until")
    return max(filter(None, (*results, *(moment for both in adjusted for moment in both))), default=None)


def _adjustments(scope: Scope) -> QuerySet[Adjustment]:
    return Adjustment.objects.filter(sheet__round__in=[each.pk for each in scope.rounds])


def moved_since(standings: Standings, moment: datetime) -> list[Moved]:
    """Whose rank or points were others then, in the order of now."""
    before = Standings(standings.scope.before(moment), standings.kind)
    found = moves(before.ranking, standings.ranking)[:MOST]
    where = {row.score.key: at for at, row in enumerate(standings.ranking.rows)}
    rows = standings.rows([where[move.row.score.key] for move in found])
    return [
        Moved(row.label.name, move.was, move.row.rank, _signed(move)) for move, row in zip(found, rows, strict=True)
    ]


def causes_since(scope: Scope, moment: datetime) -> list[Cause]:
    """The sheets whose results are new, the latest first; then tables where judges took something off a score."""
    rounds = [each.pk for each in scope.rounds]
    new = Result.ever.filter(Q(since__gt=moment) | Q(until__gt=moment), round__in=rounds)
    seen: dict[int, Cause] = {}
    for result in new.select_related("sheet__table", "sheet__round__division").order_by(
        "-since", "sheet__table__number"
    ):
        known = seen.get(result.sheet_id)
        is_correction = result.until is not None or (known is not None and known.is_correction)
        seen[result.sheet_id] = Cause(result.sheet, known.at if known else result.since, is_correction)
    taken = _adjustments(scope).filter(Q(since__gt=moment) | Q(until__gt=moment))
    for each in taken.select_related("sheet__table", "sheet__round__division"):
        seen.setdefault(each.sheet_id, Cause(each.sheet, each.until or each.since, is_correction=True))
    return list(seen.values())


def _signed(move: Move) -> str:
    return "" if not move.gained else f"{'+' if move.gained > 0 else '−'}{plain(abs(move.gained))}"
