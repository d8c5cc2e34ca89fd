"""Verbs of student names: what the public sees, how long they are kept, and their removal."""

from __future__ import annotations

from datetime import date

from django.utils import timezone

from foundation.activity.sentences import CountedSentence, SentenceByCase, SentenceWithParts, day_in_words
from foundation.activity.verbs import log, verb
from foundation.errors import Refused
from foundation.jobs.actions import request_job
from foundation.jobs.models import Job
from foundation.people.actor import Actor
from foundation.tournaments import PUBLIC_NAMES, Tournament
from tournament.privacy.name_removal import PURGE, remove_names


@verb(
    "tournament.privacy",
    says=SentenceWithParts(
        SentenceByCase(
            "page",
            {
                "public": "set student names to “{shown}”, kept until {last_day}, with a public page",
                "none": "set student names to “{shown}”, kept until {last_day}, without a public page",
            },
        ),
        {"shown": PUBLIC_NAMES.__getitem__, "last_day": day_in_words},
    ),
)
def choose_privacy(
    actor: Actor, tournament: Tournament, *, public_names: str, names_until: date, is_public: bool = False
) -> Tournament:
    """Set whether there is a public page, what it shows of a student's name, and until when names are kept."""
    if public_names not in PUBLIC_NAMES:
        raise Refused("Choose how to show students publicly.", field="public_names")
    if names_until < tournament.ends_on:
        raise Refused("Choose the last day of the tournament or a later date.", field="names_until")
    tournament.public_names, tournament.names_until, tournament.is_public = public_names, names_until, is_public
    if names_until >= timezone.localdate(timezone=tournament.zone):
        tournament.purged_at = None
    tournament.save(update_fields=["public_names", "names_until", "is_public", "purged_at"])
    page = "public" if is_public else "none"
    log(actor, tournament, page=page, shown=public_names, last_day=names_until.isoformat())
    return tournament


@verb("tournament.ask_purge", says="asked to remove all student names")
def request_purge(actor: Actor, tournament: Tournament) -> Job:
    """Queue the removal, for the director after the tournament or automatically after the chosen day."""
    if tournament.purged_at:
        raise Refused("Student names were removed from this tournament.")
    job = request_job(actor, tournament, PURGE, "Student name removal", {})
    log(actor, job)
    return job


@verb(
    "tournament.purge",
    says=CountedSentence(
        "count",
        "removed the name of 1 student from everything",
        "removed the names of {count} students from everything",
    ),
)
def purge(actor: Actor, tournament: Tournament) -> Tournament:
    """Remove all student names now."""
    count = remove_names(tournament)
    tournament.purged_at = timezone.now()
    tournament.save(update_fields=["purged_at"])
    log(actor, tournament, count=count)
    return tournament
