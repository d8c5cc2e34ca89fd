"""QR cards: sign-in badges and coach links, eight to a page. Also the page order of all cards that are cut apart."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from math import ceil
from typing import TypeVar

from django.utils.formats import date_format
from django.utils.text import capfirst

from foundation.accounts.invitations import absolute, path_of
from foundation.people.models import Invitation
from printing.content import compose_form
from printing.documents import PrintScope, StampedForm
from printing.pdf import FormCopy

CARDS_PER_PAGE = 8
T = TypeVar("T")


def compose_cards(scope: PrintScope, invitations: Sequence[Invitation]) -> StampedForm:
    """Return the cards in stacked order: cutting the pile of pages once gives piles that are in order."""
    pages = stack_cards(invitations, CARDS_PER_PAGE)
    copies = [_fill_page(page, scope.base_url) for page in pages]
    return compose_form("cards.html", scope, {"cards": range(CARDS_PER_PAGE)}, copies, "cards")


def _fill_page(page: Sequence[Invitation | None], base_url: str) -> FormCopy:
    texts: dict[str, str] = {}
    cards = [(at, invitation) for at, invitation in enumerate(page) if invitation]
    for at, invitation in cards:
        texts |= {f"{name}{at}": text for name, text in _card_texts(invitation).items()}
    return FormCopy(texts, {f"qr{at}": absolute(path_of(invitation), base_url) for at, invitation in cards})


def _card_texts(invitation: Invitation) -> dict[str, str]:
    coached = invitation.team or invitation.school
    until = date_format(invitation.good_through, "F j, Y")
    return {
        "title": coached.name if coached else invitation.label,
        "detail": invitation.team.school.name if invitation.team else "All teams" if invitation.school else "",
        "role": capfirst(invitation.get_role_display()),
        "how": f"Scan with your phone. Valid through {until}.",
    }


def split_into_pages(cards: Sequence[T], size: int) -> list[list[T | None]]:
    """Return the cards page by page."""
    return [list(page) for page in zip_longest(*[iter(cards)] * size)]


def stack_cards(cards: Sequence[T], size: int) -> list[list[T | None]]:
    """Return pages whose positions hold consecutive cards, so that the cut piles on top of each other are in order.

    `stack_cards("abcde", 2)` gives the pages `a d`, `b e`, `c`.
    """
    pages = ceil(len(cards) / size)
    piles = [cards[at * pages : (at + 1) * pages] for at in range(size)]
    return [list(page) for page in zip_longest(*piles)]
