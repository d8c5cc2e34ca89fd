"""The work of each kind of print job, done by a worker."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

from django.db.models.functions import Now

from foundation.errors import Refused
from foundation.hooks import JobKind
from foundation.jobs.execution import File, Report
from foundation.jobs.models import Job, JobResult
from foundation.jobs.parts import make_in_parts
from foundation.people.models import Invitation
from printing.cards import compose_cards
from printing.catalog import DOCUMENTS, digest_content
from printing.documents import PrintableDocument, PrintScope
from printing.rendering import join_pdfs, render_parts, render_pdf
from printing.requests import PrintRequest, load_request
from tournament.rosters.sort_keys import school_sort_key, team_sort_key

PIECE = 75  # copies
KEEP_LINKS = timedelta(hours=12)  # anyone who has this PDF can sign in with it


def make_document(job: Job, report: Report) -> File:
    """Make a document, or a piece of one. Many copies, or several divisions, are shared between all workers."""
    request = load_request(job.tournament, job.params)
    document = DOCUMENTS[request.document]
    pieces = _split_into_pieces(job, document, request)
    if len(pieces) > 1:
        pdfs = make_in_parts(job, report, [piece.to_params() for piece in pieces])
    else:
        pdfs = render_parts(document.compose(pieces[0].to_scope(job.tournament)), report)
    pdf = join_pdfs(pdfs, title=job.title)
    if job.part_of_id is None and digest_content(job.tournament, request) != request.content_digest:
        _prevent_reuse(job)
    return File(f"{job.tournament.slug}-{document.name}.pdf", "application/pdf", pdf)


def _prevent_reuse(job: Job) -> None:
    """Make sure that the next request gets a new job: the data changed while the pages were made."""
    Job.objects.filter(pk=job.pk).update(fingerprint=job.pk.hex)


def _split_into_pieces(job: Job, document: PrintableDocument, request: PrintRequest) -> list[PrintRequest]:
    """Return the pieces of all divisions. A division that is refused is left out, and the job says why."""
    pieces: list[PrintRequest] = []
    refusals = []
    for each in request.split_by_round():
        try:
            pieces += _split_copies(job, document, each)
        except Refused as refusal:
            refusals.append(refusal.sentence)
    if not pieces:
        raise Refused(" ".join(refusals))
    if refusals:
        Job.objects.filter(pk=job.pk).update(problem=f"Left out: {' '.join(refusals)}"[:300])
    return pieces


def _split_copies(job: Job, document: PrintableDocument, request: PrintRequest) -> list[PrintRequest]:
    """Return pieces of PIECE copies each, or the request itself if it has no more than that."""
    if document.count_copies is None or request.piece is not None:
        return [request]
    copies = document.count_copies(request.to_scope(job.tournament))
    if copies <= PIECE:
        return [request]
    return [replace(request, piece=(first, first + PIECE)) for first in range(0, copies, PIECE)]


def delete_expired_packets() -> None:
    """Delete packets after some hours: they hold coach links, and anyone who has the PDF can use them."""
    packets = JobResult.objects.filter(job__kind="print.document", job__params__document="packets")
    packets.filter(job__finished_at__lt=Now() - KEEP_LINKS).delete()


def make_cards(job: Job, report: Report) -> File:
    """Make the requested cards, except those that were revoked since."""
    requested = Invitation.objects.alive().filter(pk__in=job.params["invitations"], tournament=job.tournament)
    requested = requested.select_related("team__school", "school", "tournament").order_by("role", "id")
    invitations = sorted(requested, key=_sort_key)
    if not invitations:
        raise Refused("All of these links have expired or were revoked. Create new ones.")
    scope = PrintScope(job.tournament, job.params["paper"], job.params["base"])
    pdf = render_pdf([compose_cards(scope, invitations)], title=job.tournament.name, report=report)
    return File(f"{job.tournament.slug}-{job.kind.partition('.')[2]}.pdf", "application/pdf", pdf)


def _sort_key(invitation: Invitation) -> tuple[Any, ...]:
    """A school's card comes before those of its teams. Badges stay in the order in which they were created."""
    if invitation.team:
        return team_sort_key(invitation.team)
    return school_sort_key(invitation.school) if invitation.school else ()


JOB_KINDS = (
    JobKind("print.document", make_document),
    JobKind("print.badges", make_cards, keep=KEEP_LINKS),
    JobKind("print.coach_links", make_cards, keep=KEEP_LINKS),
)
