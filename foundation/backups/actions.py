"""The verbs of backups: ask for one, keep what was made, remove what is old or held names."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from django.db import models, transaction
from django.utils import timezone
from django.utils.formats import date_format

from foundation import hooks
from foundation.activity.models import LogLine
from foundation.activity.verbs import log, log_outside_verb, refuse_repeated_request, verb
from foundation.backups import database_copy, replacement
from foundation.backups.cleanup import compact_database, remove_files
from foundation.backups.models import Backup
from foundation.backups.queries import directs_all, outdated
from foundation.backups.sources import Source
from foundation.errors import NotAllowed, Refused
from foundation.jobs.actions import request_job
from foundation.jobs.models import Job
from foundation.people.actor import Actor
from foundation.tournaments import Tournament

MAKE = "backup.make"
RESTORE = "backup.restore"
NOT_ALL = "A backup holds every tournament of this installation, and you do not direct all of them. "
LOCKED_OUT = (
    "When this backup was made you did not direct every tournament in it, so after going back you could not come back "
    "here. Ask a director who did. Nothing was changed."
)
NAMES_FIRST = (
    "The names of children in {} have to be removed first, which is done within some minutes; the backups that hold "
    "them go as well. Nothing was changed."
)


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


@dataclass(frozen=True)
class Way:
    """The way back by one file: what it holds, and where what is there now is kept, if there is anything."""

    file: str
    reason: str
    source: Source
    before: Path | None

    def __str__(self) -> str:
        """The same for the same request."""
        return self.file

    def forget(self) -> None:
        if self.before:
            self.before.unlink(missing_ok=True)


@verb(RESTORE, says="went back to {moment} by the backup {file}{kept}")
def restore(actor: Actor, tournament: Tournament | None, *, way: Way) -> Tournament:
    """Everything in one transaction: what is there now is kept, exchanged, and the line is in what came."""
    if not (actor.system or directs_all(actor.user)):
        raise NotAllowed(f"{NOT_ALL}Ask whoever runs the server.")
    if due := hooks.name_removal.only.tournaments_due():
        raise Refused(NAMES_FIRST.format(due[0].name))
    replacement.nobody_writes()
    refuse_repeated_request(actor)
    size, digest = database_copy.write_now(way.before) if way.before else (0, "")
    upto = database_copy.last_line()
    home, purged = replacement.exchange(way.source, tournament)
    if tournament and home != tournament:
        raise Refused(f"{tournament} is not in this backup. Go back to it from {home}. Nothing was changed.")
    if not (actor.system or (actor.user and replacement.is_here(actor.user) and directs_all(actor.user))):
        raise Refused(LOCKED_OUT)
    if way.before:
        Backup.objects.create(
            tournament=home,
            job=uuid.uuid4(),
            reason=f"before going back to “{way.reason}”"[:120],
            filename=way.before.name,
            bytes=size,
            digest=digest,
            made_by=actor.user,
            made_at=timezone.now(),
            upto=upto,
        )
    _tell_everywhere(actor, home, way)
    if purged:
        transaction.on_commit(_sweep)
    return home


def _tell_everywhere(actor: Actor, home: Tournament, way: Way) -> None:
    """Each tournament went back, so each one's log says it."""
    last = LogLine.objects.order_by("-pk").first()
    moment = date_format(timezone.localtime(last.at if last else None, home.zone), "F j, Y, g:i a")
    kept = f"; what was there is kept as {way.before.name}" if way.before else ""
    data: dict[str, Any] = {"moment": moment, "file": way.file, "kept": kept}
    for other in Tournament.objects.exclude(pk=home.pk):
        log_outside_verb(replace(actor, key=None), RESTORE, other, other, data)
    log(actor, home, **data)


def _sweep() -> None:
    """Names that came with the backup and had to go at once are neither in the file nor in the other backups."""
    compact_database()
    remove_files(timezone.now())
