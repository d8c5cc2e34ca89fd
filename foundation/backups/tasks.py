"""The job that makes a backup, and the chore that removes what is not kept."""

from __future__ import annotations

import contextlib

from foundation import hooks
from foundation.backups import cleanup, making
from foundation.backups.actions import MAKE, go_on, thin_out
from foundation.backups.queries import due, outdated
from foundation.errors import Refused
from foundation.hooks import JobKind
from foundation.jobs.execution import Report
from foundation.jobs.models import Job
from foundation.people.actor import SYSTEM
from foundation.tournaments import Tournament


def make_backup(job: Job, report: Report) -> None:
    making.make(job, report)


def back_up_the_running_day() -> None:
    if found := due():
        tournament, reason = found
        go_on(SYSTEM, tournament, reason=reason)


def tidy_backups() -> None:
    """On every machine with a worker: the rows say which files go, and each removes those that it has."""
    for tournament in Tournament.objects.all():
        if outdated(tournament):
            with contextlib.suppress(Refused):  # another worker did it a moment ago
                thin_out(SYSTEM, tournament)
    cleanup.remove_files(hooks.name_removal.only.last_removed_at())


JOB_KINDS = (JobKind(MAKE, make_backup, leads_to="backups"),)
PERIODIC_TASKS = (back_up_the_running_day, tidy_backups)
