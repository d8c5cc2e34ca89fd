"""The verbs of printing: ask for a document. A worker makes it (tasks.py)."""

from __future__ import annotations

from tournament.activity.verbs import log, verb
from tournament.errors import Refused
from tournament.jobs.actions import request_job
from tournament.jobs.models import Job
from tournament.models import Tournament
from tournament.people.actor import Actor
from tournament.people.queries import printable_badges, printable_coach_links

PAPERS = {"letter": "US Letter", "a4": "A4"}


@verb("print.badges", says="asked for the badges of the staff on paper", news=False)
def print_badges(actor: Actor, tournament: Tournament, *, base: str, paper: str) -> Job:
    """All live badges. `base` is the address under which the helpers' phones reach this installation."""
    ids = list(printable_badges(tournament).values_list("pk", flat=True))
    if not ids:
        raise Refused("There are no badges yet. Make one on the staff page first.")
    return _print(actor, tournament, "print.badges", f"Badges of {tournament.name}", ids, base, paper)


@verb("print.coach_links", says="asked for the coaches' links on paper", news=False)
def print_coach_links(actor: Actor, tournament: Tournament, *, base: str, paper: str) -> Job:
    ids = list(printable_coach_links(tournament).values_list("pk", flat=True))
    if not ids:
        raise Refused("No team has a coach's link yet. Make one on the teams page first.")
    return _print(actor, tournament, "print.coach_links", f"Coaches of {tournament.name}", ids, base, paper)


def _print(actor: Actor, tournament: Tournament, kind: str, title: str, ids: list[int], base: str, paper: str) -> Job:
    if paper not in PAPERS:
        raise Refused("Choose US Letter or A4.", field="paper")
    job = request_job(actor, tournament, kind, title, {"invitations": ids, "base": base, "paper": paper})
    log(actor, job, title=title, cards=len(ids), paper=PAPERS[paper])
    return job
