"""The verbs of rehearsals: request one at a stage of the day, and remove one with all its data."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils import timezone

from foundation.activity.sentences import SentenceByCase, SentenceWithParts
from foundation.activity.verbs import log, verb
from foundation.backups.models import Backup
from foundation.errors import Refused
from foundation.jobs.actions import request_job
from foundation.jobs.models import Job
from foundation.people.actor import Actor
from foundation.people.models import User
from foundation.tournaments import Tournament
from rehearsal.formats import DEFAULT, FORMATS
from rehearsal.removal import delete_backup_files, delete_rows, delete_staff, move_backups, staff_only_in
from rehearsal.schedule import stages
from rehearsal.state import ROUNDS
from tournament.setup.actions import TournamentFacts, insert_tournament
from tournament.setup.forms import DEFAULT_ZONE

ASK = "rehearsal.ask"
SIZES = (30, 100, 300)


def _stage_in_words(stage: str) -> str:
    return stages(ROUNDS)[stage]


@verb(
    "rehearsal.ask",
    says=SentenceWithParts("created a rehearsal with {players} players: {stage}", {"stage": _stage_in_words}),
)
def ask(actor: Actor, _: None, *, players: int, stage: str, seed: int, format: str = DEFAULT) -> Job:
    """Create a tournament for the rehearsal and queue the job that fills it (tasks.py). The actor is its director."""
    if players not in SIZES:
        raise Refused("Choose the number of players.", field="players")
    chosen = FORMATS.get(format)
    if chosen is None:
        raise Refused("Choose a format.", field="format")
    if stage not in stages(ROUNDS):
        raise Refused("Choose a stage.", field="stage")
    today = timezone.localdate(timezone=ZoneInfo(DEFAULT_ZONE))
    facts = TournamentFacts(
        name=f"Rehearsal with {players} players: {chosen.words}",
        starts_on=today,
        ends_on=today,
        venue="Imaginary Hall",
        time_zone=DEFAULT_ZONE,
    )
    tournament = insert_tournament(actor, facts, editions=(chosen.book,), preset=chosen.preset, is_rehearsal=True)
    job = request_job(
        actor, tournament, ASK, tournament.name, {"players": players, "stage": stage, "seed": seed, "format": format}
    )
    log(actor, job, players=players, stage=stage)
    return job


@verb(
    "rehearsal.remove",
    says=SentenceByCase(
        "backups",
        {
            "moved": "deleted {name} and everything in it, and moved its backups to {heir}",
            "none": "deleted {name} and everything in it",
        },
    ),
)
def remove(actor: Actor, tournament: Tournament) -> User:
    """Delete every row of the rehearsal, including its log, and staff who were only here. One log line remains.

    Its backups also contain the real tournaments, so one of those takes them over.
    """
    locked = Tournament.objects.select_for_update().get(pk=tournament.pk)
    if not locked.is_rehearsal:
        raise Refused(f"{locked.name} isn’t a rehearsal, so you can’t delete it.")
    if actor.user is None:
        raise Refused("Sign in as a director of this rehearsal to delete it.")
    heir = move_backups(locked)
    files = list(Backup.objects.filter(tournament=locked).values_list("filename", flat=True))
    staff = staff_only_in(locked)
    delete_rows(locked)
    delete_staff(staff)
    actor.forget_roles()
    transaction.on_commit(lambda: delete_backup_files(files))
    backups, heir_name = ("moved", heir.name) if heir else ("none", "")
    log(actor, actor.user, gone=True, name=locked.name, backups=backups, heir=heir_name)
    return actor.user
