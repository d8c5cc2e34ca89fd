"""How a worker does a job: claim it by a lease, do it, keep the result, all of it once.

@job_kind("badges")
def make_badges(job: Job, report: Report) -> File: ...
"""

from __future__ import annotations

import logging
import threading
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta

from django.db import Error as DatabaseFailure
from django.db import InterfaceError, OperationalError, connection, transaction
from django.db.models import F, Q, QuerySet
from django.db.models.functions import Now

from foundation import hooks
from foundation.errors import Refused, new_reference
from foundation.hooks import JobKind
from foundation.jobs.models import Job, JobResult

logger = logging.getLogger(__name__)

LEASE = timedelta(seconds=15)
MAX_ATTEMPTS = 3


@dataclass(frozen=True)
class File:
    name: str
    content_type: str
    content: bytes


class Stopped(Exception):
    """The job was cancelled, or another worker has taken it over."""


class Report:
    """Progress of one attempt. Each report renews the lease, and stops the work when the lease is gone."""

    def __init__(self, job: Job, lease: uuid.UUID) -> None:
        self._job = job
        self._held = Job.objects.filter(pk=job.pk, lease=lease, state=Job.State.RUNNING)

    def __call__(self, done: int, total: int) -> None:
        if not self._held.update(done=done, total=total, lease_until=Now() + LEASE):
            raise Stopped

    @contextmanager
    def keeping_the_lease(self) -> Iterator[None]:
        """One step may take longer than a lease: a thread renews it for as long as this process lives."""
        over = threading.Event()

        def renew() -> None:
            while not over.wait(LEASE.total_seconds() / 3):
                try:
                    self._held.update(lease_until=Now() + LEASE)
                except DatabaseFailure:
                    logger.warning("the lease of job %s could not be renewed this time", self._job.pk)
                finally:
                    connection.close()

        keeper = threading.Thread(target=renew, daemon=True)
        keeper.start()
        try:
            yield
        finally:
            over.set()
            keeper.join()

    def finish(self, file: File | None) -> None:
        """Result and state in one transaction: the job is done once, whatever is killed when."""
        with transaction.atomic():
            if not self._held.update(state=Job.State.DONE, done=F("total"), lease=None, finished_at=Now()):
                raise Stopped
            if file:
                JobResult.objects.create(
                    job=self._job, filename=file.name, content_type=file.content_type, content=file.content
                )

    def fail(self, problem: str) -> None:
        self._held.update(state=Job.State.FAILED, problem=problem[:300], lease=None, finished_at=Now())


def find_kind(name: str) -> JobKind:
    """Return the kind of job with this name."""
    return next(kind for kind in hooks.job_kinds if kind.name == name)


def claimable() -> QuerySet[Job]:
    """Waiting jobs, and those whose worker has not been heard of for a whole lease.

    A lease that ends later than any can was given before the clock was set back: it is over as well.
    """
    over = Q(lease_until__lt=Now()) | Q(lease_until__gt=Now() + 2 * LEASE)
    return Job.objects.filter(Q(state=Job.State.QUEUED) | Q(over, state=Job.State.RUNNING)).order_by("created_at")


def unheard() -> QuerySet[Job]:
    """Jobs that can be claimed though a worker was woken for them some time ago: the message is lost, or its taker."""
    return claimable().filter(Q(woken_at__lt=Now() - LEASE) | Q(woken_at__gt=Now() + LEASE))


def claim(job_id: uuid.UUID) -> tuple[Job, Report] | None:
    """Take the lease, or find that somebody else has it. One statement, so one of many wins."""
    lease = uuid.uuid4()
    won = (
        claimable()
        .filter(pk=job_id)
        .order_by()
        .update(
            state=Job.State.RUNNING,
            lease=lease,
            lease_until=Now() + LEASE,
            attempts=F("attempts") + 1,
            started_at=Now(),
            done=0,
        )
    )
    if not won:
        return None
    job = Job.objects.select_related("tournament").get(pk=job_id)
    return job, Report(job, lease)


def run(job_id: uuid.UUID) -> None:
    """One attempt at one job. A refusal or a repeated crash becomes a sentence on the job's page."""
    claimed = claim(job_id)
    if claimed is None:
        return
    job, report = claimed
    if job.attempts > MAX_ATTEMPTS:
        report.fail(f"Tried {MAX_ATTEMPTS} times without success. The log of the server says why.")
        return
    try:
        with report.keeping_the_lease():
            file = find_kind(job.kind).make(job, report)
        report.finish(file)
    except Stopped:
        logger.info("job %s (%s) was stopped", job.pk, job.kind)
    except Refused as refusal:
        report.fail(refusal.sentence)
    except (OperationalError, InterfaceError) as away:
        # Not the job's fault: its lease runs out, and it is taken up again when the database is back.
        logger.warning("job %s (%s) lost the database: %s", job.pk, job.kind, type(away).__name__)
    except Exception:
        reference = new_reference()
        logger.exception("reference %s: job %s (%s) failed", reference, job.pk, job.kind)
        report.fail(f"Something went wrong. Reference {reference}.")
