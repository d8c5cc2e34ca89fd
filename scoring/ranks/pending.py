"""What could still change results that count: tables where somebody refused to initial, and what judges register.

@pends
def protests(rounds: Collection[int]) -> Mapping[int, str]: ...      # sheets by key, and in words what is pending
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from decimal import Decimal
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from rulebooks import Edition, most_points
from scoring.models import Dispute, Sheet
from scoring.ranks.scope import Scope
from scoring.ranks.sums import player_key
from scoring.standings import Key, Swing
from tournament.books import edition_of

Source = Callable[[Collection[int]], Mapping[int, str]]
_sources: list[Source] = []


def pends(source: Source) -> Source:
    _sources.append(source)
    return source


def pending_in(rounds: Collection[int]) -> dict[int, str]:
    """Sheets by key, and what is pending there."""
    found: dict[int, str] = {}
    for source in _sources:
        found |= source(rounds)
    return found


@pends
def refused_to_initial(rounds: Collection[int]) -> dict[int, str]:
    return tables_of(Dispute.objects.filter(until__isnull=True), rounds, "not initialed by all")


def tables_of(open_: QuerySet[Any], rounds: Collection[int], words: str) -> dict[int, str]:
    """The sheets of what is open, in the order of the tables.

    What is open is little: each of it is asked for its round, instead of every sheet of the rounds for what is open.
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
