"""What every worker does besides its tasks: a heartbeat, a sweep for lost jobs, and the periodic tasks."""

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
from foundation.jobs.execution import overdue
from foundation.jobs.models import Job, JobResult, WorkerBeat
from foundation.jobs.tasks import wake_worker

logger = logging.getLogger(__name__)

HEARTBEAT_SECONDS = 5
MAX_WAKE_UPS = 3  # for one job, a lease apart
PERIODIC_SECONDS = 300
FORGET_AFTER = timedelta(days=1)  # every start of a worker has its own name

_wake_ups: Counter[uuid.UUID] = Counter()


@worker_ready.connect
def start_threads(sender: Any, **_: Any) -> None:
    """Start the threads. They are our own, since Celery's timer stops when the broker is away for a moment."""
    heartbeat = partial(beat, sender.hostname)
    for seconds, do in ((HEARTBEAT_SECONDS, heartbeat), (PERIODIC_SECONDS, run_periodic_tasks)):
        Thread(target=repeat, args=(seconds, do), daemon=True).start()


def repeat(seconds: float, do: Callable[[], None]) -> None:
    """Call the function again and again for as long as this process lives, even if a call fails."""
    while True:
        try:
            do()
        except Exception:
            logger.exception("a background loop of the worker failed")
        finally:
            connections.close_all()
        time.sleep(seconds)


def beat(name: str) -> None:
    """Record that this worker is alive, and wake workers for lost jobs. If the database is away, the next beat does."""
    try:
        record_heartbeat(name)
        if is_cut_off(sweep()):
            logger.error("this worker no longer receives messages and stops to be restarted")
            os.kill(os.getpid(), signal.SIGTERM)
    except DatabaseError:
        logger.exception("the worker's heartbeat could not reach the database")


def run_periodic_tasks() -> None:
    """Run them all. One that fails doesn't keep the others from running."""
    for task in hooks.periodic_tasks:
        try:
            task()
        except Exception:
            logger.exception("the periodic task %s failed", getattr(task, "__name__", task))


def record_heartbeat(name: str) -> None:
    WorkerBeat.objects.update_or_create(name=name, defaults={"seen_at": Now()})
    WorkerBeat.objects.filter(seen_at__lt=Now() - FORGET_AFTER).delete()


def is_cut_off(woken: list[uuid.UUID]) -> bool:
    """Whether no worker claims a job after several wake-ups, although none is busy.

    This happens when Redis was away: Celery doesn't always reconnect.
    """
    _wake_ups.update(woken)
    if not woken or max(_wake_ups[job_id] for job_id in woken) < MAX_WAKE_UPS:
        return False
    return not Job.objects.filter(state=Job.State.RUNNING, lease_until__gte=Now()).exists()


def sweep() -> list[uuid.UUID]:
    """Wake a worker for each overdue job, once among all workers, and delete files that were kept long enough.

    Returns the jobs that this worker sent a wake-up for.
    """
    woken = []
    for job_id in overdue().values_list("pk", flat=True)[:100]:
        if overdue().filter(pk=job_id).order_by().update(woken_at=Now()):
            wake_worker(job_id)
            woken.append(job_id)
    for kind in hooks.job_kinds:
        if kind.keep is not None:
            JobResult.objects.filter(job__kind=kind.name, job__finished_at__lt=Now() - kind.keep).delete()
    return woken
