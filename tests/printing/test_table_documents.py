"""Blank scoresheets, charts that don't help players, and the judge's card of each rule book."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import product

import pytest

from foundation.errors import Refused
from foundation.people.actor import Actor
from foundation.people.models import User
from judging.casebook.casebook import MAY_NOT_TELL, MAY_TELL
from printing.content import collect_styles, fill_template
from printing.judges import format_limit
from printing.pdf.layout import FormLayout, parse_css, parse_html, read_layout
from printing.tables.scoresheets import division_context
from rulebooks import get
from rulebooks.timing import PlayLimit
from tests import factories
from tests.printing.documents import division_scope, render_document, round_scope
from tests.printing.pages import codes, difference, pictures, words
from tournament.books import edition_of
from tournament.models import Division, Event
from tournament.rounds.models import Round
from tournament.setup.actions import set_up

DivisionOf = Callable[[str, str], Division]


@pytest.fixture
def division_of(director: User, director_actor: Actor) -> DivisionOf:
    def division(edition: str, name: str) -> Division:
        tournament = factories.tournament(director, "Spring Meet", (edition,))
        return set_up(director_actor, tournament.events.get(), version=1).divisions.get(name=name)

    return division


def text_of(page: str) -> str:
    return " ".join(page.split())


class TestBlankScoresheets:
    def test_blank_sheet_is_the_sheet_without_texts(self, round_: Round) -> None:
        pdf = render_document("spares", division_scope(round_.division, copies="10"))
        pages = words(pdf)
        assert len(pages) == 10
        assert len({text_of(page) for page in pages}) == 1
        assert codes(pdf)[0] == []
        assert "Elementary · Round Table" in text_of(pages[0]).replace("Fall Meet ", "")
        filled = text_of(words(render_document("scoresheets", round_scope(round_)))[0])
        assert set(text_of(pages[0]).split()) <= set(filled.split())

    def test_blank_sheet_can_have_a_back(self, round_: Round) -> None:
        pdf = render_document("spares", division_scope(round_.division, copies="2", back="variations"))
        front, back, *others = pictures(pdf, 1)
        assert [difference(*pair) for pair in zip((front, back), others, strict=True)] == [0, 0]
        assert "Sideways" in words(pdf)[1]

    def test_sheet_fits_on_one_page_with_any_number_of_players(self, event: Event) -> None:
        """A future rule book may seat more players than today's."""
        pages = {}
        for paper, seats in product(("letter", "a4"), (2, 3, 4, 5)):
            scope = division_scope(event.divisions.get(), paper, shakes="12")
            form = division_context(scope, scope.chosen_division, edition_of(scope.chosen_division.event), seats)
            html = fill_template("scoresheet.html", scope, form)
            pages[paper, seats] = len(FormLayout(html, collect_styles(scope, "scoresheet")).pages)
        assert {case: count for case, count in pages.items() if count != 1} == {}
        assert len(pages) == 8

    def test_more_players_than_the_book_seats_are_refused(self, event: Event) -> None:
        with pytest.raises(Refused, match="This rule book allows 2 to 3 players per table"):
            render_document("spares", division_scope(event.divisions.get(), seats="4"))

    def test_box_for_points_is_larger_than_the_one_for_penalties(self, event: Event) -> None:
        scope = division_scope(event.divisions.get(), shakes="12")
        form = division_context(scope, scope.chosen_division, edition_of(scope.chosen_division.event), 3)
        html, css = fill_template("scoresheet.html", scope, form), collect_styles(scope, "scoresheet")
        document = parse_html(html).render(stylesheets=parse_css(css))
        cells = [box for box in read_layout(document.pages[0], "class").elements if box.tag == "td"]
        score, penalty = (next(box for box in cells if box.attributes["class"] == name) for name in ("score", "minus"))
        assert score.width > penalty.width

    def test_preview_is_one_sheet(self, event: Event) -> None:
        scope = division_scope(event.divisions.get(), copies="100")
        for document in ("spares", "variations", "charts"):
            assert len(words(render_document(document, replace(scope, limit=1)))) == 1


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
        self, division_of: DivisionOf, edition: str, division: str, headings: str, paper: str
    ) -> None:
        found = division_of(edition, division)
        pages = words(render_document("charts", division_scope(found, paper)))
        page = f"Shake {headings} Shake {headings} {found.event.game} · {division} Spring Meet {found.letter}"
        assert [text_of(each) for each in pages] == [page]

    @pytest.mark.parametrize("division", ["Elementary", "Senior"])
    @pytest.mark.parametrize("paper", ["letter", "a4"])
    def test_chart_of_on_sets_has_every_card_and_no_mark(
        self, division_of: DivisionOf, division: str, paper: str
    ) -> None:
        found = division_of("agloa-onsets-2014", division)
        pages = words(render_document("charts", division_scope(found, paper)))
        cards = "BRGY BRG BRY BGY RGY BR BG BY RG RY GY B R G Y blank"
        page = f"{' '.join([f'{cards} Shake'] * 6)} On-Sets · {division} Spring Meet {found.letter}"
        assert [text_of(each) for each in pages] == [page]

    @pytest.mark.parametrize(
        ("edition", "division"),
        [("agloa-equations-2019", "Junior"), ("agloa-equations-2019", "Senior"), ("acc-2026", "Grade 5")],
    )
    def test_charts_are_refused_if_the_book_allows_none(
        self, division_of: DivisionOf, edition: str, division: str
    ) -> None:
        with pytest.raises(Refused, match=f"rule book doesn’t allow printed charts in {division}"):
            render_document("charts", division_scope(division_of(edition, division)))


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
    def test_card_has_limits_and_penalties_of_its_book_on_two_sides(
        self, division_of: DivisionOf, edition: str, division: str, paper: str
    ) -> None:
        front, back = map(
            text_of, words(render_document("judges", division_scope(division_of(edition, division), paper)))
        )
        book = get(edition)
        assert [each for each in (*MAY_TELL, *MAY_NOT_TELL) if each not in front] == []
        assert [each.what for each in book.limits.values() if each.what not in front] == []
        assert [each.what for each in book.penalties.reasons.values() if each.what not in back] == []

    def test_longer_limit_is_printed_if_its_variation_is_played(self, division_of: DivisionOf) -> None:
        elementary, senior = (
            text_of(words(render_document("judges", division_scope(division_of("agloa-onsets-2014", name))))[0])
            for name in ("Elementary", "Senior")
        )
        assert "Two Solutions" not in elementary
        assert "Writing a Solution 2 min 3 min with Two Solutions" in senior

    @pytest.mark.parametrize(
        ("amount", "unit", "words_"),
        [
            (0, "seconds", ""),
            (15, "seconds", "15 sec"),
            (60, "seconds", "1 min"),
            (90, "seconds", "1 min 30 sec"),
            (1, "timers", "1 timer"),
            (4, "rounds", "4 rounds"),
        ],
    )
    def test_limits_are_printed_in_minutes_and_seconds(self, amount: int, unit: str, words_: str) -> None:
        assert format_limit(PlayLimit("any", "Anything", amount, unit, "", {}, "")) == words_
