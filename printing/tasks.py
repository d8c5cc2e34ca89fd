"""What a worker makes for each kind of print job: look up, call, report progress."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.db.models.functions import Now

from printing.cards import cards_pdf
from printing.documents import DOCUMENTS, Asked, Document
from printing.queries import rounds_of
from tournament.errors import Refused
from tournament.jobs.chores import chore
from tournament.jobs.models import Job, JobResult
from tournament.jobs.running import File, Report, job_kind
from tournament.jobs.sharing import share
from tournament.people.models import Invitation
from tournament.queries import divisions_of
from tournament.rosters.order import of_school, of_team

Params = dict[str, Any]
PIECE = 75
KEEP_LINKS = timedelta(hours=12)  # whoever has this PDF can sign in with it


@job_kind("print.document")
def make_document(job: Job, report: Report) -> File:
    """One of the documents, or a piece of it: of many copies, or of several divisions, every worker makes some."""
    from printing.press.joining import join

    wanted = DOCUMENTS[job.params["document"]]
    pieces = _pieces(job, wanted)
    parts = share(job, report, pieces) if len(pieces) > 1 else wanted.make(_asked(job, pieces[0]), report)
    pdf = join(parts, title=job.title)
    return File(f"{job.tournament.slug}-{wanted.name}.pdf", "application/pdf", pdf)


def _pieces(job: Job, wanted: Document) -> list[Params]:
    """A division for which it cannot be made is left out, and the job says why; the others are made."""
    found: list[Params] = []
    refusals = []
    rounds = job.params.get("rounds") or [job.params["round"]]
    for each in rounds:
        try:
            found += _cut(job, wanted, {**job.params, "round": each, "rounds": []})
        except Refused as refusal:
            refusals.append(refusal.sentence)
    if not found:
        raise Refused(" ".join(refusals))
    if refusals:
        Job.objects.filter(pk=job.pk).update(problem=f"Left out: {' '.join(refusals)}"[:300])
    return found


def _cut(job: Job, wanted: Document, params: Params) -> list[Params]:
    """Where there are more copies than one worker should make, so many to a piece."""
    asked = _asked(job, params)
    copies = wanted.count(asked) if wanted.count and asked.piece is None else 0
    pieces = [{**params, "piece": [first, first + PIECE]} for first in range(0, copies, PIECE)]
    return pieces if len(pieces) > 1 else [params]


@chore
def forget_links() -> None:
    """Packets hold the links of coaches: whoever has that PDF can look in with them."""
    packets = JobResult.objects.filter(job__kind="print.document", job__params__document="packets")
    packets.filter(job__finished_at__lt=Now() - KEEP_LINKS).delete()


def _asked(job: Job, params: Params) -> Asked:
    return Asked(
        tournament=job.tournament,
        paper=params["paper"],
        base=params["base"],
        division=divisions_of(job.tournament).filter(pk=params["division"]).first(),
        round=rounds_of(job.tournament).filter(pk=params["round"]).first(),
        options=params["options"],
        piece=tuple(params["piece"]) if "piece" in params else None,
    )


@job_kind("print.badges", keep=KEEP_LINKS)
@job_kind("print.coach_links", keep=KEEP_LINKS)
def make_cards(job: Job, report: Report) -> File:
    """The cards that were asked for, less those revoked since."""
    wanted = Invitation.objects.alive().filter(pk__in=job.params["invitations"], tournament=job.tournament)
    wanted = wanted.select_related("team__school", "school", "tournament").order_by("role", "id")
    invitations = sorted(wanted, key=_by_school)
    if not invitations:
        raise Refused("All of these links were revoked or are over. Make new ones.")
    pdf = cards_pdf(job.tournament, invitations, job.params["base"], job.params["paper"], report)
    return File(f"{job.tournament.slug}-{job.kind.partition('.')[2]}.pdf", "application/pdf", pdf)


def _by_school(invitation: Invitation) -> tuple[Any, ...]:
    """A school's card lies on those of its teams; badges stay in the order in which they were made."""
    if invitation.team:
        return of_team(invitation.team)
    return of_school(invitation.school) if invitation.school else ()
