"""What an archive holds about draws: every version with what the engine drew, its tables, and its seats."""

from __future__ import annotations

from typing import Any

from foundation.archives.tables import Refer, archive_table
from foundation.hooks import ArchiveTables
from pairings.models import DraftStep, Draw, Seat, Table
from tournament.rosters.models import Place


def _convert_tables(tables: Any, refer: Refer) -> list[list[int]]:
    """Roster spots by table, without those that were removed from the roster later."""
    converted = [[refer(Place, int(place)) for place in table] for table in tables]
    return [[place for place in table if place is not None] for table in converted]


def _check_bound(draw: Draw) -> None:
    """Raise a `ValueError` unless the lower bound consists of numbers."""
    clashes, repeats, spread = (draw.bound[name] for name in ("clashes", "repeats", "spread"))
    if not all(isinstance(each, int) for each in (clashes, repeats, spread or 0)):
        raise ValueError("bound")


ARCHIVE_TABLES = ArchiveTables(
    kept=(
        archive_table(
            Draw,
            "draws",
            tournament_path="tournament",
            fields="round version state method seed found_by bound as_drawn without_results made_by "
            "made_at published_at",
            json_converters={"as_drawn": _convert_tables},
            complete_row=_check_bound,
        ),
        archive_table(Table, "tables", tournament_path="draw__tournament", fields="draw number room"),
        archive_table(Seat, "seats", tournament_path="draw__tournament", fields="draw table number place is_locked"),
    ),
    left_out={
        DraftStep: "the undo steps of a draft; the activity log says what changed",
    },
)
