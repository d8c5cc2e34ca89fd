"""The job that removes student names, and the periodic task that queues it when the day has come."""

from __future__ import annotations

from django.utils import timezone

from foundation.backups.actions import back_up_without_names
from foundation.backups.cleanup import compact_database, remove_files
from foundation.hooks import JobKind
from foundation.jobs.execution import Report
from foundation.jobs.models import Job
from foundation.people.actor import SYSTEM, Actor, Origin
from tournament.privacy.actions import purge, request_purge
from tournament.privacy.name_removal import PURGE, due_for_purge


def remove_names(job: Job, report: Report) -> None:
    """Remove the names from the database and its file, delete older backups, and make a new one without names."""
    report(1, 3)
    actor = Actor(user=job.requested_by, origin=Origin.WORKER) if job.requested_by else SYSTEM
    purge(actor, job.tournament)
    report(2, 3)
    compact_database()
    back_up_without_names(actor, job.tournament)
    remove_files(timezone.now())
    report(3, 3)


def ask_for_purges() -> None:
    """Queue the removal for every tournament that is due."""
    for tournament in due_for_purge():
        request_purge(SYSTEM, tournament)


JOB_KINDS = (JobKind(PURGE, remove_names, leads_to="privacy"),)
PERIODIC_TASKS = (ask_for_purges,)
