"""The one-page cards for scorekeepers and judges say what the guide says."""

from __future__ import annotations

import re

import pytest

from foundation.tournaments import Tournament
from judging.casebook.casebook import MAY_NOT_TELL, MAY_TELL
from printing.documents import PrintScope
from printing.staff_cards import read_card
from tests.printing.documents import BASE, render_document
from tests.printing.pages import words

CARDS = ("scorekeeper-card", "judge-card")


def without_spaces(text: str) -> str:
    return "".join(text.split())


def plain_text(html: str) -> str:
    return re.sub(r"<[^>]+>", "", html)


@pytest.mark.parametrize("paper", ["letter", "a4"])
@pytest.mark.parametrize("name", CARDS)
def test_card_fits_on_one_page_and_says_all_of_the_guide(tournament: Tournament, name: str, paper: str) -> None:
    (page,) = words(render_document(name, PrintScope(tournament, paper, BASE)))
    printed = without_spaces(page)
    lines = plain_text(read_card(name)).splitlines()
    assert [line for line in lines if without_spaces(line) not in printed] == []


def test_each_copy_is_one_page(tournament: Tournament) -> None:
    pages = words(render_document("judge-card", PrintScope(tournament, "letter", BASE, options={"copies": "5"})))
    assert len(pages) == 5


def test_judge_card_has_the_lists_of_the_casebook() -> None:
    items = re.findall(r"<li>(.*?)</li>", read_card("judge-card").replace("\n", " "))
    assert [each for each in items if each in MAY_TELL] == list(MAY_TELL)
    assert [each for each in items if each in MAY_NOT_TELL] == list(MAY_NOT_TELL)
