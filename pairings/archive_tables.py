"""What the draws put into an archive: every version with what the engine drew, its tables and seats."""

from __future__ import annotations

from typing import Any

from foundation.archives.tables import Refer, keep
from foundation.hooks import ArchiveTables
from pairings.models import Draw, Seat, Step, Table
from tournament.rosters.models import Place


def _seated(tables: Any, refer: Refer) -> list[list[int]]:
    """Places by table; one that was taken off the roster since is nobody's."""
    found = [[refer(Place, int(place)) for place in table] for table in tables]
    return [[place for place in table if place is not None] for table in found]


def _draw(row: Draw) -> None:
    """What no draw can go below is three numbers."""
    clashes, repeats, spread = (row.bound[name] for name in ("clashes", "repeats", "spread"))
    if not all(isinstance(each, int) for each in (clashes, repeats, spread or 0)):
        raise ValueError("bound")


ARCHIVE_TABLES = ArchiveTables(
    kept=(
        keep(
            Draw,
            "draws",
            of="tournament",
            fields="round version state method seed found_by bound as_drawn without_results made_by "
            "made_at published_at",
            inside={"as_drawn": _seated},
            settle=_draw,
        ),
        keep(Table, "tables", of="draw__tournament", fields="draw number room"),
        keep(Seat, "seats", of="draw__tournament", fields="draw table number place is_locked"),
    ),
    left_out={
        Step: "the steps of undo of a draft; the log tells what was changed",
    },
)
