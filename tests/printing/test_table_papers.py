"""Blank sheets, charts without helps, and the judge's card with the figures of the book."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest
from weasyprint import CSS

from foundation.errors import Refused
from foundation.people.actor import Actor
from foundation.people.models import User
from judging.casebook.casebook import MAY_NOT_TELL, MAY_TELL
from printing.press.forms import Form
from printing.press.pages import pages_from
from printing.setting import html_of, styles
from printing.tables.judges import amount_of
from printing.tables.scoresheets import open_form
from rulebooks import get
from rulebooks.timing import Limit
from tests import factories
from tests.printing.making import about_division, about_round, made
from tests.printing.pages import codes, difference, pictures, words
from tournament.books import edition_of
from tournament.models import Division, Event
from tournament.rounds.models import Round
from tournament.setup.actions import set_up


@pytest.fixture
def division_of(director: User, boss: Actor):
    def division(edition: str, name: str) -> Division:
        tournament = factories.tournament(director, "Spring Meet", (edition,))
        return set_up(boss, tournament.events.get(), version=1).divisions.get(name=name)

    return division


def text_of(page: str) -> str:
    return " ".join(page.split())


class TestSpares:
    def test_spare_is_the_sheet_with_nothing_in_it(self, round_: Round) -> None:
        pdf = made("spares", about_division(round_.division, copies="10"))
        pages = words(pdf)
        assert len(pages) == 10
        assert len({text_of(page) for page in pages}) == 1
        assert codes(pdf)[0] == []
        assert "Elementary · Round Table" in text_of(pages[0]).replace("Fall Meet ", "")
        filled = text_of(words(made("scoresheets", about_round(round_)))[0])
        assert set(text_of(pages[0]).split()) <= set(filled.split())

    def test_spare_has_the_back_too(self, round_: Round) -> None:
        pdf = made("spares", about_division(round_.division, copies="2", back="variations"))
        front, back, *others = pictures(pdf, 1)
        assert [difference(*pair) for pair in zip((front, back), others, strict=True)] == [0, 0]
        assert "Sideways" in words(pdf)[1]

    def test_sheet_stays_on_one_page_with_any_number_of_players(self, event: Event) -> None:
        """A book of next season may seat more than those of today."""
        pages = {}
        for paper, seats in product(("letter", "a4"), (2, 3, 4, 5)):
            asked = about_division(event.divisions.get(), paper, shakes="12")
            form = open_form(asked, asked.the_division, edition_of(asked.the_division.event), seats)
            html = html_of("scoresheet.html", asked, form)
            pages[paper, seats] = len(Form(html, styles(asked, "scoresheet")).pages)
        assert {case: count for case, count in pages.items() if count != 1} == {}
        assert len(pages) == 8

    def test_more_players_than_the_book_seats_are_refused(self, event: Event) -> None:
        with pytest.raises(Refused, match="This rule book plays at tables of 2 to 3"):
            made("spares", about_division(event.divisions.get(), seats="4"))

    def test_points_have_the_larger_box_however_many_shakes_there_are(self, event: Event) -> None:
        asked = about_division(event.divisions.get(), shakes="12")
        form = open_form(asked, asked.the_division, edition_of(asked.the_division.event), 3)
        document = pages_from(html_of("scoresheet.html", asked, form)).render(
            stylesheets=[CSS(string=each) for each in styles(asked, "scoresheet")]
        )
        cells = [box for box in document.pages[0]._page_box.descendants() if box.element_tag == "td"]
        score, penalty = (next(box for box in cells if box.element.get("class") == name) for name in ("score", "minus"))
        assert score.width > penalty.width

    def test_a_look_is_one_sheet(self, event: Event) -> None:
        asked = about_division(event.divisions.get(), copies="100")
        for document in ("spares", "variations", "charts"):
            assert len(words(made(document, replace(asked, most=1)))) == 1


class TestCharts:
    @pytest.mark.parametrize(
        ("edition", "division", "headings"),
        [
            ("agloa-equations-2019", "Elementary", "Resources Variations Goal Solutions"),
            ("agloa-equations-2019", "Middle", "Resources Variations Goal Solutions"),
            ("mlag-basic-2018", "Minor", "Resources Goal Solutions"),
            ("mlag-basic-2018", "Elementary", "Resources Goal Solutions"),
        ],
    )
    @pytest.mark.parametrize("paper", ["letter", "a4"])
    def test_chart_has_headings_and_nothing_that_helps(
        self, division_of, edition: str, division: str, headings: str, paper: str
    ) -> None:
        found = division_of(edition, division)
        pages = words(made("charts", about_division(found, paper)))
        page = f"Shake {headings} Shake {headings} {found.event.game} · {division} Spring Meet {found.letter}"
        assert [text_of(each) for each in pages] == [page]

    @pytest.mark.parametrize("division", ["Elementary", "Senior"])
    @pytest.mark.parametrize("paper", ["letter", "a4"])
    def test_chart_of_on_sets_has_every_card_and_no_mark(self, division_of, division: str, paper: str) -> None:
        found = division_of("agloa-onsets-2014", division)
        pages = words(made("charts", about_division(found, paper)))
        cards = "BRGY BRG BRY BGY RGY BR BG BY RG RY GY B R G Y blank"
        page = f"{' '.join([f'{cards} Shake'] * 6)} On-Sets · {division} Spring Meet {found.letter}"
        assert [text_of(each) for each in pages] == [page]

    @pytest.mark.parametrize(
        ("edition", "division"),
        [("agloa-equations-2019", "Junior"), ("agloa-equations-2019", "Senior"), ("acc-2026", "Grade 5")],
    )
    def test_there_is_none_where_the_book_allows_none(self, division_of, edition: str, division: str) -> None:
        with pytest.raises(Refused, match=f"allows no printed charts in {division}"):
            made("charts", about_division(division_of(edition, division)))


class TestJudgesCard:
    @pytest.mark.parametrize(
        ("edition", "division"),
        [
            ("agloa-equations-2019", "Elementary"),
            ("agloa-onsets-2014", "Senior"),
            ("mlag-basic-2018", "Middle"),
            ("acc-2026", "Grade 5"),
        ],
    )
    @pytest.mark.parametrize("paper", ["letter", "a4"])
    def test_card_has_the_figures_of_its_book_on_two_sides(
        self, division_of, edition: str, division: str, paper: str
    ) -> None:
        front, back = map(text_of, words(made("judges", about_division(division_of(edition, division), paper))))
        book = get(edition)
        assert [each for each in (*MAY_TELL, *MAY_NOT_TELL) if each not in front] == []
        assert [each.what for each in book.limits.values() if each.what not in front] == []
        assert [each.what for each in book.penalties.reasons.values() if each.what not in back] == []

    def test_more_time_is_named_where_its_variation_is_played(self, division_of) -> None:
        elementary, senior = (
            text_of(words(made("judges", about_division(division_of("agloa-onsets-2014", name))))[0])
            for name in ("Elementary", "Senior")
        )
        assert "Two Solutions" not in elementary
        assert "Writing a Solution 2 min 3 min with Two Solutions" in senior

    @pytest.mark.parametrize(
        ("amount", "unit", "words_"),
        [
            (0, "seconds", ""),
            (15, "seconds", "15 s"),
            (60, "seconds", "1 min"),
            (90, "seconds", "1 min 30 s"),
            (1, "timers", "1 timer"),
            (4, "rounds", "4 rounds"),
        ],
    )
    def test_time_is_said_in_minutes_and_seconds(self, amount: int, unit: str, words_: str) -> None:
        assert amount_of(Limit("any", "Anything", amount, unit, "", {}, "")) == words_
