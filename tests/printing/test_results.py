"""Standings, award lists and certificates show the same as the lists on screen."""

from __future__ import annotations

import pytest
from pytest_django import DjangoAssertNumQueries

from foundation.errors import Refused
from foundation.people.actor import Actor
from foundation.tournaments import Tournament
from printing.catalog import DOCUMENTS
from printing.documents import PrintScope
from printing.rendering import render_parts
from scoring.public_results.ceremony import Ceremony
from scoring.public_results.queries import public_name_format
from scoring.standings_pages.queries import Standings
from scoring.standings_pages.row_details import full_name
from scoring.standings_pages.scope import Scope
from tests.printing.documents import (
    BASE,
    LONG_FIRST,
    LONG_LAST,
    SIZES,
    joined_text,
    print_pdf,
    text,
    texts,
    without_spaces,
)
from tests.printing.pages import sizes
from tournament.models import Division, Event
from tournament.queries import divisions_of
from tournament.rosters.models import Player

PAPERS = pytest.mark.parametrize("paper", ["letter", "a4"])


@pytest.fixture
def division(event: Event) -> Division:
    return divisions_of(event.tournament).get()


@pytest.fixture
def played_division(two_rounds: Event, division: Division) -> Division:
    return division


def size_of(pdf: bytes) -> set[tuple[int, int]]:
    return set(sizes(pdf))


def rows_of(standings: Standings) -> list[str]:
    """Return the text of each row as it is printed."""
    return [
        " ".join(
            [
                f"{row.ranked.rank}{' =' if row.ranked.tied else ''}",
                row.label.name,
                row.label.beside,
                *(cell.points for cell in row.cells if cell.points),
                row.points,
            ]
        )
        for row in standings.rows()
    ]


class TestStandings:
    @pytest.mark.parametrize("kind", ["players", "teams"])
    @PAPERS
    def test_every_row_is_printed_in_order(
        self, director_actor: Actor, tournament: Tournament, played_division: Division, kind: str, paper: str
    ) -> None:
        Player.objects.filter(number=4).update(is_hidden=True)
        pdf = print_pdf(director_actor, tournament, "standings", division=played_division, kind=kind, paper=paper)
        rows = rows_of(Standings(Scope((played_division,)), kind, name_format=public_name_format(tournament)))
        assert " ".join(rows) in text(pdf)
        assert ("provisional" in text(pdf), "Letter" in text(pdf)) == (True, False)
        assert size_of(pdf) == {SIZES[paper]}

    def test_full_names_for_the_staff(
        self, director_actor: Actor, tournament: Tournament, played_division: Division
    ) -> None:
        pdf = print_pdf(director_actor, tournament, "standings", division=played_division, names="full")
        assert " ".join(rows_of(Standings(Scope((played_division,)), "players", name_format=full_name))) in text(pdf)

    def test_many_rows_with_long_names(
        self, director_actor: Actor, tournament: Tournament, played_division: Division
    ) -> None:
        Player.objects.update(first_name=LONG_FIRST * 4, last_name=LONG_LAST * 2)
        pages = texts(print_pdf(director_actor, tournament, "standings", division=played_division, names="full"))
        assert len(pages) > 1
        assert [page.count("Rank Player Team R1 R2 R3 Points") for page in pages] == [1] * len(pages)
        assert without_spaces("".join(pages)).count(without_spaces(LONG_FIRST * 4 + LONG_LAST * 2)) == 15

    def test_documents_without_results_are_refused(self, tournament: Tournament, division: Division) -> None:
        for document in ("standings", "results-by-school", "awards", "certificates"):
            with pytest.raises(Refused, match="Elementary has no results yet"):
                list(render_parts(DOCUMENTS[document].compose(PrintScope(tournament, "letter", BASE, division))))

    def test_results_by_school(self, director_actor: Actor, tournament: Tournament, played_division: Division) -> None:
        found = text(print_pdf(director_actor, tournament, "results-by-school", division=played_division, names="full"))
        players = Standings(Scope((played_division,)), "players").rows()
        teams = Standings(Scope((played_division,)), "teams").rows()
        ends = [found.index(f"School {number} ") for number in (1, 2, 3)] + [len(found)]
        for number in (1, 2, 3):
            part = found[ends[number - 1] : ends[number]]
            for row in teams + players:
                mine = f"Team {number}" in (row.label.name, row.label.beside)
                assert (f"{row.label.name} " in part and f" {row.points}" in part) == mine

    @pytest.mark.parametrize(
        ("document", "count"), [("standings", 8), ("results-by-school", 20), ("awards", 8), ("certificates", 10)]
    )
    def test_number_of_queries_does_not_grow(
        self,
        tournament: Tournament,
        played_division: Division,
        document: str,
        count: int,
        django_assert_num_queries: DjangoAssertNumQueries,
    ) -> None:
        with django_assert_num_queries(count):
            list(render_parts(DOCUMENTS[document].compose(PrintScope(tournament, "letter", BASE, played_division))))


