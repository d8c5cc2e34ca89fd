"""The tables that printing puts into an archive: the logo and the signers."""

from foundation.archives.tables import archive_table
from foundation.hooks import ArchiveTables
from foundation.images import jpeg_size, strip_metadata
from printing.models import Logo, Signer


def _clean_logo(row: Logo) -> None:
    """Refuse content that isn't a picture, and strip its metadata."""
    jpeg_size(bytes(row.content))
    row.content = strip_metadata(bytes(row.content))


ARCHIVE_TABLES = ArchiveTables(
    kept=(
        archive_table(
            Logo,
            "logos",
            tournament_path="tournament",
            fields="content added_by added_at",
            file_columns={"content": "logos/{id}.jpg"},
            complete_row=_clean_logo,
        ),
        archive_table(Signer, "signers", tournament_path="tournament", fields="number words"),
    ),
    left_out={},
)
