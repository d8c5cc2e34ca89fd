"""A long job in parts: every free worker makes one, and the worker that has the whole job joins their files.

Parts are jobs with leases of their own, so a part whose worker is killed goes to another. Finished parts are reused
when a worker takes the whole job over.
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

WAIT_SECONDS = 0.2


def make_in_parts(job: Job, report: Report, params_of_parts: Sequence[Mapping[str, Any]]) -> Iterator[bytes]:
    """Yield the files of the parts, in order; each is a job of the same kind. This worker makes parts as well."""
    job.parts.filter(state__in=(Job.State.FAILED, Job.State.CANCELLED)).delete()
    parts = [_get_or_create_part(job, number, params) for number, params in enumerate(params_of_parts)]
    for part in parts:
        wake_worker(part.pk)
    while unfinished := _unfinished_parts(job, report, len(parts)):
        part_id = claimable().filter(pk__in=unfinished).values_list("pk", flat=True).first()
        if part_id is None:
            time.sleep(WAIT_SECONDS)
        else:
            run(part_id)
    for part in parts:
        yield bytes(Job.objects.select_related("result").get(pk=part.pk).result.content)
    job.parts.all().delete()


def _get_or_create_part(job: Job, number: int, params: Mapping[str, Any]) -> Job:
    part, _ = Job.objects.get_or_create(
        fingerprint=hashlib.sha256(f"{job.pk} {number}".encode()).hexdigest(),
        part_of=job,
        defaults={"kind": job.kind, "title": job.title, "params": dict(params), "tournament": job.tournament},
    )
    return part


def _unfinished_parts(job: Job, report: Report, total: int) -> list[Any]:
    """Return the parts that aren't done, and report how many are."""
    states = dict(job.parts.values_list("pk", "state"))
    if Job.State.FAILED in states.values():
        failed = job.parts.filter(state=Job.State.FAILED).first()
        raise Refused(failed.problem if failed else "Part of the document couldn’t be created. Try again.")
    unfinished = [pk for pk, state in states.items() if state != Job.State.DONE]
    report(total - len(unfinished), total)
    return unfinished