class TestAwards:
    def test_award_list_goes_from_last_place_to_first(
        self, director_actor: Actor, tournament: Tournament, played_division: Division
    ) -> None:
        found = text(print_pdf(director_actor, tournament, "awards", division=played_division, kind="teams", top="3"))
        ceremony = Ceremony(Standings(Scope((played_division,)), "teams"), 3)
        wanted = []
        for call in ceremony.called_places:
            for at, row in enumerate(call.rows):
                place = (call.ordinal, f"{len(call.rows)}-way tie")[: 1 + call.is_shared] if at == 0 else ()
                members = ", ".join(ceremony.members[row.ranked.score.key])
                wanted += [*place, row.label.name, row.label.beside, members, row.points]
        assert " ".join(wanted) in found
        assert ceremony.certificates_needed in found
        assert found.index("3rd") < found.index("1st")

    @PAPERS
    def test_certificate_for_each_team_and_each_member(
        self, director_actor: Actor, tournament: Tournament, played_division: Division, paper: str
    ) -> None:
        pdf = print_pdf(
            director_actor, tournament, "certificates", division=played_division, kind="teams", top="3", paper=paper
        )
        pages = texts(pdf)
        names = {row.label.name for row in Standings(Scope((played_division,)), "teams").rows()}
        names |= {player.name for player in Player.objects.all()}
        assert len(pages) == len(names) == 18
        named = [name for name in names for page in pages if f" {name} Team" in page or f" {name} School" in page]
        assert sorted(named) == sorted(names)
        assert pages[0].endswith("Team 2 School 2 3rd place with 20 points")
        assert pages[1].endswith("One2 Player Letter A Team 2, School 2 3rd place, team with 20 points")
        assert ["Fall Meet" in page and "Saturday, November 14, 2026" in page for page in pages] == [True] * 18
        width, height = SIZES[paper]
        assert {(abs(size[0] - height) < 2, abs(size[1] - width) < 2) for size in size_of(pdf)} == {(True, True)}

    def test_shared_place_is_on_the_certificate(
        self, director_actor: Actor, tournament: Tournament, played_division: Division
    ) -> None:
        pages = texts(print_pdf(director_actor, tournament, "certificates", division=played_division, top="1"))
        assert len(pages) == 10
        assert ["Tied for 1st place with 10 points" in page for page in pages] == [True] * 10

    def test_certificates_in_spanish(
        self, director_actor: Actor, tournament: Tournament, played_division: Division
    ) -> None:
        of = {"division": played_division, "language": "es"}
        [first, *_] = texts(print_pdf(director_actor, tournament, "certificates", kind="teams", top="3", **of))
        assert "Reconocimiento" in first
        assert first.endswith("Team 2 School 2 3.er lugar con 20 puntos")
        assert "Sábado 14 de noviembre de 2026" in first
        [shared, *_] = texts(print_pdf(director_actor, tournament, "certificates", top="1", **of))
        assert "Empate en el 1.er lugar con 10 puntos" in shared

    def test_long_names_fit_on_their_certificate(
        self, director_actor: Actor, tournament: Tournament, played_division: Division
    ) -> None:
        Player.objects.update(first_name=LONG_FIRST * 2, last_name=LONG_LAST)
        pdf = print_pdf(director_actor, tournament, "certificates", division=played_division, top="1")
        assert len(texts(pdf)) == 10
        assert joined_text(pdf).count(without_spaces(LONG_FIRST * 2 + LONG_LAST)) == 10
