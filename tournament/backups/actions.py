"""The verbs of backups: ask for one, keep what was made, remove what is old or held names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db import models
from django.utils import timezone

from tournament.activity.verbs import log, verb
from tournament.backups.models import Backup
from tournament.backups.queries import outdated
from tournament.errors import Refused
from tournament.jobs.actions import request_job
from tournament.jobs.models import Job
from tournament.models import Tournament
from tournament.people.actor import Actor

MAKE = "backup.make"


@dataclass(frozen=True)
class Before:
    """The verb that a backup is to be made before, and what it is called if a worker comes too late for that."""

    action: str
    about: Sequence[models.Model]
    too_late: str

    def as_params(self) -> dict[str, Any]:
        kinds = {each._meta.label for each in self.about}
        numbers = [str(each.pk) for each in self.about]
        return {"action": self.action, "kinds": sorted(kinds), "numbers": numbers, "too_late": self.too_late}


def ask_for_backup(actor: Actor, tournament: Tournament, reason: str, before: Before | None = None) -> Job:
    """Queue a backup inside the caller's verb. One that waits already will hold this too; one that runs may not."""
    begun = Job.objects.filter(tournament=tournament, kind=MAKE, state=Job.State.RUNNING).first()
    params: dict[str, Any] = {"reason": reason, "after": str(begun.pk) if begun else ""}
    if before:
        params["before"] = before.as_params()
    return request_job(actor, tournament, MAKE, f"Backup: {reason}", params)


@verb("tournament.backup", says="asked for a backup", news=False)
def back_up(actor: Actor, tournament: Tournament) -> Job:
    job = ask_for_backup(actor, tournament, "by hand")
    log(actor, job)
    return job


@verb("backup.go_on", says="asked for a backup {reason}", news=False)
def go_on(actor: Actor, tournament: Tournament, *, reason: str) -> Job:
    """Every few minutes while the day is running and something has changed."""
    job = ask_for_backup(actor, tournament, reason)
    log(actor, job, reason=reason)
    return job


@verb("backup.make", says="made the backup {file}", news=False)
def keep(actor: Actor, backup: Backup, *, size: int, digest: str) -> Backup:
    """The file is whole and has its name. If names were removed meanwhile, it may hold them and is not kept."""
    kept = Backup.objects.present().filter(pk=backup.pk)
    if not kept.update(made_at=timezone.now(), bytes=size, digest=digest):
        raise Refused("Names of children were removed meanwhile, so this backup was thrown away. Ask for another.")
    backup.refresh_from_db()
    log(actor, backup, file=backup.filename)
    return backup


@verb("backup.start_anew", says="asked for a backup without the names of children", news=False)
def start_anew(actor: Actor, tournament: Tournament) -> Job:
    """After names were removed: what was begun before the end of that goes too, and one without names is made."""
    Backup.objects.all().remove(Backup.RemovedFor.NAMES)
    job = ask_for_backup(actor, tournament, "names removed")
    log(actor, job)
    return job


@verb("backup.thin_out", says="removed {count} old backups", news=False)
def thin_out(actor: Actor, tournament: Tournament) -> Tournament:
    """Never what was made when a round was closed or the day finished."""
    old = [backup.pk for backup in outdated(tournament)]
    count = Backup.objects.filter(pk__in=old).remove(Backup.RemovedFor.AGE)
    if not count:
        raise Refused("There are no old backups to remove.")
    log(actor, tournament, count=count)
    return tournament
