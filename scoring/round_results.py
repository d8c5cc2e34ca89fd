"""Round results: create scoresheets, look up results, close the round."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import groupby

from django.db.models import F, Q, Sum

from foundation.people.actor import Actor
from pairings.hooks import EarlierResults
from pairings.models import Draw
from rulebooks.wording import join_words, plural
from scoring.models import Closing, Result, Sheet
from tournament.rosters.models import Place
from tournament.rounds.models import Round

MOST_NAMED = 12


def create_sheets(draw: Draw) -> None:
    """Create a scoresheet for each table that was just published."""
    tables = draw.tables.filter(sheet__isnull=True)
    Sheet.objects.bulk_create(
        Sheet(tournament_id=draw.tournament_id, round_id=draw.round_id, table=table) for table in tables
    )


def live_sheets(round_: Round) -> Sequence[Sheet]:
    """Return the sheets of the published tables, by table number."""
    sheets = Sheet.objects.filter(round=round_, table__draw__state=Draw.State.PUBLISHED).select_related("table")
    return list(sheets.order_by("table__number"))


def earlier_results(round_: Round) -> EarlierResults:
    """Return points of the earlier rounds by roster spot, the tables of the last one, and what isn't verified."""
    earlier = Q(round__division=round_.division_id, round__number__lt=round_.number)
    points = Result.objects.filter(earlier).values("place").annotate(sum=Sum("points"))
    missing = (
        Sheet.objects.filter(earlier, table__draw__state=Draw.State.PUBLISHED, excused="")
        .filter(Q(verified__isnull=True) | ~Q(verified=F("current")))
        .order_by("round__number", "table__number")
        .values_list("round__number", "table__number")
    )
    return EarlierResults(
        points={row["place"]: float(row["sum"]) for row in points if row["sum"] is not None},
        ladder=_ladder(round_),
        missing=tuple(f"Round {number}, Table {table}" for number, table in missing),
    )


def _ladder(round_: Round) -> tuple[tuple[int, ...], ...]:
    """Return the previous round's tables, by number, each from first place to last."""
    rows = (
        Result.objects.filter(round__division=round_.division_id, round__number=round_.number - 1)
        .order_by("sheet__table__number", F("points").desc(nulls_last=True), "seat")
        .values_list("sheet__table__number", "place")
    )
    tables: dict[int, list[int]] = defaultdict(list)
    for table, place in rows:
        tables[table].append(place)
    return tuple(map(tuple, tables.values()))


def unverified_sheets(round_: Round, *, lock: bool) -> str:
    """Return which tables keep the round from being closed: neither verified nor waived. Empty if none.

    `lock`: locks the sheets, so that no one enters one while the round is being closed.
    """
    if lock:
        list(Sheet.objects.select_for_update().filter(round=round_).order_by("pk").values_list("pk"))
    open_ = [str(sheet.table.number) for sheet in live_sheets(round_) if not (sheet.is_verified or sheet.excused)]
    if not open_:
        return ""
    others = [f"{len(open_) - MOST_NAMED} more"] if len(open_) > MOST_NAMED else []
    tables = join_words([*open_[:MOST_NAMED], *others])
    one = f"Table {tables} isn’t verified yet. Verify it, or waive its scoresheet."
    many = f"Tables {tables} aren’t verified yet. Verify them, or waive their scoresheets."
    return plural(len(open_), one, many)


def record_closing(actor: Actor, round_: Round) -> None:
    """Store the results of the round at its closing, to compare with if it is reopened."""
    Closing.objects.create(round=round_, results=_points_by_place(round_), closed_by=actor.user)


def changes_since_closing(round_: Round) -> list[tuple[int, Decimal | None, Decimal | None]]:
    """Return roster spots whose points changed after the round was reopened: spot, points then, points now."""
    closing = Closing.objects.filter(round=round_).last()
    if closing is None:
        return []
    now = _points_by_place(round_)
    return [
        (int(place), _decimal(closing.results.get(place)), _decimal(now.get(place)))
        for place in sorted({*closing.results, *now}, key=int)
        if closing.results.get(place) != now.get(place)
    ]


def _points_by_place(round_: Round) -> dict[str, str | None]:
    rows = Result.objects.filter(round=round_).values_list("place", "points")
    return {str(place): None if points is None else str(points) for place, points in rows}


def _decimal(text: str | None) -> Decimal | None:
    return None if text is None else Decimal(text)


# -- the results page -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TableResults:
    sheet: Sheet
    results: tuple[Result, ...]


@dataclass(frozen=True)
class ChangedPoints:
    """Points of a roster spot when the round was closed, and now."""

    name: str
    before: str
    now: str


def results_by_table(round_: Round) -> list[TableResults]:
    results = (
        Result.objects.filter(round=round_)
        .select_related("sheet__table", "player", "place__player", "place__entry__team")
        .order_by("sheet__table__number", "rank", "seat")
    )
    return [
        TableResults(at_table[0].sheet, tuple(at_table))
        for at_table in (list(group) for _, group in groupby(results, key=lambda each: each.sheet_id))
    ]


def changed_points(round_: Round) -> list[ChangedPoints]:
    """Return what changed after the round was reopened, with names."""
    changed = changes_since_closing(round_)
    places = Place.objects.filter(pk__in=[place for place, _, _ in changed]).select_related("player", "entry__team")
    names = {place.pk: place.name for place in places}
    return [ChangedPoints(names.get(place, "A player"), _plain(before), _plain(now)) for place, before, now in changed]


def _plain(points: Decimal | None) -> str:
    return "none" if points is None else f"{points.normalize():f}"
