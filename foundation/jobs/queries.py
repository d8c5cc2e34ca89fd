"""Reads of jobs: a tournament's jobs, and the time that one still needs."""

from __future__ import annotations

from datetime import timedelta

from django.db.models import QuerySet
from django.utils import timezone

from foundation.jobs.models import Job
from foundation.tournaments import Tournament


def jobs_of(tournament: Tournament) -> QuerySet[Job]:
    """Return the jobs that someone requested, newest first, without their parts."""
    return (
        Job.objects.filter(tournament=tournament, part_of__isnull=True)
        .select_related("requested_by")
        .order_by("-created_at")
    )


def time_left(job: Job) -> timedelta | None:
    """Estimate from the pace so far; None until the first step is done."""
    if job.state != Job.State.RUNNING or not job.done or job.started_at is None:
        return None
    return (timezone.now() - job.started_at) / job.done * (job.total - job.done)
