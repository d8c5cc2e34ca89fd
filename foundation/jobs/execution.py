"""How a worker runs a job: claim it with a lease, do the work, store the result, all exactly once.

def make_badges(job: Job, report: Report) -> File: ...

JOB_KINDS = (JobKind("print.badges", make_badges),)  # registered in apps.py
"""

from __future__ import annotations

import logging
import signal
import threading
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

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
RENEW_SECONDS = LEASE.total_seconds() / 3
CHECK_SECONDS = 0.5  # how soon a canceled job lets go of its worker
INTERRUPT = signal.SIGUSR2
MAX_ATTEMPTS = 3


@dataclass(frozen=True)
class File:
    name: str
    content_type: str
    content: bytes


class Stopped(Exception):
    """Someone canceled the job, or another worker took it over."""


class Report:
    """Progress of one attempt. Each report renews the lease, and stops the work if the lease is lost."""

    def __init__(self, job: Job, lease: uuid.UUID) -> None:
        self._job = job
        self._held = Job.objects.filter(pk=job.pk, lease=lease, state=Job.State.RUNNING)

    def __call__(self, done: int, total: int) -> None:
        if not self._held.update(done=done, total=total, lease_until=Now() + LEASE):
            raise Stopped

    @contextmanager
    def watch(self) -> Iterator[None]:
        """Renew the lease while the work runs, and interrupt the work as soon as someone cancels the job.

        A thread does both. A signal raises `Stopped` in the work, but not inside a transaction. Python delivers signals
        to the main thread only, where a worker runs its jobs; elsewhere a canceled job stops at its next report.
        """
        over = threading.Event()

        def interrupt(*_: Any) -> None:
            if not over.is_set() and not connection.in_atomic_block:
                raise Stopped

        is_main = threading.current_thread() is threading.main_thread()
        before = signal.signal(INTERRUPT, interrupt) if is_main else None
        watcher = threading.Thread(target=self._renew_until, args=(over, is_main), daemon=True)
        watcher.start()
        try:
            yield
        finally:
            over.set()
            watcher.join()
            if is_main:
                signal.signal(INTERRUPT, before if callable(before) else signal.SIG_IGN)

    def _renew_until(self, over: threading.Event, can_interrupt: bool) -> None:
        renewed = time.monotonic()
        try:
            while not over.wait(CHECK_SECONDS):
                try:
                    if can_interrupt and self._is_canceled():
                        signal.pthread_kill(threading.main_thread().ident or 0, INTERRUPT)
                    elif time.monotonic() - renewed >= RENEW_SECONDS:
                        self._held.update(lease_until=Now() + LEASE)
                        renewed = time.monotonic()
                except DatabaseFailure:
                    logger.warning("the lease of job %s could not be renewed this time", self._job.pk)
                    connection.close()
        finally:
            connection.close()

    def _is_canceled(self) -> bool:
        return Job.objects.filter(pk=self._job.pk, state=Job.State.CANCELLED).exists()

    def finish(self, file: File | None) -> None:
        """Store the result and the state in one transaction, so that the job is done once, whatever is killed when."""
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
    """Return queued jobs, and running ones whose lease has run out.

    A lease that ends later than possible dates from before the clock was set back, so it has run out too.
    """
    over = Q(lease_until__lt=Now()) | Q(lease_until__gt=Now() + 2 * LEASE)
    return Job.objects.filter(Q(state=Job.State.QUEUED) | Q(over, state=Job.State.RUNNING)).order_by("created_at")


def overdue() -> QuerySet[Job]:
    """Return claimable jobs whose wake-up was sent a lease ago: the message is lost, or the worker that took it."""
    return claimable().filter(Q(woken_at__lt=Now() - LEASE) | Q(woken_at__gt=Now() + LEASE))


def claim(job_id: uuid.UUID) -> tuple[Job, Report] | None:
    """Take the lease; None if another worker has it. One statement, so one of many wins."""
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
    """Make one attempt at a job. A refusal or a repeated crash becomes a sentence on the job's page."""
    claimed = claim(job_id)
    if claimed is None:
        return
    job, report = claimed
    if job.attempts > MAX_ATTEMPTS:
        report.fail(f"This failed {MAX_ATTEMPTS} times. See the error log on the server for details.")
        return
    try:
        with report.watch():
            file = find_kind(job.kind).make(job, report)
        report.finish(file)
    except Stopped:
        logger.info("job %s (%s) was stopped", job.pk, job.kind)
        if not connection.in_atomic_block:
            connection.close()  # the interrupt may have struck in the middle of a statement
    except Refused as refusal:
        report.fail(refusal.sentence)
    except (OperationalError, InterfaceError) as away:
        # Not the job's fault: its lease runs out, and a worker claims it again when the database is back.
        logger.warning("job %s (%s) lost the database: %s", job.pk, job.kind, type(away).__name__)
    except Exception:
        reference = new_reference()
        logger.exception("reference %s: job %s (%s) failed", reference, job.pk, job.kind)
        report.fail(f"Something went wrong. Reference {reference}.")
