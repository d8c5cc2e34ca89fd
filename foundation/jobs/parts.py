"""A long job in parts: whichever worker is free takes one, and who has the job puts their files together.

Parts are jobs with leases of their own: a worker that is killed loses its part to another. What was made of a job that
is taken up again is not made twice.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from foundation.errors import Refused
from foundation.jobs.execution import Report, claimable, run
from foundation.jobs.models import Job
from foundation.jobs.tasks import wake_worker

A_MOMENT = 0.2


def share(job: Job, report: Report, parts: Sequence[Mapping[str, Any]]) -> Iterator[bytes]:
    """The files of the parts, in order; each is a job of the same kind. This worker makes what nobody else does."""
    job.parts.filter(state__in=(Job.State.FAILED, Job.State.CANCELLED)).delete()
    mine = [_part(job, number, params) for number, params in enumerate(parts)]
    for part in mine:
        wake_worker(part.pk)
    while waiting := _waiting(job, report, len(mine)):
        free = claimable().filter(pk__in=waiting).values_list("pk", flat=True).first()
        if free is None:
            time.sleep(A_MOMENT)
        else:
            run(free)
    for part in mine:
        yield bytes(Job.objects.select_related("result").get(pk=part.pk).result.content)
    job.parts.all().delete()


def _part(job: Job, number: int, params: Mapping[str, Any]) -> Job:
    made, _ = Job.objects.get_or_create(
        fingerprint=hashlib.sha256(f"{job.pk} {number}".encode()).hexdigest(),
        part_of=job,
        defaults={"kind": job.kind, "title": job.title, "params": dict(params), "tournament": job.tournament},
    )
    return made


def _waiting(job: Job, report: Report, total: int) -> list[Any]:
    """Parts that are not done. How many are is the progress of the whole."""
    states = dict(job.parts.values_list("pk", "state"))
    if Job.State.FAILED in states.values():
        failed = job.parts.filter(state=Job.State.FAILED).first()
        raise Refused(failed.problem if failed else "A part could not be made.")
    waiting = [pk for pk, state in states.items() if state != Job.State.DONE]
    report(total - len(waiting), total)
    return waiting
