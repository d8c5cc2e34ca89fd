"""The job that imports a roster: look up, call, report progress."""

from __future__ import annotations

from tournament.activity.models import Origin
from tournament.jobs.models import Job
from tournament.jobs.running import Report, job_kind
from tournament.people.actor import Actor
from tournament.rosters.actions import write_upload
from tournament.rosters.models import Upload


@job_kind("roster.import", leads_to="roster")
def import_roster(job: Job, report: Report) -> None:
    """Taken up again after a worker was killed, it finds the file imported, or imports it."""
    upload = Upload.objects.select_related("tournament", "event__tournament").get(pk=job.params["upload"])
    report(1, 3)
    if upload.state == Upload.State.WAITING:
        write_upload(
            Actor(user=job.requested_by, origin=Origin.WORKER), upload, remove_missing=job.params["remove_missing"]
        )
    report(3, 3)
