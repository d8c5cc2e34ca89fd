"""What penalties put into an archive."""

from foundation.archives.tables import keep
from foundation.hooks import ArchiveTables
from judging.penalties.models import Consent, Penalty

ARCHIVE_TABLES = ArchiveTables(
    kept=(
        keep(
            Penalty,
            "penalties",
            of="tournament",
            fields="sheet call seat place player what reason again shake points of_team words consent state "
            "adjustment undone asked_by asked_at settled_at",
        ),
        keep(Consent, "consents", of="penalty__tournament", fields="penalty judge agrees as_head_judge at"),
    ),
    left_out={},
)
