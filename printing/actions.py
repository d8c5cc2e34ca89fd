"""The verbs of printing: ask for a document, which a worker makes (tasks.py); set the logo, and who signs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from foundation.activity.verbs import log, verb
from foundation.errors import Refused
from foundation.jobs.actions import request_job
from foundation.jobs.models import Job, JobResult
from foundation.people.actor import Actor
from foundation.people.queries import printable_badges, printable_coach_links
from foundation.tournaments import Tournament
from printing.documents import PAPERS, WHICH_PAPER
from printing.models import LONGEST_SIGNER, MOST_SIGNERS, Logo, Signer
from printing.sameness import Shown
from scoring.images import Picture


@verb("print.document", says="asked for “{title}” on paper", news=False)
def print_document(actor: Actor, tournament: Tournament, *, title: str, params: Mapping[str, Any], shown: Shown) -> Job:
    """As it was ordered (orders.py). As long as it shows the same, the same one is handed out again."""
    params = {**params, "shows": shown.digest}
    job = request_job(actor, tournament, "print.document", title[:160], params, again=False)
    _forget_older(job)
    log(actor, job, title=title)
    return job


def _forget_older(job: Job) -> None:
    """Of a document that shows something else by now the file is not kept: nobody carries out old paper."""
    names = ("document", "paper", "options", "round", "rounds", "division")
    same = {f"job__params__{name}": job.params[name] for name in names}
    same = {name: value for name, value in same.items() if value is not None}
    older = JobResult.objects.filter(job__kind=job.kind, job__tournament=job.tournament_id, **same)
    older.exclude(job__in=Job.objects.filter(params__shows=job.params["shows"])).delete()


@verb("print.badges", says="asked for the badges of the staff on paper", news=False)
def print_badges(actor: Actor, tournament: Tournament, *, base: str, paper: str) -> Job:
    """All live badges. `base` is the address under which the helpers' phones reach this installation."""
    ids = list(printable_badges(tournament).values_list("pk", flat=True))
    if not ids:
        raise Refused("There are no badges yet. Make one on the staff page first.")
    return _print_cards(actor, tournament, "print.badges", f"Badges of {tournament.name}", ids, base, paper)


@verb("print.coach_links", says="asked for the coaches' links on paper", news=False)
def print_coach_links(actor: Actor, tournament: Tournament, *, base: str, paper: str) -> Job:
    ids = list(printable_coach_links(tournament).values_list("pk", flat=True))
    if not ids:
        raise Refused("No team has a coach's link yet. Make one on the teams page first.")
    return _print_cards(actor, tournament, "print.coach_links", f"Coaches of {tournament.name}", ids, base, paper)


def _print_cards(
    actor: Actor, tournament: Tournament, kind: str, title: str, ids: list[int], base: str, paper: str
) -> Job:
    if paper not in PAPERS:
        raise Refused(WHICH_PAPER, field="paper")
    job = request_job(actor, tournament, kind, title, {"invitations": ids, "base": base, "paper": paper})
    log(actor, job, title=title, cards=len(ids), paper=PAPERS[paper])
    return job


@verb("logo.set", says="set the logo for paper")
def set_logo(actor: Actor, tournament: Tournament, *, picture: Picture) -> Logo:
    """Another one takes the place of the first."""
    Logo.objects.filter(tournament=tournament).delete()
    logo = Logo.objects.create(tournament=tournament, content=picture.content, added_by=actor.user)
    log(actor, logo)
    return logo


@verb("logo.remove", says="took the logo away from paper")
def remove_logo(actor: Actor, tournament: Tournament) -> Tournament:
    gone, _ = Logo.objects.filter(tournament=tournament).delete()
    if not gone:
        raise Refused("There is no logo.")
    log(actor, tournament)
    return tournament


@verb("signers.set", says="chose who signs certificates: {signers}")
def set_signers(actor: Actor, tournament: Tournament, *, signers: Sequence[str]) -> Tournament:
    """One line to sign for each; none for the lines that are always there."""
    words = [" ".join(each.split()) for each in signers if each.strip()]
    if len(words) > MOST_SIGNERS:
        raise Refused(f"A certificate has room for {MOST_SIGNERS} signatures.", field="signers")
    if max(map(len, words), default=0) > LONGEST_SIGNER:
        raise Refused(f"Below a line there is room for {LONGEST_SIGNER} characters.", field="signers")
    Signer.objects.filter(tournament=tournament).delete()
    Signer.objects.bulk_create(
        Signer(tournament=tournament, number=number, words=each) for number, each in enumerate(words, 1)
    )
    log(actor, tournament, signers="; ".join(words) or "as usual")
    return tournament
