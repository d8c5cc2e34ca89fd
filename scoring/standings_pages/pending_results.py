"""Results that may still change: tables where someone refused to initial, and tables under protest."""

from __future__ import annotations

from collections.abc import Collection
from decimal import Decimal
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from rulebooks import Edition, most_points
from scoring import hooks
from scoring.hooks import PendingSheet
from scoring.models import Dispute, Sheet
from scoring.standings import Key, PendingPoints
from scoring.standings_pages.scope import Scope
from scoring.standings_pages.score_totals import player_key
from tournament.books import edition_of


def pending_sheets_in(rounds: Collection[int]) -> dict[int, PendingSheet]:
    """Return the scoresheets of these rounds whose results may still change, by key."""
    pending = _refused_to_initial(rounds)
    for pending_sheets in hooks.pending_sheets:
        pending |= pending_sheets(rounds)
    return pending


def _refused_to_initial(rounds: Collection[int]) -> dict[int, PendingSheet]:
    open_disputes = Dispute.objects.filter(until__isnull=True)
    return load_pending_sheets(open_disputes, rounds, "initials missing", is_protest=False)


def load_pending_sheets(
    rows: QuerySet[Any], rounds: Collection[int], reason: str, *, is_protest: bool = True
) -> dict[int, PendingSheet]:
    """Return the scoresheets of these rows by key, in table order, each pending for `reason`.

    There are few rows, so the query starts from them and not from every scoresheet of the rounds.
    """
    sheets = Sheet.objects.filter(pk=OuterRef("sheet_id"), round__in=rounds)
    tables = rows.filter(Exists(sheets)).order_by("sheet__round__number", "sheet__table__number")
    columns = ("sheet", "sheet__round__number", "sheet__table__number")
    return {
        sheet: PendingSheet(number, table, reason, is_protest) for sheet, number, table in tables.values_list(*columns)
    }


def pending_points(scope: Scope, sheets: Collection[int], kind: str) -> dict[Key, PendingPoints]:
    """Return how many points each player or team at these scoresheets could still lose or gain."""
    if not sheets:
        return {}
    pending: dict[Key, PendingPoints] = {}
    results = scope.results.filter(sheet__in=sheets, points__isnull=False).select_related("round", "place__entry")
    editions = {division.pk: edition_of(division.event) for division in scope.divisions}
    for result in results:
        entry = result.place.entry
        key = player_key(result.player_id, result.place_id) if kind == "players" else entry and ("team", entry.team_id)
        if key is None or result.points is None:
            continue
        least, most = points_range(editions[result.round.division_id])
        change = PendingPoints(max(result.points - least, Decimal(0)), max(most - result.points, Decimal(0)))
        pending[key] = pending[key] + change if key in pending else change
    return pending


def points_range(edition: Edition) -> tuple[Decimal, Decimal]:
    """Return the least and the most points that a round can give to someone who plays it."""
    if not edition.match_points:
        return Decimal(0), Decimal(most_points(edition, 1))
    given = [points for row in edition.match_points.values() for points in row]
    return Decimal(min(given)), Decimal(max(given))
