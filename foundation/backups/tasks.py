"""The job that makes a backup, and the periodic tasks that request backups and remove old ones."""

from __future__ import annotations

import contextlib

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.text import slugify

from foundation import hooks
from foundation.activity.models import LogLine
from foundation.backups import cleanup, database_copy, files
from foundation.backups.actions import MAKE, back_up_periodically, record_finished_backup, remove_outdated
from foundation.backups.models import Backup, Occasion
from foundation.backups.queries import find_due_backup, outdated
from foundation.errors import Refused
from foundation.hooks import JobKind
from foundation.jobs.execution import Report
from foundation.jobs.models import Job
from foundation.people.actor import SYSTEM
from foundation.tournaments import Tournament


def back_up_the_running_day() -> None:
    if backup_due := find_due_backup():
        tournament, rounds = backup_due
        back_up_periodically(SYSTEM, tournament, rounds=rounds)


def tidy_backups() -> None:
    """Remove outdated backups. Every machine with a worker deletes the files that it has."""
    for tournament in Tournament.objects.all():
        if outdated(tournament):
            with contextlib.suppress(Refused):  # another worker did it a moment ago
                remove_outdated(SYSTEM, tournament)
    cleanup.remove_files(hooks.name_removal.only.last_removed_at())


def make_backup(job: Job, report: Report) -> None:
    """Make a backup: a row, a partial file, its final name, and the completed row.

    If a worker was killed after the file was complete, the next one finds it.
    """
    report(0, 3)
    backup = _make_file(job, report)
    if backup.reason != reason_of(job):  # the step happened during the copy, so the file may be from before or after it
        _delete(backup)
        backup = _make_file(job, report)
    path = files.folder() / backup.filename
    try:
        record_finished_backup(SYSTEM, backup, size=path.stat().st_size, digest=files.digest_of(path))
    except Refused:
        path.unlink(missing_ok=True)
        raise
    report(3, 3)


def reason_of(job: Job) -> str:
    """Return the backup's reason. If the step that it should precede has happened, the reason says so."""
    return str(job.params["before"]["too_late"] if _is_too_late(job) else job.params["reason"])


def _is_too_late(job: Job) -> bool:
    before = job.params.get("before")
    if not before:
        return False
    steps = LogLine.objects.filter(tournament=job.tournament, action=before["action"])
    return steps.filter(subject_type__in=before["kinds"], subject_id__in=before["numbers"]).exists()


def create_backup_row(job: Job) -> Backup:
    """Create the row before its file, so that the removal of names finds every file that may hold them."""
    left = Backup.objects.present().filter(job=job.pk, made_at__isnull=True).first()
    if left and (files.folder() / left.filename).exists():
        return left
    if left:
        left.delete()
    row = Backup(tournament=job.tournament, job=job.pk, made_by=job.requested_by)
    if _is_too_late(job):
        row.occasion, row.reason = Occasion.TOO_LATE, job.params["before"]["too_late"]
    else:  # the previous version queued jobs without an occasion
        row.occasion, row.reason = job.params.get("occasion", ""), job.params["reason"]
    row.upto = database_copy.last_line_id()
    return _save_with_filename(row)


def _save_with_filename(row: Backup) -> Backup:
    """Save the row with a file name that says when and why the backup was made."""
    moment = timezone.localtime(timezone=row.tournament.zone)
    name = f"{moment:%Y-%m-%d-%H%M}-{slugify(row.reason)[:60]}"
    suffix = database_copy.file_suffix()
    try:
        with transaction.atomic():
            row.filename = f"{name}.{suffix}"
            row.save()
    except IntegrityError:  # another one with this name in the same minute
        row.filename = f"{name}-{row.job.hex[:8]}.{suffix}"
        row.save()
    return row


def _make_file(job: Job, report: Report) -> Backup:
    backup = create_backup_row(job)
    path = files.folder() / backup.filename
    try:
        with files.refuse_on_disk_error():
            if not path.exists():
                with files.partial_file(path) as part:
                    database_copy.copy_database(part)
                    report(2, 3)  # stops here if the job was canceled or the lease lost
                    files.move_into_place(part, path)
    except BaseException:
        Backup.objects.present().filter(pk=backup.pk, made_at__isnull=True).delete()
        raise
    return backup


def _delete(backup: Backup) -> None:
    backup.delete()
    (files.folder() / backup.filename).unlink(missing_ok=True)


JOB_KINDS = (JobKind(MAKE, make_backup, leads_to="backups"),)
PERIODIC_TASKS = (back_up_the_running_day, tidy_backups)
