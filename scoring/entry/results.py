"""Writes the results of a verified scoresheet."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import IntegrityError

from foundation import steady_clock
from foundation.errors import Collision, Refused
from scoring import hooks
from scoring.entry.queries import seated_players
from scoring.models import Adjustment, Dispute, Entry, Result, Sheet
from scoring.paper import ComputedSheet
from tournament.rosters.models import Place

ABSENT = Result.Status.ABSENT


class PlayerAtTwoTables(Collision):
    """The database refused a second result for a player in one round."""

    def __init__(self, sheet: Sheet, results: Sequence[Result]) -> None:
        super().__init__()
        self.sheet = sheet
        self.players = [each.player_id for each in results if each.player_id and each.status != ABSENT]

    def explain(self) -> None:
        if len(set(self.players)) < len(self.players):
            raise Refused("This scoresheet has the same player in 2 seats. Correct it, then verify it.")
        twice = Result.objects.filter(round=self.sheet.round_id, player__in=self.players).exclude(sheet=self.sheet)
        for other in twice.exclude(status=ABSENT).select_related("player", "sheet__table"):
            raise Refused(
                f"{other.player} also has points at Table {other.sheet.table.number} this round. "
                "Correct the scoresheet with the wrong player, then verify this one."
            )


def write_results(sheet: Sheet, entry: Entry, computed: ComputedSheet) -> None:
    """Write each player's total, rank, and points with the reason, in the transaction of the verification.

    A constraint allows one result per player and round, except for no-shows, who may have played at another table. If
    it fails, the other table is looked up after the rollback: checking first would cost every save two round trips.
    """
    now = steady_clock.now()
    if sheet.verified_id is not None:
        Result.objects.filter(sheet=sheet).update(until=now)
        Dispute.objects.filter(sheet=sheet, until__isnull=True).update(until=now)
    if _is_disputed(sheet, entry, computed):
        Dispute.objects.create(sheet=sheet, since=now)
    results = [
        Result(
            sheet=sheet,
            entry=entry,
            round_id=sheet.round_id,
            seat=seat,
            place_id=seated.seat.place_id,
            player_id=row.player or (seated.player.pk if seated.player else None),
            status=row.status,
            total=result.total,
            penalties=-sum(sum(shake[seat - 1].penalties) for shake in computed.cells),
            rank=result.place,
            points=None if row.status == ABSENT else result.points,
            rule=(result.because.rule if result.because else "")[:200],
            sentence=(result.because.sentence if result.because else "")[:200],
            since=now,
        )
        for seat, (seated, row, result) in enumerate(
            zip(seated_players(sheet), computed.paper.rows, computed.results, strict=True), 1
        )
    ]
    try:
        Result.objects.bulk_create(results)
    except IntegrityError as problem:
        raise PlayerAtTwoTables(sheet, results) from problem.__cause__


def _is_disputed(sheet: Sheet, entry: Entry, computed: ComputedSheet) -> bool:
    """Return whether a player refused to initial, and neither the panel nor a settled protest has decided that."""
    if entry.source == Entry.Source.APPEAL or all(row.initials != "refused" for row in computed.paper.rows):
        return False
    return not any(is_settled(sheet) for is_settled in hooks.dispute_settled)


def assign_results(place: Place) -> None:
    """Give the results of a roster spot to the player who was just named, except for rounds they played elsewhere."""
    elsewhere = Result.objects.filter(player=place.player_id).values("round")
    Result.with_replaced.filter(place=place, player__isnull=True).exclude(round__in=elsewhere).update(
        player=place.player_id
    )
    Adjustment.objects.filter(place=place, player__isnull=True).update(player=place.player_id)
