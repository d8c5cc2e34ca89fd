"""The job that makes a backup, and the chore that removes what is not kept."""

from __future__ import annotations

import contextlib

from tournament.backups import making, tidying
from tournament.backups.actions import MAKE, go_on, thin_out
from tournament.backups.queries import due, outdated
from tournament.errors import Refused
from tournament.jobs.chores import chore
from tournament.jobs.models import Job
from tournament.jobs.running import Report, job_kind
from tournament.models import Tournament
from tournament.people.actor import SYSTEM


@job_kind(MAKE, leads_to="backups")
def make_backup(job: Job, report: Report) -> None:
    making.make(job, report)


@chore
def back_up_the_running_day() -> None:
    if found := due():
        tournament, reason = found
        go_on(SYSTEM, tournament, reason=reason)


@chore
def tidy_backups() -> None:
    """On every machine with a worker: the rows say which files go, and each removes those that it has."""
    for tournament in Tournament.objects.all():
        if outdated(tournament):
            with contextlib.suppress(Refused):  # another worker did it a moment ago
                thin_out(SYSTEM, tournament)
    tidying.remove_files(tidying.names_removed_at())
