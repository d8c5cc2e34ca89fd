"""Verbs of student names: what the public sees, how long they are kept, and their removal."""

from __future__ import annotations

from datetime import date

from django.utils import timezone
from django.utils.formats import date_format

from foundation.activity.verbs import log, verb
from foundation.errors import Refused
from foundation.jobs.actions import request_job
from foundation.jobs.models import Job
from foundation.people.actor import Actor
from foundation.tournaments import PUBLIC_NAMES, Tournament
from tournament.privacy.name_removal import PURGE, remove_names


@verb("tournament.privacy", says="decided on the names of children: {choice}")
def choose_privacy(
    actor: Actor, tournament: Tournament, *, public_names: str, names_until: date, is_public: bool = False
) -> Tournament:
    """Set whether there is a public page, what it shows of a student's name, and until when names are kept."""
    if public_names not in PUBLIC_NAMES:
        raise Refused("Choose what the public sees.", field="public_names")
    if names_until < tournament.ends_on:
        raise Refused("The tournament is not over by then.", field="names_until")
    tournament.public_names, tournament.names_until, tournament.is_public = public_names, names_until, is_public
    if names_until >= timezone.localdate(timezone=tournament.zone):
        tournament.purged_at = None
    tournament.save(update_fields=["public_names", "names_until", "is_public", "purged_at"])
    page = "a public page" if is_public else "no public page"
    choice = f"{page}, {PUBLIC_NAMES[public_names].lower()} in public, kept until {date_format(names_until, 'F j, Y')}"
    log(actor, tournament, choice=choice)
    return tournament


@verb("tournament.ask_purge", says="asked for the removal of all names of children")
def request_purge(actor: Actor, tournament: Tournament) -> Job:
    """Queue the removal, for the director after the tournament or automatically after the chosen day."""
    if tournament.purged_at:
        raise Refused("The names have been removed already.")
    job = request_job(actor, tournament, PURGE, "Removal of the names of children", {})
    log(actor, job)
    return job


@verb("tournament.purge", says="removed the names of {count} children from everything")
def purge(actor: Actor, tournament: Tournament) -> Tournament:
    """Remove all student names now."""
    count = remove_names(tournament)
    tournament.purged_at = timezone.now()
    tournament.save(update_fields=["purged_at"])
    log(actor, tournament, count=count)
    return tournament
