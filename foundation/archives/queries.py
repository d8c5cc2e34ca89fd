"""Reads of archives: recent ones, and the number of photos."""

from __future__ import annotations

from dataclasses import dataclass

from foundation.archives.actions import MAKE
from foundation.archives.tables import tables_in_order
from foundation.jobs.models import Job, JobResult
from foundation.jobs.queries import jobs_of
from foundation.tournaments import Tournament


@dataclass(frozen=True)
class ArchiveJob:
    """`kept`: the file can still be downloaded."""

    job: Job
    kept: bool


def archives_of(tournament: Tournament) -> list[ArchiveJob]:
    """Return the last archives, newest first."""
    jobs = list(jobs_of(tournament).filter(kind=MAKE)[:10])
    kept = set(JobResult.objects.filter(job__in=jobs).values_list("job", flat=True))
    return [ArchiveJob(job, job.pk in kept) for job in jobs]


def extras_of(tournament: Tournament) -> int:
    """Return the number of optional rows, which are photos."""
    optional = [table for table in tables_in_order() if table.optional]
    return sum(
        table.model._meta.base_manager.filter(**{table.tournament_path: tournament.pk}).count() for table in optional
    )
