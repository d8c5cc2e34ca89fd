"""What could still change results that count: a table where someone refused to initial, or one under protest."""

from __future__ import annotations

from collections.abc import Collection
from decimal import Decimal
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from rulebooks import Edition, most_points
from scoring import hooks
from scoring.models import Dispute, Sheet
from scoring.ranks.scope import Scope
from scoring.ranks.sums import player_key
from scoring.standings import Key, Swing
from tournament.books import edition_of


def pending_in(rounds: Collection[int]) -> dict[int, str]:
    """Return the scoresheets of these rounds whose results may still change, by key, each with the reason in words."""
    found = _refused_to_initial(rounds)
    for pending_sheets in hooks.pending_sheets:
        found |= pending_sheets(rounds)
    return found


def _refused_to_initial(rounds: Collection[int]) -> dict[int, str]:
    return tables_of(Dispute.objects.filter(until__isnull=True), rounds, "not initialed by all")


def tables_of(open_: QuerySet[Any], rounds: Collection[int], words: str) -> dict[int, str]:
    """Return the sheets of these rows by key, in table order, each with its round, table and `words`.

    There are few rows, so the query starts from them and not from every sheet of the rounds.
    """
    there = Sheet.objects.filter(pk=OuterRef("sheet_id"), round__in=rounds)
    tables = open_.filter(Exists(there)).order_by("sheet__round__number", "sheet__table__number")
    columns = ("sheet", "sheet__round__number", "sheet__table__number")
    return {sheet: f"Round {number}, table {table}: {words}" for sheet, number, table in tables.values_list(*columns)}


def swings_of(scope: Scope, sheets: Collection[int], kind: str) -> dict[Key, Swing]:
    """By how much each player or team could still go down or up, as far as its table could be decided otherwise."""
    if not sheets:
        return {}
    found: dict[Key, Swing] = {}
    seats = scope.results.filter(sheet__in=sheets, points__isnull=False).select_related("round", "place__entry")
    editions = {division.pk: edition_of(division.event) for division in scope.divisions}
    for result in seats:
        entry = result.place.entry
        key = player_key(result.player_id, result.place_id) if kind == "players" else entry and ("team", entry.team_id)
        if key is None or result.points is None:
            continue
        least, most = range_of(editions[result.round.division_id])
        swing = Swing(max(result.points - least, Decimal(0)), max(most - result.points, Decimal(0)))
        found[key] = found[key] + swing if key in found else swing
    return found


def range_of(edition: Edition) -> tuple[Decimal, Decimal]:
    """The least and the most that a round can give to who plays it."""
    if not edition.match_points:
        return Decimal(0), Decimal(most_points(edition, 1))
    given = [points for row in edition.match_points.values() for points in row]
    return Decimal(min(given)), Decimal(max(given))
