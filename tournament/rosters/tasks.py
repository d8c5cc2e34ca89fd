"""The job that imports a roster."""

from __future__ import annotations

from foundation.hooks import JobKind
from foundation.jobs.execution import Report
from foundation.jobs.models import Job
from foundation.people.actor import Actor, Origin
from tournament.rosters.actions import write_upload
from tournament.rosters.models import Upload
from tournament.rosters.queries import IMPORT


def import_roster(job: Job, report: Report) -> None:
    """Import an upload. Runs again after a worker was killed, and then skips an upload that is imported."""
    upload = Upload.objects.select_related("tournament", "event__tournament").get(pk=job.params["upload"])
    report(1, 3)
    if upload.state == Upload.State.WAITING:
        actor = Actor(user=job.requested_by, origin=Origin.WORKER, key=f"job {job.pk}")
        write_upload(actor, upload, remove_missing=job.params["remove_missing"])
    report(3, 3)


JOB_KINDS = (JobKind(IMPORT, import_roster, leads_to="roster"),)
