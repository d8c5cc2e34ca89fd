"""What the judging floor puts into an archive: conflicts, calls, rulings, penalties, protests, and checker answers."""

from __future__ import annotations

from foundation.archives.tables import archive_table
from foundation.hooks import ArchiveTables
from foundation.images import CONTENT_TYPE, jpeg_size, strip_metadata
from judging.checker.answers import CheckerAnswer
from judging.checker.models import Check, Practice
from judging.league_cases.models import OwnCase
from judging.models import Absence, Call, Conflict, Ruling
from judging.penalties.models import Consent, Penalty
from judging.protests.attachments import MOST_BYTES_OF_PDF, PDF
from judging.protests.models import Decision, Document, Member, Protest, ProtestStep, Vote


def _validate_decision(row: Decision) -> None:
    if not isinstance(row.shakes, list) or not all(isinstance(shake, int) for shake in row.shakes):
        raise ValueError("shakes")


def _clean_document(row: Document) -> None:
    """Accept a JPEG or a PDF, by its content and not by its file name, and remove the metadata of a photo."""
    content = bytes(row.content)
    if content.startswith(b"%PDF-"):
        if len(content) > MOST_BYTES_OF_PDF:
            raise ValueError("too large")
        row.content_type = PDF
        return
    jpeg_size(content)
    row.content, row.content_type = strip_metadata(content), CONTENT_TYPE


def _validate_check(row: Check) -> None:
    """Accept only questions and answers in the format that our pages can show."""
    try:
        CheckerAnswer.from_data(row.answer)
        picked = [(str(slug), value) for slug, value in row.asked["variations"]]
    except (KeyError, TypeError, ValueError, AttributeError):
        raise ValueError("answer") from None
    if len(picked) != len(dict(picked)):
        raise ValueError("asked")


ARCHIVE_TABLES = ArchiveTables(
    kept=(
        archive_table(
            Conflict, "conflicts", tournament_path="tournament", fields="judge school declared_at withdrawn_at"
        ),
        archive_table(
            Call,
            "calls",
            tournament_path="tournament",
            fields="sheet opinion matter about asked_at asked_by judge began_at ended_at agrees stood_at",
        ),
        archive_table(Absence, "absences", tournament_path="call__tournament", fields="call seat left_at back_at"),
        archive_table(
            Ruling,
            "rulings",
            tournament_path="call__tournament",
            fields="call number situation decision rule shake effect with_others checked made_by made_at",
        ),
        archive_table(
            Penalty,
            "penalties",
            tournament_path="tournament",
            fields="sheet call seat place player what reason again shake points of_team words consent state "
            "adjustment undone asked_by asked_at settled_at",
        ),
        archive_table(
            Consent, "consents", tournament_path="penalty__tournament", fields="penalty judge agrees as_head_judge at"
        ),
        archive_table(
            Protest,
            "protests",
            tournament_path="tournament",
            fields="sheet seat call shake situation ruling complaint rule judges second_judge third_judge agreed "
            "late_because state filed_by filed_at",
        ),
        archive_table(
            ProtestStep,
            "protest_steps",
            tournament_path="protest__tournament",
            fields="protest number kind words entry made_by made_at",
        ),
        archive_table(
            Member, "panel_members", tournament_path="protest__tournament", fields="protest user named_at released_at"
        ),
        archive_table(
            Vote,
            "panel_votes",
            tournament_path="protest__tournament",
            fields="protest sitting member outcome reason made_at",
        ),
        archive_table(
            Decision,
            "decisions",
            tournament_path="protest__tournament",
            fields="protest number outcome shakes rule reason votes panel base entry made_by made_at",
            complete_row=_validate_decision,
        ),
        archive_table(
            Document,
            "protest_papers",
            tournament_path="protest__tournament",
            fields="protest name content added_by added_at",
            left_out={"content_type": "derived from the content"},
            file_columns={"content": "protest_papers/{id}.bin"},
            complete_row=_clean_document,
            optional=True,
        ),
        archive_table(
            Check,
            "checks",
            tournament_path="tournament",
            fields="call protest division asked verdict answer asked_by asked_at",
            complete_row=_validate_check,
        ),
    ),
    left_out={
        OwnCase: "league cases belong to the installation and all its tournaments; backups include them",
        Practice: "each installation decides whether coaches may practice",
    },
)
