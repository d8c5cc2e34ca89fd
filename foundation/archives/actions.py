"""Archive verbs: request one, and import one."""

from __future__ import annotations

from foundation.activity.sentences import CountedSentence, SentenceWithParts, day_in_words
from foundation.activity.verbs import log, verb
from foundation.archives.archive_file import Archive
from foundation.archives.importer import import_from
from foundation.errors import Refused
from foundation.jobs.actions import request_job
from foundation.jobs.models import Job
from foundation.people.actor import Actor
from foundation.people.models import Membership, Role
from foundation.tournaments import Tournament

MAKE = "archive.make"


REQUESTED = CountedSentence("with_photos", "requested an archive with photos", "requested an archive")


@verb("archive.make", says=REQUESTED)
def make(actor: Actor, tournament: Tournament, *, photos: bool = False) -> Job:
    """Request an archive; a worker makes it (tasks.py)."""
    title = f"Archive of {tournament.name} with photos" if photos else f"Archive of {tournament.name}"
    job = request_job(actor, tournament, MAKE, title, {"photos": photos})
    log(actor, job, with_photos=int(photos))
    return job


IMPORTED = SentenceWithParts("imported {name} ({first_day}) from an archive", {"first_day": day_in_words})


@verb("archive.import", says=IMPORTED)
def import_archive(actor: Actor, _: None, *, file: Archive) -> Tournament:
    """Import a tournament from an archive. The person who imports it becomes its director."""
    if actor.user is None:
        raise Refused("A tournament needs a director. Sign in before you import it.")
    tournament = import_from(file)
    Membership.objects.create(tournament=tournament, user=actor.user, role=Role.DIRECTOR)
    actor.forget_roles()
    log(actor, tournament, name=tournament.name, first_day=tournament.starts_on.isoformat())
    return tournament
