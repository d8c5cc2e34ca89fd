"""Backup verbs: request a backup, record a finished one, remove old ones, and restore one."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from django.db import models, transaction
from django.utils import timezone
from django.utils.formats import date_format

from foundation import hooks
from foundation.activity.models import LogLine
from foundation.activity.sentences import CountedSentence, SentenceByCase, SentenceWithParts
from foundation.activity.verbs import log, log_outside_verb, refuse_repeated_request, verb
from foundation.backups import database_copy, replacement
from foundation.backups.cleanup import compact_database, remove_files
from foundation.backups.models import Backup, Occasion
from foundation.backups.queries import DURING, directs_all, outdated
from foundation.backups.sources import BackupSource
from foundation.errors import NotAllowed, Refused
from foundation.jobs.actions import request_job
from foundation.jobs.models import Job
from foundation.people.actor import Actor
from foundation.tournaments import Tournament

MAKE = "backup.make"
RESTORE = "backup.restore"
NOT_ALL = (
    "A backup holds every tournament on this computer, and you don’t direct all of them. "
    "Ask the person who runs Headtable."
)
LOCKED_OUT = (
    "You would lose access, because you didn’t direct every tournament when this backup was made. "
    "Ask a director who did. Nothing was changed."
)
NAMES_FIRST = (
    "Student names in {} must be removed first. That happens automatically in a few minutes, and backups with those "
    "names are deleted too. Nothing was changed."
)


@dataclass(frozen=True)
class PendingStep:
    """A verb that a backup should be made before, and the backup's reason if the worker is too late for that."""

    action: str
    about: Sequence[models.Model]
    too_late: str

    def as_params(self) -> dict[str, Any]:
        kinds = {each._meta.label for each in self.about}
        numbers = [str(each.pk) for each in self.about]
        return {"action": self.action, "kinds": sorted(kinds), "numbers": numbers, "too_late": self.too_late}


def request_backup(
    actor: Actor, tournament: Tournament, occasion: Occasion, reason: str, before: PendingStep | None = None
) -> Job:
    """Queue a backup inside the caller's verb. A queued backup already covers this change; a running one may not.

    `occasion`: decides how long the backup is kept. `reason`: says to people what it was made for.
    """
    running = Job.objects.filter(tournament=tournament, kind=MAKE, state=Job.State.RUNNING).first()
    params: dict[str, Any] = {"occasion": occasion.value, "reason": reason, "after": str(running.pk) if running else ""}
    if before:
        params["before"] = before.as_params()
    return request_job(actor, tournament, MAKE, f"Backup: {reason}", params)


@verb("tournament.backup", says="requested a backup", news=False)
def back_up(actor: Actor, tournament: Tournament) -> Job:
    job = request_backup(actor, tournament, Occasion.MANUAL, "on request")
    log(actor, job)
    return job


DURING_PLAY = SentenceByCase(
    "during",
    {
        "tournament": "requested a backup during the tournament",
        "round": "requested a backup during {round}",
        "rounds": "requested a backup during several rounds",
    },
)


@verb("backup.go_on", says=DURING_PLAY, news=False)
def back_up_periodically(actor: Actor, tournament: Tournament, *, rounds: Sequence[str]) -> Job:
    """Request a backup, every few minutes while a tournament is running and something has changed."""
    during = "tournament" if not rounds else "round" if len(rounds) == 1 else "rounds"
    words = {"tournament": "the tournament", "round": "".join(rounds), "rounds": "several rounds"}[during]
    job = request_backup(actor, tournament, Occasion.PERIODIC, f"{DURING}{words}")
    log(actor, job, during=during, round="".join(rounds[:1]))
    return job


@verb("backup.make", says="created the backup {file}", news=False)
def record_finished_backup(actor: Actor, backup: Backup, *, size: int, digest: str) -> Backup:
    """Record a backup whose file is complete. Refuse if names were removed meanwhile, since the file may hold them."""
    present = Backup.objects.present().filter(pk=backup.pk)
    if not present.update(made_at=timezone.now(), bytes=size, digest=digest):
        raise Refused("Student names were removed during this backup, so it was deleted. Create a new one.")
    backup.refresh_from_db()
    log(actor, backup, file=backup.filename)
    return backup


