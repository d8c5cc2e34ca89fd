"""What printing puts into an archive: the logo, and who signs certificates."""

from printing.models import Logo, Signer
from scoring.jpeg import bare
from scoring.photos import size_of
from tournament.archives.kinds import keeps


def _logo(row: Logo) -> None:
    size_of(bytes(row.content))
    row.content = bare(bytes(row.content))


keeps(
    Logo,
    "logos",
    of="tournament",
    fields="content added_by added_at",
    files={"content": "logos/{id}.jpg"},
    settle=_logo,
)
keeps(Signer, "signers", of="tournament", fields="number words")
