"""What every worker does beside its tasks: shows that it is alive, and takes up jobs that nobody was woken for."""

from __future__ import annotations

import logging
import os
import signal
import time
import uuid
from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from threading import Thread
from typing import Any

from celery.signals import worker_ready
from django.db import DatabaseError, connections
from django.db.models.functions import Now

from foundation import hooks
from foundation.jobs.execution import unheard
from foundation.jobs.models import Job, JobResult, WorkerBeat
from foundation.jobs.tasks import wake_worker

logger = logging.getLogger(__name__)

EVERY_SECONDS = 5
IN_VAIN = 3  # times that a worker is sent for, each a lease after the other
CHORES_EVERY_SECONDS = 300
FORGOTTEN_AFTER = timedelta(days=1)  # each start of a worker has a name of its own

_sent: Counter[uuid.UUID] = Counter()


@worker_ready.connect
def start_beating(sender: Any, **_: Any) -> None:
    """In threads of our own: Celery's timer forgets everything when the broker is away for a moment."""
    for seconds, do in ((EVERY_SECONDS, partial(beat, sender.hostname)), (CHORES_EVERY_SECONDS, look_after)):
        Thread(target=repeat, args=(seconds, do), daemon=True).start()


def repeat(seconds: float, do: Callable[[], None]) -> None:
    """As long as this process lives; what fails is tried again the next time."""
    while True:
        try:
            do()
        except Exception:
            logger.exception("what the worker does beside its tasks failed")
        time.sleep(seconds)


def beat(name: str) -> None:
    """A database that is away for a moment is tried again at the next beat."""
    try:
        show_life(name)
        if is_deaf(sweep()):
            logger.error("this worker takes no messages any more; it stops, to be started again")
            os.kill(os.getpid(), signal.SIGTERM)
    except DatabaseError:
        logger.exception("the worker's heartbeat could not reach the database")
    finally:
        connections.close_all()


def look_after() -> None:
    try:
        do_chores()
    finally:
        connections.close_all()


def do_chores() -> None:
    """One that fails is tried again next time, and does not keep the others from being done."""
    for do in hooks.periodic_tasks:
        try:
            do()
        except Exception:
            logger.exception("the chore %s failed", getattr(do, "__name__", do))


def show_life(name: str) -> None:
    WorkerBeat.objects.update_or_create(name=name, defaults={"seen_at": Now()})
    WorkerBeat.objects.filter(seen_at__lt=Now() - FORGOTTEN_AFTER).delete()


def is_deaf(woken: list[uuid.UUID]) -> bool:
    """Nobody comes for a job however often this worker sends for somebody, and nobody is busy.

    So it is when Redis was away: Celery does not always find its way back to it.
    """
    _sent.update(woken)
    if not woken or max(_sent[job_id] for job_id in woken) < IN_VAIN:
        return False
    return not Job.objects.filter(state=Job.State.RUNNING, lease_until__gte=Now()).exists()


def sweep() -> list[uuid.UUID]:
    """Wake a worker for each job whose message was lost, once among all workers; throw away what was kept enough."""
    woken = []
    for job_id in unheard().values_list("pk", flat=True)[:100]:
        if unheard().filter(pk=job_id).order_by().update(woken_at=Now()):
            wake_worker(job_id)
            woken.append(job_id)
    for kind in hooks.job_kinds:
        if kind.keep is not None:
            JobResult.objects.filter(job__kind=kind.name, job__finished_at__lt=Now() - kind.keep).delete()
    return woken
