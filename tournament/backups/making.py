"""How a worker makes a backup: a row, a half-made file, a look at it, its name, and the row completed."""

from __future__ import annotations

from pathlib import Path

from django.db import IntegrityError, connection, transaction
from django.utils import timezone
from django.utils.text import slugify

from tournament.backups import files, postgres, sqlite
from tournament.backups.actions import keep
from tournament.backups.models import Backup
from tournament.errors import Refused
from tournament.jobs.models import Job
from tournament.jobs.running import Report
from tournament.people.actor import SYSTEM

ENDINGS = {"sqlite": "sqlite3", "postgresql": "dump"}


def make(job: Job, report: Report) -> None:
    """Taken up again after a worker was killed, or in a database that was restored, it finds its file whole."""
    report(0, 3)
    backup = begin(job)
    path = files.folder() / backup.filename
    try:
        with files.problems_told():
            if not path.exists():
                _write(path, report)
            size, digest = path.stat().st_size, files.digest_of(path)
    except BaseException:
        Backup.objects.present().filter(pk=backup.pk, made_at__isnull=True).delete()
        raise
    try:
        keep(SYSTEM, backup, size=size, digest=digest)
    except Refused:
        path.unlink(missing_ok=True)
        raise
    report(3, 3)


def begin(job: Job) -> Backup:
    """The row, before the first byte of its file: of those that exist when names are removed, none is kept."""
    left = Backup.objects.present().filter(job=job.pk, made_at__isnull=True).first()
    if left and (files.folder() / left.filename).exists():
        return left
    if left:
        left.delete()
    moment = timezone.localtime(timezone=job.tournament.zone)
    name = f"{moment:%Y-%m-%d-%H%M}-{slugify(job.params['reason'])[:60]}"
    ending = ENDINGS[connection.vendor]
    row = Backup(tournament=job.tournament, job=job.pk, reason=job.params["reason"], made_by=job.requested_by)
    try:
        with transaction.atomic():
            row.filename = f"{name}.{ending}"
            row.save()
    except IntegrityError:  # the same in the same minute, here or in another tournament
        row.filename = f"{name}-{job.pk.hex[:8]}.{ending}"
        row.save()
    return row


def _write(path: Path, report: Report) -> None:
    with files.half_made(path) as part:
        if connection.vendor == "sqlite":
            sqlite.copy(Path(connection.settings_dict["NAME"]), part)
        else:
            postgres.dump(connection.settings_dict, part)
        report(2, 3)  # who was cancelled, or lost the lease, stops here
        files.put_in_place(part, path)
