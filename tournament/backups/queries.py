"""What is asked about backups: which there are, which are old, whose names are in them, who may have one."""

from __future__ import annotations

from typing import Any

from django.db.models import Count, Max, Q

from tournament.backups.models import Backup
from tournament.jobs.models import Job
from tournament.jobs.queries import jobs_of
from tournament.models import Tournament
from tournament.people.models import User
from tournament.queries import directed_by

KEPT = 40  # files of a tournament that is not running
FOR_GOOD = Q(reason__endswith="closed") | Q(reason__endswith="finished")


def backups_of(tournament: Tournament) -> list[Backup]:
    """Newest first."""
    made = Backup.objects.present().filter(tournament=tournament, made_at__isnull=False)
    return list(made.select_related("made_by"))


def unfinished_jobs(tournament: Tournament, kind: str) -> list[Job]:
    """Those that wait or run, and the last one if it failed."""
    latest = list(jobs_of(tournament).filter(kind=kind)[:10])
    return [job for job in latest if job.is_live or (job == latest[0] and job.state == Job.State.FAILED)]


def gone_with_names(tournament: Tournament) -> dict[str, Any]:
    """How many backups of this tournament went because of names, and when the last of them did."""
    gone = Backup.objects.filter(tournament=tournament, made_at__isnull=False, removed_for=Backup.RemovedFor.NAMES)
    return gone.aggregate(count=Count("pk"), at=Max("removed_at"))


def outdated(tournament: Tournament) -> list[Backup]:
    """Beyond the newest forty, but not while the day is running, and not what was made at the end of something."""
    if tournament.state == Tournament.State.RUNNING:
        return []
    keep = [backup.pk for backup in backups_of(tournament)[:KEPT]]
    made = Backup.objects.present().filter(tournament=tournament, made_at__isnull=False)
    return list(made.exclude(pk__in=keep).exclude(FOR_GOOD))


def directs_all(user: User | None) -> bool:
    """A backup holds every tournament of the installation: it is for who directs them all."""
    return user is not None and not Tournament.objects.exclude(pk__in=directed_by(user)).exists()
