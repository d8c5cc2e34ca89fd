"""What a worker makes for each kind of print job: look up, call, report progress."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from printing.cards import cards_pdf
from tournament.errors import Refused
from tournament.jobs.models import Job
from tournament.jobs.running import File, Report, job_kind
from tournament.people.models import Invitation
from tournament.rosters.order import of_school, of_team

KEEP_LINKS = timedelta(hours=12)  # whoever has this PDF can sign in with it


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