@verb("backup.start_anew", says="requested a backup without student names", news=False)
def back_up_without_names(actor: Actor, tournament: Tournament) -> Job:
    """Request a backup after names were removed, and remove every earlier one, including those in the making."""
    Backup.objects.all().remove(Backup.RemovedFor.NAMES)
    job = request_backup(actor, tournament, Occasion.NAMES_REMOVED, "student names removed")
    log(actor, job)
    return job


THINNED_OUT = CountedSentence("count", "deleted 1 old backup", "deleted {count} old backups")


@verb("backup.thin_out", says=THINNED_OUT, news=False)
def remove_outdated(actor: Actor, tournament: Tournament) -> Tournament:
    """Remove outdated backups, but never one that was made when a round was closed or the tournament finished."""
    old = [backup.pk for backup in outdated(tournament)]
    count = Backup.objects.filter(pk__in=old).remove(Backup.RemovedFor.AGE)
    if not count:
        raise Refused("There are no old backups to delete.")
    log(actor, tournament, count=count)
    return tournament


@dataclass(frozen=True)
class RestoreRequest:
    """What to restore: the opened file, and the path for a backup of the present data, if there is any."""

    file: str
    reason: str
    source: BackupSource
    present_copy: Path | None

    def request_identity(self) -> str:
        """Return the file's name: restoring the same file is the same request."""
        return self.file

    def delete_present_copy(self) -> None:
        if self.present_copy:
            self.present_copy.unlink(missing_ok=True)


def _moment_in_words(moment: str) -> str:
    return date_format(datetime.fromisoformat(moment), "M j, Y, g:i A")


# `copies` is 1 if there was data to keep. `last_change_at` has the offset of the tournament's time zone.
RESTORED = SentenceWithParts(
    CountedSentence(
        "copies",
        "restored the backup {file} from {last_change_at} and saved the previous data as {kept}",
        "restored the backup {file} from {last_change_at}",
    ),
    {"last_change_at": _moment_in_words},
)


@verb(RESTORE, says=RESTORED)
def restore(actor: Actor, tournament: Tournament | None, *, request: RestoreRequest) -> Tournament:
    """Replace all rows in one transaction: back up the present data, restore the file, log it in what was restored."""
    if not (actor.system or directs_all(actor.user)):
        raise NotAllowed(NOT_ALL)
    if due := hooks.name_removal.only.tournaments_due():
        raise Refused(NAMES_FIRST.format(due[0].name))
    replacement.lock_all_tables()
    refuse_repeated_request(actor)
    size, digest = database_copy.copy_to(request.present_copy) if request.present_copy else (0, "")
    upto = database_copy.last_line_id()
    listing_tournament, purged = replacement.replace_rows(request.source, tournament)
    if tournament and listing_tournament != tournament:
        raise Refused(
            f"{tournament} isn’t in this backup. Restore it from {listing_tournament} instead. Nothing was changed."
        )
    if not (actor.system or (actor.user and replacement.still_exists(actor.user) and directs_all(actor.user))):
        raise Refused(LOCKED_OUT)
    if request.present_copy:
        Backup.objects.create(
            tournament=listing_tournament,
            job=uuid.uuid4(),
            occasion=Occasion.BEFORE_RESTORE,
            reason=f"before restoring “{request.reason}”"[:120],
            filename=request.present_copy.name,
            bytes=size,
            digest=digest,
            made_by=actor.user,
            made_at=timezone.now(),
            upto=upto,
        )
    _log_everywhere(actor, listing_tournament, request)
    if purged:
        transaction.on_commit(_delete_removed_names)
    return listing_tournament


def _log_everywhere(actor: Actor, listing_tournament: Tournament, request: RestoreRequest) -> None:
    """Log the restore in every tournament, since it changed all of them."""
    last = LogLine.objects.order_by("-pk").first()
    moment = timezone.localtime(last.at if last else None, listing_tournament.zone).isoformat()
    kept = request.present_copy.name if request.present_copy else ""
    data: dict[str, Any] = {"last_change_at": moment, "file": request.file, "kept": kept, "copies": 1 if kept else 0}
    for other in Tournament.objects.exclude(pk=listing_tournament.pk):
        log_outside_verb(replace(actor, key=None), RESTORE, other, other, data)
    log(actor, listing_tournament, **data)


def _delete_removed_names() -> None:
    """Delete names that came back with the restore from the database file and from all other backups."""
    compact_database()
    remove_files(timezone.now())
