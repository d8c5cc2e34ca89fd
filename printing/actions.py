"""The verbs of printing: request documents and QR cards, which a worker makes (tasks.py); set logo and signers."""

from __future__ import annotations

from collections.abc import Sequence

from foundation.activity.sentences import SentenceByCase
from foundation.activity.verbs import log, verb
from foundation.errors import Refused
from foundation.images import Picture
from foundation.jobs.actions import request_job
from foundation.jobs.models import Job, JobResult
from foundation.people.actor import Actor
from foundation.people.queries import printable_badges, printable_coach_links
from foundation.tournaments import Tournament
from printing.documents import PAPERS, UNKNOWN_PAPER
from printing.models import MAX_SIGNER_LENGTH, MAX_SIGNERS, Logo, Signer
from printing.requests import CardRequest, PrintRequest


@verb("print.document", says="requested the PDF “{title}”", news=False)
def print_document(actor: Actor, tournament: Tournament, *, title: str, request: PrintRequest) -> Job:
    """Queue a request that submission.py has checked, or return the finished job if its PDF is up to date."""
    job = request_job(actor, tournament, "print.document", title[:160], request.to_params(), again=False)
    _delete_outdated_files(job)
    log(actor, job, title=title)
    return job


def _delete_outdated_files(job: Job) -> None:
    """Delete PDFs of the same document that are out of date, so no one hands out old paper."""
    names = ("document", "paper", "options", "round", "rounds", "division")
    same = {f"job__params__{name}": job.params[name] for name in names if job.params[name] is not None}
    files = JobResult.objects.filter(job__kind=job.kind, job__tournament=job.tournament_id, **same)
    files.exclude(job__in=Job.objects.filter(params__shows=job.params["shows"])).delete()


@verb("print.badges", says="requested a PDF of the sign-in badges", news=False)
def print_badges(actor: Actor, tournament: Tournament, *, base: str, paper: str) -> Job:
    """Request cards for all valid sign-in badges. `base`: the address under which phones reach this installation."""
    ids = list(printable_badges(tournament).values_list("pk", flat=True))
    if not ids:
        raise Refused("There are no badges yet. Create one on the Staff page first.")
    cards = CardRequest(ids, base, paper)
    return _print_cards(actor, tournament, "print.badges", f"Sign-in badges for {tournament.name}", cards)


@verb("print.coach_links", says="requested a PDF of the coach links", news=False)
def print_coach_links(actor: Actor, tournament: Tournament, *, base: str, paper: str) -> Job:
    """Request cards for all valid coach links."""
    ids = list(printable_coach_links(tournament).values_list("pk", flat=True))
    if not ids:
        raise Refused("There are no coach links yet. Create one on the Teams page first.")
    cards = CardRequest(ids, base, paper)
    return _print_cards(actor, tournament, "print.coach_links", f"Coach links for {tournament.name}", cards)


def _print_cards(actor: Actor, tournament: Tournament, kind: str, title: str, request: CardRequest) -> Job:
    if request.paper not in PAPERS:
        raise Refused(UNKNOWN_PAPER, field="paper")
    job = request_job(actor, tournament, kind, title, request.to_params())
    log(actor, job, title=title, cards=len(request.invitation_ids), paper=PAPERS[request.paper])
    return job


@verb("logo.set", says="added a logo for printing")
def set_logo(actor: Actor, tournament: Tournament, *, picture: Picture) -> Logo:
    """Replace the logo."""
    Logo.objects.filter(tournament=tournament).delete()
    logo = Logo.objects.create(tournament=tournament, content=picture.content, added_by=actor.user)
    log(actor, logo)
    return logo


@verb("logo.remove", says="removed the logo for printing")
def remove_logo(actor: Actor, tournament: Tournament) -> Tournament:
    deleted, _ = Logo.objects.filter(tournament=tournament).delete()
    if not deleted:
        raise Refused("The logo was removed. Reload the page.")
    log(actor, tournament)
    return tournament


@verb(
    "signers.set",
    says=SentenceByCase(
        "chosen",
        {
            "default": "set the certificate signers to the director and the head judge",
            "named": "set the certificate signers to {signers}",
        },
    ),
)
def set_signers(actor: Actor, tournament: Tournament, *, signers: Sequence[str]) -> Tournament:
    """Set the text below each signature line. Without any, certificates have the default lines."""
    words = [" ".join(each.split()) for each in signers if each.strip()]
    if len(words) > MAX_SIGNERS:
        raise Refused(f"A certificate has room for {MAX_SIGNERS} signatures. Remove the others.", field="signers")
    if max(map(len, words), default=0) > MAX_SIGNER_LENGTH:
        raise Refused(
            f"Each signature line can have at most {MAX_SIGNER_LENGTH} characters. Shorten it.", field="signers"
        )
    Signer.objects.filter(tournament=tournament).delete()
    Signer.objects.bulk_create(
        Signer(tournament=tournament, number=number, words=each) for number, each in enumerate(words, 1)
    )
    log(actor, tournament, signers="; ".join(words), chosen="named" if words else "default")
    return tournament
