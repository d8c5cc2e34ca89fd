"""Archive verbs: request one, and import one."""

from __future__ import annotations

from django.utils.formats import date_format

from foundation.activity.sentences import CountedSentence
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


@verb("archive.import", says="imported {name} ({day}) from an archive")
def import_archive(actor: Actor, _: None, *, file: Archive) -> Tournament:
    """Import a tournament from an archive. The person who imports it becomes its director."""
    if actor.user is None:
        raise Refused("A tournament needs a director. Sign in before you import it.")
    tournament = import_from(file)
    Membership.objects.create(tournament=tournament, user=actor.user, role=Role.DIRECTOR)
    actor.forget_roles()
    log(actor, tournament, name=tournament.name, day=date_format(tournament.starts_on, "F j, Y"))
    return tournament
