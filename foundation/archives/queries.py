"""What is asked about archives: those made lately, and how large the photos are."""

from __future__ import annotations

from dataclasses import dataclass

from foundation.archives.actions import MAKE
from foundation.archives.tables import kinds
from foundation.jobs.models import Job, JobResult
from foundation.jobs.queries import jobs_of
from foundation.tournaments import Tournament


@dataclass(frozen=True)
class Made:
    """`kept`: the file can still be downloaded."""

    job: Job
    kept: bool


def archives_of(tournament: Tournament) -> list[Made]:
    """Newest first."""
    jobs = list(jobs_of(tournament).filter(kind=MAKE)[:10])
    kept = set(JobResult.objects.filter(job__in=jobs).values_list("job", flat=True))
    return [Made(job, job.pk in kept) for job in jobs]


def extras_of(tournament: Tournament) -> int:
    """How many things there are that an archive holds only if it is asked for: photos."""
    optional = [kind for kind in kinds() if kind.optional]
    return sum(kind.model._meta.base_manager.filter(**{kind.of: tournament.pk}).count() for kind in optional)
