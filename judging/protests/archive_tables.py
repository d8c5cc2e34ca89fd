"""What protests put into an archive: the forms, each step, the panel and its votes, decisions; papers if asked for."""

from __future__ import annotations

from foundation.archives.tables import keep
from foundation.hooks import ArchiveTables
from judging.protests.documents import MOST_BYTES_OF_PDF, PDF
from judging.protests.models import Decision, Document, Member, Protest, Step, Vote
from scoring.jpeg import bare
from scoring.photos import CONTENT_TYPE, size_of


def _decision(row: Decision) -> None:
    if not isinstance(row.shakes, list) or not all(isinstance(shake, int) for shake in row.shakes):
        raise ValueError("shakes")


def _document(row: Document) -> None:
    """A JPEG or a PDF and nothing else, whatever the file is called; of a picture the picture alone."""
    content = bytes(row.content)
    if content.startswith(b"%PDF-"):
        if len(content) > MOST_BYTES_OF_PDF:
            raise ValueError("too large")
        row.content_type = PDF
        return
    size_of(content)
    row.content, row.content_type = bare(content), CONTENT_TYPE


ARCHIVE_TABLES = ArchiveTables(
    kept=(
        keep(
            Protest,
            "protests",
            of="tournament",
            fields="sheet seat call shake situation ruling complaint rule judges second_judge third_judge agreed "
            "late_because state filed_by filed_at",
        ),
        keep(Step, "protest_steps", of="protest__tournament", fields="protest number kind words entry made_by made_at"),
        keep(Member, "panel_members", of="protest__tournament", fields="protest user named_at released_at"),
        keep(Vote, "panel_votes", of="protest__tournament", fields="protest sitting member outcome reason made_at"),
        keep(
            Decision,
            "decisions",
            of="protest__tournament",
            fields="protest number outcome shakes rule reason votes panel base entry made_by made_at",
            settle=_decision,
        ),
        keep(
            Document,
            "protest_papers",
            of="protest__tournament",
            fields="protest name content added_by added_at",
            left_out={"content_type": "told by the content"},
            files={"content": "protest_papers/{id}.bin"},
            settle=_document,
            optional=True,
        ),
    ),
    left_out={},
)
