"""What judging puts into an archive: judges' conflicts of interest, calls with absences, and rulings."""

from foundation.archives.tables import keep
from foundation.hooks import ArchiveTables
from judging.models import Absence, Call, Conflict, Ruling

ARCHIVE_TABLES = ArchiveTables(
    kept=(
        keep(Conflict, "conflicts", of="tournament", fields="judge school declared_at withdrawn_at"),
        keep(
            Call,
            "calls",
            of="tournament",
            fields="sheet opinion matter about asked_at asked_by judge began_at ended_at agrees stood_at",
        ),
        keep(Absence, "absences", of="call__tournament", fields="call seat left_at back_at"),
        keep(
            Ruling,
            "rulings",
            of="call__tournament",
            fields="call number situation decision rule shake effect with_others checked made_by made_at",
        ),
    ),
    left_out={},
)
