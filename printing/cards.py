"""QR cards on paper: badges for helpers, links for coaches. One template, one sheet of cards per page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date

import segno
from django.contrib.staticfiles import finders
from django.template.loader import render_to_string

from tournament.models import Tournament
from tournament.people.invitations import absolute, path_of
from tournament.people.models import Invitation


@dataclass(frozen=True)
class Card:
    title: str
    role: str
    detail: str
    good_through: date
    qr: str
    address: str


def card_for(invitation: Invitation, base: str) -> Card:
    link = absolute(path_of(invitation), base)
    return Card(
        title=_title(invitation),
        role=invitation.get_role_display(),
        detail=invitation.team.school.name if invitation.team else "all teams" if invitation.school else "",
        good_through=invitation.good_through,
        qr=segno.make(link, error="m").svg_data_uri(border=2, scale=8),
        address=link,
    )


def _title(invitation: Invitation) -> str:
    coached = invitation.team or invitation.school
    return coached.name if coached else invitation.label


def cards_pdf(
    tournament: Tournament,
    invitations: Sequence[Invitation],
    base: str,
    paper: str,
    report: Callable[[int, int], None],
) -> bytes:
    """A PDF with every card, for cutting."""
    from weasyprint import CSS, HTML  # a second to import: only the worker that prints pays for it

    total = len(invitations) + 1
    cards = []
    for done, invitation in enumerate(invitations):
        report(done, total)
        cards.append(card_for(invitation, base))
    report(total - 1, total)
    html = render_to_string(
        "printing/cards.html", {"cards": cards, "tournament": tournament, "paper": paper, "base": base}
    )
    style = CSS(filename=finders.find("print/cards.css"))
    return HTML(string=html).write_pdf(stylesheets=[style], pdf_variant="pdf/ua-1") or b""
