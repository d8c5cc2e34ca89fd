"""Reads of backups: the list, what is due, what is outdated, what a restore would lose, and who may restore."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import timedelta
from typing import Any

from django.db.models import Count, Exists, Max, Q, QuerySet
from django.utils import timezone

from foundation import hooks
from foundation.activity.models import LogLine
from foundation.backups.models import Backup, Occasion
from foundation.jobs.models import Job
from foundation.jobs.queries import jobs_of
from foundation.people.models import User
from foundation.people.queries import directed_by
from foundation.tournaments import Tournament

MAX_KEPT = 40  # files of a tournament that isn't running
KEPT_FOR_GOOD = (Occasion.ROUND_CLOSED, Occasion.FINISHED)
MAX_BEFORE_PUBLISHING = 12
MAX_PERIODIC = 6  # of those made every few minutes; of the older ones, one for each hour
MAX_HOURLY = 24
EVERY = timedelta(minutes=4)  # each worker checks every five minutes
DURING = "during "
ABOUT_BACKUPS = Q(action__startswith="backup.") | Q(action="tournament.backup")
SIGNING_IN = Q(action__startswith="account.sign_")  # a restore keeps sessions


def backups_of(tournament: Tournament) -> list[Backup]:
    """Return the backups of this tournament, newest first."""
    made = Backup.objects.present().filter(tournament=tournament, made_at__isnull=False)
    return list(made.select_related("made_by"))


def unfinished_jobs(tournament: Tournament, kind: str) -> list[Job]:
    """Return the jobs that are queued or running, and the last one if it failed."""
    latest = list(jobs_of(tournament).filter(kind=kind)[:10])
    return [job for job in latest if job.is_live or (job == latest[0] and job.state == Job.State.FAILED)]


def removed_with_names(tournament: Tournament) -> dict[str, Any]:
    """Return how many of its backups were removed because of names, and when the last one was."""
    gone = Backup.objects.filter(tournament=tournament, made_at__isnull=False, removed_for=Backup.RemovedFor.NAMES)
    return gone.aggregate(count=Count("pk"), at=Max("removed_at"))


def directs_all(user: User | None) -> bool:
    """Whether this person directs every tournament: a backup holds them all.

    Rehearsals don't count, unless there is nothing else.
    """
    if user is None:
        return False
    real = Tournament.objects.filter(is_rehearsal=False)
    others = Tournament.objects.exclude(pk__in=directed_by(user))
    return not others.filter(Q(is_rehearsal=False) | ~Exists(real)).exists()


# -- every few minutes ------------------------------------------------------------------------------------------------


def find_due_backup() -> tuple[Tournament, list[str]] | None:
    """Return the running tournament to back up, and the rounds in progress.

    None if the last backup is new or nothing has changed.
    """
    days = Tournament.objects.filter(state=Tournament.State.RUNNING, is_rehearsal=False)
    tournament = days.order_by("pk").first()
    if tournament is None or Job.objects.filter(kind="backup.make", state__in=Job.LIVE).exists():
        return None
    newest = Backup.objects.present().filter(made_at__isnull=False).first()
    if newest and newest.made_at and newest.made_at > timezone.now() - EVERY:
        return None
    if newest and not changes_since(newest).exists():
        return None
    rounds = hooks.rounds_in_progress.only(days)
    if not rounds:
        return tournament, []
    return rounds[0][0], [words for _, words in rounds]


def changes_since(backup: Backup) -> QuerySet[LogLine]:
    """Return the log lines since the backup, newest first: what a restore would lose."""
    since = Q(pk__gt=backup.upto) if backup.upto is not None else Q(at__gt=backup.made_at)
    return LogLine.objects.filter(since).exclude(ABOUT_BACKUPS | SIGNING_IN).order_by("-pk")


# -- outdated backups -------------------------------------------------------------------------------------------------


def outdated(tournament: Tournament) -> list[Backup]:
    """Return the backups that newer ones replace, and after the tournament all but the newest forty.

    Backups from the end of a round or of the tournament are kept for good.
    """
    present = [backup for backup in backups_of(tournament) if backup.made_at]
    periodic = [backup for backup in present if backup.known_occasion == Occasion.PERIODIC]
    drafts = [backup for backup in present if backup.known_occasion == Occasion.BEFORE_PUBLISHING]
    old = {backup.pk for backup in drafts[MAX_BEFORE_PUBLISHING:]}
    old |= {backup.pk for backup in periodic} - {backup.pk for backup in _keep_hourly(periodic)}
    left = [backup for backup in present if backup.pk not in old]
    if tournament.state != Tournament.State.RUNNING:
        old |= {backup.pk for backup in left[MAX_KEPT:] if backup.known_occasion not in KEPT_FOR_GOOD}
    return [backup for backup in present if backup.pk in old]


def _keep_hourly(newest_first: list[Backup]) -> list[Backup]:
    """Keep the last few, and one for each hour before them."""
    older = _first_of_each(newest_first[MAX_PERIODIC:], lambda backup: f"{backup.made_at:%Y-%m-%d %H}")
    return [*newest_first[:MAX_PERIODIC], *older[:MAX_HOURLY]]


def _first_of_each(backups: Iterable[Backup], by: Callable[[Backup], str]) -> list[Backup]:
    found: dict[str, Backup] = {}
    for backup in backups:
        found.setdefault(by(backup), backup)
    return list(found.values())
