"""What scoring puts into an archive: sheets with all their entries, results, closings, photos."""

from __future__ import annotations

from typing import Any

from foundation.archives.tables import Refer, archive_table
from foundation.hooks import ArchiveTables
from foundation.images import CONTENT_TYPE, jpeg_size, strip_metadata
from scoring.coach.models import Request
from scoring.models import (
    Adjustment,
    Closing,
    Cut,
    Dispute,
    Entry,
    Photo,
    Release,
    Result,
    Sheet,
    Sweepstakes,
    Verification,
)
from scoring.paper import read_paper
from scoring.seasons.models import Season
from tournament.rosters.models import Place, Player


def _paper(paper: Any, refer: Refer) -> dict[str, Any]:
    """Map the players in the rows of a paper, who sat there instead of the printed ones."""
    return paper | {"rows": [_row(row, refer) for row in paper.get("rows", [])]}


def _row(row: dict[str, Any], refer: Refer) -> dict[str, Any]:
    player = refer(Player, int(row["player"])) if row.get("player") else None
    others = {name: value for name, value in row.items() if name != "player"}
    return others | ({} if player is None else {"player": player})


def _points(results: Any, refer: Refer) -> dict[str, Any]:
    """Map the roster spots in the results of a closing."""
    mapped = {refer(Place, int(place)): points for place, points in results.items()}
    return {str(place): points for place, points in mapped.items() if place is not None}


def _check_entry(row: Entry) -> None:
    read_paper(row.paper, len(row.paper["rows"]))
    if not isinstance(row.doubts, list) or not all(isinstance(each, dict) for each in row.doubts):
        raise ValueError("doubts")


def _clean_photo(row: Photo) -> None:
    row.width, row.height = jpeg_size(bytes(row.content))
    row.content, row.content_type = strip_metadata(bytes(row.content)), CONTENT_TYPE


ARCHIVE_TABLES = ArchiveTables(
    kept=(
        archive_table(
            Sheet,
            "sheets",
            tournament_path="tournament",
            fields="round table received_at received_by current verified differs problem excused given",
            deferred_keys=("current", "verified", "differs"),
        ),
        archive_table(
            Entry,
            "entries",
            tournament_path="sheet__tournament",
            fields="sheet number kind based_on paper depth source correction reason doubts is_doubtful "
            "entered_by entered_at",
            json_converters={"paper": _paper},
            complete_row=_check_entry,
        ),
        archive_table(
            Verification,
            "verifications",
            tournament_path="entry__sheet__tournament",
            fields="entry how entered_by verified_by verified_at",
        ),
        archive_table(
            Result,
            "results",
            tournament_path="sheet__tournament",
            fields="sheet entry round seat place player status total penalties rank points rule sentence since until",
        ),
        archive_table(
            Adjustment,
            "adjustments",
            tournament_path="sheet__tournament",
            fields="sheet place player of_team points since until",
        ),
        archive_table(Dispute, "disputes", tournament_path="sheet__tournament", fields="sheet since until"),
        archive_table(Cut, "cuts", tournament_path="division__event__tournament", fields="division players teams"),
        archive_table(Sweepstakes, "sweepstakes", tournament_path="tournament", fields="best least"),
        archive_table(
            Release,
            "releases",
            tournament_path="division__event__tournament",
            fields="division draws rounds is_final frozen_at",
        ),
        archive_table(
            Closing,
            "closings",
            tournament_path="round__tournament",
            fields="round results closed_by closed_at",
            json_converters={"results": _points},
        ),
        archive_table(
            Photo,
            "photos",
            tournament_path="sheet__tournament",
            fields="sheet content added_by added_at",
            left_out={"content_type": "always JPEG", "width": "in the picture", "height": "in the picture"},
            file_columns={"content": "photos/{id}.jpg"},
            complete_row=_clean_photo,
            optional=True,
        ),
        archive_table(
            Request,
            "requests",
            tournament_path="tournament",
            fields="team division kind place alternate from_round words asked_at state reply settled_by settled_at",
        ),
    ),
    left_out={
        Season: "it is about several tournaments",
    },
)
