"""QR cards on paper: badges for helpers, links for coaches. Eight to a page; a pile of pages is cut once."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from django.utils.formats import date_format
from django.utils.text import capfirst

from foundation.accounts.invitations import absolute, path_of
from foundation.people.models import Invitation
from foundation.tournaments import Tournament
from printing.cutting import piled
from printing.documents import Asked
from printing.press.copies import Copy
from printing.setting import set_copies

ON_A_PAGE = 8


def cards_pdf(
    tournament: Tournament,
    invitations: Sequence[Invitation],
    base: str,
    paper: str,
    report: Callable[[int, int], None],
) -> bytes:
    from printing.press.joining import join

    pages = piled(invitations, ON_A_PAGE)
    parts = set_copies(
        "cards.html",
        Asked(tournament, paper, base),
        {"cards": range(ON_A_PAGE)},
        [copy_of(page, base) for page in pages],
        "cards",
        report=lambda done: report(done, len(pages)),
    )
    return join(parts, title=tournament.name)


def copy_of(page: Sequence[Invitation | None], base: str) -> Copy:
    texts: dict[str, str] = {}
    filled = [(at, invitation) for at, invitation in enumerate(page) if invitation]
    for at, invitation in filled:
        texts |= {f"{name}{at}": text for name, text in words_of(invitation).items()}
    return Copy(texts, {f"qr{at}": absolute(path_of(invitation), base) for at, invitation in filled})


def words_of(invitation: Invitation) -> dict[str, str]:
    coached = invitation.team or invitation.school
    until = date_format(invitation.good_through, "F j, Y")
    return {
        "title": coached.name if coached else invitation.label,
        "detail": invitation.team.school.name if invitation.team else "all teams" if invitation.school else "",
        "role": capfirst(invitation.get_role_display()),
        "how": f"Scan with a phone. Good through {until}.",
    }
