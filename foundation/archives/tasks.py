"""The job that makes an archive."""

from __future__ import annotations

import tempfile
from datetime import timedelta

from foundation.archives.actions import MAKE
from foundation.archives.exporter import write
from foundation.errors import Refused
from foundation.hooks import JobKind
from foundation.jobs.execution import File, Report
from foundation.jobs.models import Job

KEEP = timedelta(days=1)  # it holds student names
MAX_DOWNLOAD = 200_000_000


def make_archive(job: Job, report: Report) -> File:
    """Write the archive to an unnamed temporary file, which is gone if the process is killed."""
    report(0, 2)
    with tempfile.TemporaryFile() as file:
        write(job.tournament, file, photos=bool(job.params.get("photos")))
        report(1, 2)
        size = file.tell()
        if size > MAX_DOWNLOAD:
            raise Refused(
                f"This archive is too large to download ({size // 1_000_000} MB). Create one without photos, or ask "
                "the person who runs Headtable to use the command “manage archive”."
            )
        file.seek(0)
        return File(f"{job.tournament.slug}.headtable.zip", "application/zip", file.read())


JOB_KINDS = (JobKind(MAKE, make_archive, keep=KEEP),)
