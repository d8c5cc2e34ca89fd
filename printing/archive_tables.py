"""What printing puts into an archive: the logo, and who signs certificates."""

from foundation.archives.tables import keep
from foundation.hooks import ArchiveTables
from printing.models import Logo, Signer
from scoring.jpeg import bare
from scoring.photos import size_of


def _logo(row: Logo) -> None:
    size_of(bytes(row.content))
    row.content = bare(bytes(row.content))


ARCHIVE_TABLES = ArchiveTables(
    kept=(
        keep(
            Logo,
            "logos",
            of="tournament",
            fields="content added_by added_at",
            files={"content": "logos/{id}.jpg"},
            settle=_logo,
        ),
        keep(Signer, "signers", of="tournament", fields="number words"),
    ),
    left_out={},
)
