"""What follows from verified sheets: results of a round, what a draw may know, and whether a round can be closed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from decimal import Decimal
from functools import partial

from django.db import IntegrityError
from django.db.models import F, Q, Sum

from foundation import steady_clock
from foundation.errors import Collision, Refused
from foundation.people.actor import Actor
from pairings.hooks import EarlierResults
from pairings.models import Draw
from scoring import hooks
from scoring.models import Closing, Dispute, Entry, Result, Sheet
from scoring.paper import Reading
from scoring.tables import Sitter
from tournament.rounds.models import Round

MOST_NAMED = 12
ABSENT = Result.Status.ABSENT


def make_sheets(draw: Draw) -> None:
    """A scoresheet for each table, from the moment that its table is published."""
    tables = draw.tables.filter(sheet__isnull=True)
    Sheet.objects.bulk_create(
        Sheet(tournament_id=draw.tournament_id, round_id=draw.round_id, table=table) for table in tables
    )


def live_sheets(round_: Round) -> Sequence[Sheet]:
    """The sheets of the tables that stand."""
    found = Sheet.objects.filter(round=round_, table__draw__state=Draw.State.PUBLISHED).select_related("table")
    return list(found.order_by("table__number"))


def write_results(sheet: Sheet, entry: Entry, sitters: Sequence[Sitter], reading: Reading) -> None:
    """In the transaction of the verification: each player's total, rank and points, with the reason.

    A constraint says that nobody plays at two tables of a round: of two sheets that name a player, one is not right.
    Who never came to one may have played at another, for somebody else.
    Which one has them already is asked when the verb is undone: to be able to ask at once would cost every save two
    trips to the database.
    """
    now = steady_clock.now()
    if sheet.verified_id is not None:
        Result.objects.filter(sheet=sheet).update(until=now)
        Dispute.objects.filter(sheet=sheet, until__isnull=True).update(until=now)
    refused = any(row.initials == "refused" for row in reading.paper.rows)
    if (
        refused
        and entry.source != Entry.Source.APPEAL
        and not any(is_settled(sheet) for is_settled in hooks.dispute_settled)
    ):
        Dispute.objects.create(sheet=sheet, since=now)
    results = [
        Result(
            sheet=sheet,
            entry=entry,
            round_id=sheet.round_id,
            seat=seat,
            place_id=sitter.seat.place_id,
            player_id=row.player or (sitter.player.pk if sitter.player else None),
            status=row.status,
            total=line.total,
            penalties=-sum(sum(shake[seat - 1].penalties) for shake in reading.cells),
            rank=line.place,
            points=None if row.status == ABSENT else line.points,
            rule=(line.because.rule if line.because else "")[:200],
            sentence=(line.because.sentence if line.because else "")[:200],
            since=now,
        )
        for seat, (sitter, row, line) in enumerate(zip(sitters, reading.paper.rows, reading.lines, strict=True), 1)
    ]
    try:
        Result.objects.bulk_create(results)
    except IntegrityError as problem:
        raise Collision(partial(_nobody_plays_twice, sheet, results)) from problem.__cause__


def _nobody_plays_twice(sheet: Sheet, results: Sequence[Result]) -> None:
    players = [result.player_id for result in results if result.player_id and result.status != ABSENT]
    if len(set(players)) < len(players):
        raise Refused("This sheet has one player in two seats. Correct it, then verify it.")
    twice = Result.objects.filter(round=sheet.round_id, player__in=players).exclude(sheet=sheet).exclude(status=ABSENT)
    for other in twice.select_related("player", "sheet__table"):
        raise Refused(
            f"{other.player} has points at table {other.sheet.table.number} in this round already. "
            "One of the two sheets names the wrong player: correct it, then verify this one."
        )


def verified_before(round_: Round) -> EarlierResults:
    """Points of the earlier rounds by place, the last round's tables from first to last, and what is not verified."""
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
        missing=tuple(f"Round {number}, table {table}" for number, table in missing),
    )


def _ladder(round_: Round) -> tuple[tuple[int, ...], ...]:
    """The tables of the round before, in the order of their numbers, each from winner to last."""
    rows = (
        Result.objects.filter(round__division=round_.division_id, round__number=round_.number - 1)
        .order_by("sheet__table__number", F("points").desc(nulls_last=True), "seat")
        .values_list("sheet__table__number", "place")
    )
    tables: dict[int, list[int]] = defaultdict(list)
    for table, place in rows:
        tables[table].append(place)
    return tuple(map(tuple, tables.values()))


def every_sheet_is_done(round_: Round, *, lock: bool) -> str:
    """Verified, or explicitly excused. Locked, so that nobody enters a sheet of a round that is being closed."""
    if lock:
        list(Sheet.objects.select_for_update().filter(round=round_).order_by("pk").values_list("pk"))
    open_ = [str(sheet.table.number) for sheet in live_sheets(round_) if not (sheet.is_verified or sheet.excused)]
    if not open_:
        return ""
    named = ", ".join(open_[:MOST_NAMED]) + (f" and {len(open_) - MOST_NAMED} more" if len(open_) > MOST_NAMED else "")
    return f"Not verified yet: table {named}. Verify {'them' if len(open_) > 1 else 'it'}, or excuse the table."


def keep_the_results(actor: Actor, round_: Round) -> None:
    Closing.objects.create(round=round_, results=_points_by_place(round_), closed_by=actor.user)


def changes_since_closing(round_: Round) -> list[tuple[int, Decimal | None, Decimal | None]]:
    """After a round was opened again: whose points are others now, as place, then and now."""
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
