"""What is asked about backups: which there are, which are due or old, what is lost by going back, who may."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import timedelta
from typing import Any

from django.db.models import Count, Exists, Max, Q, QuerySet
from django.utils import timezone

from foundation import hooks
from foundation.activity.models import LogLine
from foundation.backups.models import Backup
from foundation.jobs.models import Job
from foundation.jobs.queries import jobs_of
from foundation.people.models import User
from foundation.people.queries import directed_by
from foundation.tournaments import Tournament

KEPT = 40  # files of a tournament that is not running
FOR_GOOD = Q(reason__endswith="closed") | Q(reason__endswith="finished")
DRAFTS = 12  # made before something is published
LAST = 6  # of those made every few minutes; of the older ones one for each hour
HOURS = 24
EVERY = timedelta(minutes=4)  # workers look every five minutes, each at another moment
DURING = "during "
ABOUT_BACKUPS = Q(action__startswith="backup.") | Q(action="tournament.backup")
SIGNING_IN = Q(action__startswith="account.sign_")  # sessions stay


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


def directs_all(user: User | None) -> bool:
    """A backup holds every tournament of the installation: it is for who directs them all.

    Somebody else's rehearsal takes it from nobody; where there are rehearsals alone, they count.
    """
    if user is None:
        return False
    real = Tournament.objects.filter(is_rehearsal=False)
    others = Tournament.objects.exclude(pk__in=directed_by(user))
    return not others.filter(Q(is_rehearsal=False) | ~Exists(real)).exists()


# -- every few minutes ------------------------------------------------------------------------------------------------


def due() -> tuple[Tournament, str] | None:
    """The day that is running, and why it is backed up; None if a backup is new, or nothing has changed since it."""
    days = Tournament.objects.filter(state=Tournament.State.RUNNING, is_rehearsal=False)
    day = days.order_by("pk").first()
    if day is None or Job.objects.filter(kind="backup.make", state__in=Job.LIVE).exists():
        return None
    newest = Backup.objects.present().filter(made_at__isnull=False).first()
    if newest and newest.made_at and newest.made_at > timezone.now() - EVERY:
        return None
    if newest and not changes_since(newest).exists():
        return None
    rounds = hooks.rounds_in_progress.only(days)
    if not rounds:
        return day, f"{DURING}the day"
    tournament, words = rounds[0]
    return tournament, DURING + (words if len(rounds) == 1 else "several rounds")


def changes_since(backup: Backup) -> QuerySet[LogLine]:
    """What was done since it was made and would be lost without it; newest first."""
    since = Q(pk__gt=backup.upto) if backup.upto is not None else Q(at__gt=backup.made_at)
    return LogLine.objects.filter(since).exclude(ABOUT_BACKUPS | SIGNING_IN).order_by("-pk")


# -- what is not kept -------------------------------------------------------------------------------------------------


def outdated(tournament: Tournament) -> list[Backup]:
    """Those that newer ones took the place of, and after the day all beyond the newest forty.

    What was made at the end of a round or of the day stays.
    """
    present = [backup for backup in backups_of(tournament) if backup.made_at]
    going_on = [backup for backup in present if backup.reason.startswith(DURING)]
    drafts = [backup for backup in present if backup.reason.startswith("before ") and backup.reason[-9:] == "published"]
    old = {backup.pk for backup in drafts[DRAFTS:]}
    old |= {backup.pk for backup in going_on} - {backup.pk for backup in _thinned(going_on)}
    left = [backup for backup in present if backup.pk not in old]
    if tournament.state != Tournament.State.RUNNING:
        for_good = set(Backup.objects.filter(FOR_GOOD, tournament=tournament).values_list("pk", flat=True))
        old |= {backup.pk for backup in left[KEPT:]} - for_good
    return [backup for backup in present if backup.pk in old]


def _thinned(newest_first: list[Backup]) -> list[Backup]:
    """The last few, and before them one for each hour."""
    older = _first_of_each(newest_first[LAST:], lambda backup: f"{backup.made_at:%Y-%m-%d %H}")
    return [*newest_first[:LAST], *older[:HOURS]]


def _first_of_each(backups: Iterable[Backup], by: Callable[[Backup], str]) -> list[Backup]:
    found: dict[str, Backup] = {}
    for backup in backups:
        found.setdefault(by(backup), backup)
    return list(found.values())
