"""What a worker makes for each kind of print job: look up, call, report progress."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.db.models.functions import Now

from foundation.errors import Refused
from foundation.hooks import JobKind
from foundation.jobs.execution import File, Report
from foundation.jobs.models import Job, JobResult
from foundation.jobs.parts import make_in_parts
from foundation.people.models import Invitation
from printing.cards import cards_pdf
from printing.documents import DOCUMENTS, Document
from printing.sameness import Params, asked_from, rounds_in, shown_by
from tournament.rosters.order import of_school, of_team

PIECE = 75
KEEP_LINKS = timedelta(hours=12)  # whoever has this PDF can sign in with it


def make_document(job: Job, report: Report) -> File:
    """One of the documents, or a piece of it: of many copies, or of several divisions, every worker makes some."""
    from printing.press.joining import join

    wanted = DOCUMENTS[job.params["document"]]
    pieces = _pieces(job, wanted)
    alone = asked_from(job.tournament, pieces[0])
    parts = make_in_parts(job, report, pieces) if len(pieces) > 1 else wanted.make(alone, report)
    pdf = join(parts, title=job.title)
    if job.part_of_id is None and shown_by(job.tournament, job.params) != job.params.get("shows"):
        _hand_out_once(job)
    return File(f"{job.tournament.slug}-{wanted.name}.pdf", "application/pdf", pdf)


def _hand_out_once(job: Job) -> None:
    """Something changed while it was made, and some of its pages may not know: the next who asks has it made anew."""
    Job.objects.filter(pk=job.pk).update(fingerprint=job.pk.hex)


def _pieces(job: Job, wanted: Document) -> list[Params]:
    """A division for which it cannot be made is left out, and the job says why; the others are made."""
    found: list[Params] = []
    refusals = []
    for params in rounds_in(job.params):
        try:
            found += _cut(job, wanted, params)
        except Refused as refusal:
            refusals.append(refusal.sentence)
    if not found:
        raise Refused(" ".join(refusals))
    if refusals:
        Job.objects.filter(pk=job.pk).update(problem=f"Left out: {' '.join(refusals)}"[:300])
    return found


def _cut(job: Job, wanted: Document, params: Params) -> list[Params]:
    """Where there are more copies than one worker should make, so many to a piece."""
    asked = asked_from(job.tournament, params)
    copies = wanted.count(asked) if wanted.count and asked.piece is None else 0
    pieces: list[Params] = [{**params, "piece": [first, first + PIECE]} for first in range(0, copies, PIECE)]
    return pieces if len(pieces) > 1 else [params]


def forget_links() -> None:
    """Packets hold the links of coaches: whoever has that PDF can look in with them."""
    packets = JobResult.objects.filter(job__kind="print.document", job__params__document="packets")
    packets.filter(job__finished_at__lt=Now() - KEEP_LINKS).delete()


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


JOB_KINDS = (
    JobKind("print.document", make_document),
    JobKind("print.badges", make_cards, keep=KEEP_LINKS),
    JobKind("print.coach_links", make_cards, keep=KEEP_LINKS),
)
