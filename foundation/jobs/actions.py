"""Job verbs: cancel and retry. `request_job` queues a job; verbs of higher floors call it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from django.db import transaction

from foundation.activity.verbs import log, verb
from foundation.errors import Refused
from foundation.jobs.models import Job
from foundation.people.actor import Actor
from foundation.tournaments import Tournament


def request_job(
    actor: Actor, tournament: Tournament, kind: str, title: str, params: Mapping[str, Any], *, again: bool = True
) -> Job:
    """Queue a job inside the caller's verb. If the same job is already queued or running, return that one.

    `again`: make it again even if a finished one has its file; otherwise return the finished one.
    """
    named = json.dumps([tournament.pk, kind, params], sort_keys=True)
    fingerprint = hashlib.sha256(named.encode()).hexdigest()
    finished = Job.objects.filter(fingerprint=fingerprint, state=Job.State.DONE, result__isnull=False).first()
    if finished is not None and not again:
        return finished
    job, _ = Job.objects.get_or_create(
        fingerprint=fingerprint,
        state__in=Job.LIVE,
        defaults={
            "kind": kind,
            "title": title,
            "params": dict(params),
            "tournament": tournament,
            "requested_by": actor.user,
        },
    )
    wake(job)
    return job


def wake(job: Job) -> None:
    """Wake a worker after the commit. A lost message costs seconds: the workers' sweep finds the row."""
    from foundation.jobs.tasks import wake_worker

    transaction.on_commit(lambda: wake_worker(job.pk))


@verb("job.cancel", says="canceled “{title}”", names=("title",), news=False)
def cancel(actor: Actor, job: Job) -> Job:
    """Cancel a queued or running job. Its worker is interrupted."""
    stopped = Job.objects.filter(pk=job.pk, state__in=Job.LIVE).update(state=Job.State.CANCELLED, lease=None)
    if not stopped:
        raise Refused(f"“{job.title}” is no longer in progress.")
    job.parts.filter(state__in=Job.LIVE).update(state=Job.State.CANCELLED, lease=None)
    job.refresh_from_db()
    log(actor, job, title=job.title)
    return job


@verb("job.retry", says="requested “{title}” again", names=("title",), news=False)
def retry(actor: Actor, job: Job) -> Job:
    """Queue a failed or canceled job again, unless the same one is being made."""
    if Job.objects.filter(fingerprint=job.fingerprint, state__in=Job.LIVE).exists():
        raise Refused("The same job is in progress. Wait until it’s finished.")
    finished = Job.objects.filter(pk=job.pk, state__in=(Job.State.FAILED, Job.State.CANCELLED))
    if not finished.update(state=Job.State.QUEUED, attempts=0, done=0, total=0, problem="", finished_at=None):
        raise Refused(f"“{job.title}” is finished. Reload the page.")
    job.refresh_from_db()
    wake(job)
    log(actor, job, title=job.title)
    return job
