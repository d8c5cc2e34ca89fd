"""How a worker makes a backup: a row, a half-made file, a look at it, its name, and the row completed."""

from __future__ import annotations

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.text import slugify

from foundation.activity.models import LogLine
from foundation.backups import database_copy, files
from foundation.backups.actions import keep
from foundation.backups.models import Backup
from foundation.errors import Refused
from foundation.jobs.execution import Report
from foundation.jobs.models import Job
from foundation.people.actor import SYSTEM


def make(job: Job, report: Report) -> None:
    """Taken up again after a worker was killed, it finds its file whole."""
    report(0, 3)
    backup = _made(job, report)
    if backup.reason != reason_of(job):  # it happened while this was copied: before or after, nobody knows
        _throw_away(backup)
        backup = _made(job, report)
    path = files.folder() / backup.filename
    try:
        keep(SYSTEM, backup, size=path.stat().st_size, digest=files.digest_of(path))
    except Refused:
        path.unlink(missing_ok=True)
        raise
    report(3, 3)


def reason_of(job: Job) -> str:
    """Why it is made; what was to be backed up before a step that was taken meanwhile says that it is from after it."""
    before = job.params.get("before")
    if not before:
        return str(job.params["reason"])
    steps = LogLine.objects.filter(tournament=job.tournament, action=before["action"])
    taken = steps.filter(subject_type__in=before["kinds"], subject_id__in=before["numbers"]).exists()
    return str(before["too_late"] if taken else job.params["reason"])


def begin(job: Job) -> Backup:
    """The row, before the first byte of its file: of those that exist when names are removed, none is kept."""
    left = Backup.objects.present().filter(job=job.pk, made_at__isnull=True).first()
    if left and (files.folder() / left.filename).exists():
        return left
    if left:
        left.delete()
    row = Backup(tournament=job.tournament, job=job.pk, reason=reason_of(job), made_by=job.requested_by)
    row.upto = database_copy.last_line()
    return named(row)


def named(row: Backup) -> Backup:
    """Saved under a name that tells when and why."""
    moment = timezone.localtime(timezone=row.tournament.zone)
    name = f"{moment:%Y-%m-%d-%H%M}-{slugify(row.reason)[:60]}"
    ending = database_copy.ending()
    try:
        with transaction.atomic():
            row.filename = f"{name}.{ending}"
            row.save()
    except IntegrityError:  # the same in the same minute, here or in another tournament
        row.filename = f"{name}-{row.job.hex[:8]}.{ending}"
        row.save()
    return row


def _made(job: Job, report: Report) -> Backup:
    backup = begin(job)
    path = files.folder() / backup.filename
    try:
        with files.problems_told():
            if not path.exists():
                with files.half_made(path) as part:
                    database_copy.write(part)
                    report(2, 3)  # who was cancelled, or lost the lease, stops here
                    files.put_in_place(part, path)
    except BaseException:
        Backup.objects.present().filter(pk=backup.pk, made_at__isnull=True).delete()
        raise
    return backup


def _throw_away(backup: Backup) -> None:
    backup.delete()
    (files.folder() / backup.filename).unlink(missing_ok=True)
