"""Standings, awards, certificates and protests on paper: as the lists on screen have them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from foundation.errors import Refused
from foundation.jobs.models import JobResult
from foundation.people.actor import Actor
from foundation.people.models import User
from foundation.tournaments import Tournament
from judging.protests.models import Protest
from judging.protests.queries import may_read
from printing.documents import DOCUMENTS, Asked
from scoring.entry.queries import seated_players
from scoring.ranks.lists import Standings, full_name
from scoring.ranks.scope import Scope
from scoring.wall.ceremony import Ceremony
from scoring.wall.queries import public_naming
from tests import factories
from tests.judging.protests.conftest import filed
from tests.printing.by_job import BASE, LONG_FIRST, LONG_LAST, SIZES, joined, made, squeezed, text, texts
from tests.printing.pages import sizes
from tournament.models import Division, Event
from tournament.queries import divisions_of
from tournament.rosters.models import Player

ClientOf = Callable[[User], Client]
PAPERS = pytest.mark.parametrize("paper", ["letter", "a4"])


@pytest.fixture
def division(event: Event) -> Division:
    return divisions_of(event.tournament).get()


@pytest.fixture
def played(two_rounds: Event, division: Division) -> Division:
    return division


def size_of(pdf: bytes) -> set[tuple[int, int]]:
    return set(sizes(pdf))


def address_of(protest: Protest) -> str:
    return reverse("protest_form", args=[protest.tournament.slug, protest.pk])


def rows_of(standings: Standings) -> list[str]:
    """As a reader of the paper would say them."""
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
    def test_every_row_in_its_order(
        self, boss: Actor, tournament: Tournament, played: Division, kind: str, paper: str
    ) -> None:
        Player.objects.filter(number=4).update(is_hidden=True)
        pdf = made(boss, tournament, "standings", division=played, kind=kind, paper=paper)
        rows = rows_of(Standings(Scope((played,)), kind, naming=public_naming(tournament)))
        assert " ".join(rows) in text(pdf)
        assert ("provisional" in text(pdf), "Letter" in text(pdf)) == (True, False)
        assert size_of(pdf) == {SIZES[paper]}

    def test_full_names_for_the_staff(self, boss: Actor, tournament: Tournament, played: Division) -> None:
        pdf = made(boss, tournament, "standings", division=played, names="full")
        assert " ".join(rows_of(Standings(Scope((played,)), "players", naming=full_name))) in text(pdf)

    def test_many_rows_with_long_names(self, boss: Actor, tournament: Tournament, played: Division) -> None:
        Player.objects.update(first_name=LONG_FIRST * 4, last_name=LONG_LAST * 2)
        pages = texts(made(boss, tournament, "standings", division=played, names="full"))
        assert len(pages) > 1
        assert [page.count("Rank Player Team R1 R2 R3 Points") for page in pages] == [1] * len(pages)
        assert squeezed("".join(pages)).count(squeezed(LONG_FIRST * 4 + LONG_LAST * 2)) == 15

    def test_without_results_it_says_so(self, tournament: Tournament, division: Division) -> None:
        for document in ("standings", "results-by-school", "awards", "certificates"):
            with pytest.raises(Refused, match="Elementary has no results yet"):
                list(DOCUMENTS[document].make(Asked(tournament, "letter", BASE, division), lambda *_: None))

    def test_results_by_school(self, boss: Actor, tournament: Tournament, played: Division) -> None:
        found = text(made(boss, tournament, "results-by-school", division=played, names="full"))
        players = Standings(Scope((played,)), "players").rows()
        teams = Standings(Scope((played,)), "teams").rows()
        ends = [found.index(f"School {number} ") for number in (1, 2, 3)] + [len(found)]
        for number in (1, 2, 3):
            part = found[ends[number - 1] : ends[number]]
            for row in teams + players:
                mine = f"Team {number}" in (row.label.name, row.label.beside)
                assert (f"{row.label.name} " in part and f" {row.points}" in part) == mine

    @pytest.mark.parametrize(
        ("document", "count"), [("standings", 8), ("results-by-school", 20), ("awards", 8), ("certificates", 10)]
    )
    def test_questions_to_the_database_do_not_grow(
        self,
        tournament: Tournament,
        played: Division,
        document: str,
        count: int,
        django_assert_num_queries: Any,
    ) -> None:
        with django_assert_num_queries(count):
            list(DOCUMENTS[document].make(Asked(tournament, "letter", BASE, played), lambda *_: None))


class TestAwards:
    def test_called_from_the_last_place_to_the_first(
        self, boss: Actor, tournament: Tournament, played: Division
    ) -> None:
        found = text(made(boss, tournament, "awards", division=played, kind="teams", top="3"))
        ceremony = Ceremony(Standings(Scope((played,)), "teams"), 3)
        wanted = []
        for call in ceremony.calls:
            for at, row in enumerate(call.rows):
                place = (call.ordinal, f"{len(call.rows)} tied")[: 1 + call.is_shared] if at == 0 else ()
                members = ", ".join(ceremony.members[row.ranked.score.key])
                wanted += [*place, row.label.name, row.label.beside, members, row.points]
        assert " ".join(wanted) in found
        assert ceremony.needed in found
        assert found.index("3rd") < found.index("1st")

    @PAPERS
    def test_certificate_for_each_team_and_each_member(
        self, boss: Actor, tournament: Tournament, played: Division, paper: str
    ) -> None:
        pdf = made(boss, tournament, "certificates", division=played, kind="teams", top="3", paper=paper)
        pages = texts(pdf)
        names = {row.label.name for row in Standings(Scope((played,)), "teams").rows()}
        names |= {player.name for player in Player.objects.all()}
        assert len(pages) == len(names) == 18
        named = [name for name in names for page in pages if f" {name} Team" in page or f" {name} School" in page]
        assert sorted(named) == sorted(names)
        assert pages[0].endswith("Team 2 School 2 3rd place with 20 points")
        assert pages[1].endswith("One2 Player Letter A Team 2, School 2 3rd place with the team with 20 points")
        assert ["Fall Meet" in page and "Saturday, November 14, 2026" in page for page in pages] == [True] * 18
        width, height = SIZES[paper]
        assert {(abs(size[0] - height) < 2, abs(size[1] - width) < 2) for size in size_of(pdf)} == {(True, True)}

    def test_who_shares_a_place_is_told_so(self, boss: Actor, tournament: Tournament, played: Division) -> None:
        pages = texts(made(boss, tournament, "certificates", division=played, top="1"))
        assert len(pages) == 10
        assert ["Tied for 1st place with 10 points" in page for page in pages] == [True] * 10

    def test_long_names_stay_on_their_certificate(self, boss: Actor, tournament: Tournament, played: Division) -> None:
        Player.objects.update(first_name=LONG_FIRST * 2, last_name=LONG_LAST)
        pdf = made(boss, tournament, "certificates", division=played, top="1")
        assert len(texts(pdf)) == 10
        assert joined(pdf).count(squeezed(LONG_FIRST * 2 + LONG_LAST)) == 10


class TestProtests:
    @PAPERS
    def test_blank_form_is_one_page(self, boss: Actor, tournament: Tournament, paper: str) -> None:
        pdf = made(boss, tournament, "protest", paper=paper)
        pages = texts(pdf)
        assert (len(pages), size_of(pdf)) == (1, {SIZES[paper]})
        labels = ["Round", "Table", "Who protests", "What happened", "The ruling", "Why it is wrong", "Decision of the"]
        assert [pages[0].index(label) for label in labels] == sorted(pages[0].index(label) for label in labels)

    @PAPERS
    def test_filled_in_with_what_was_written_down(
        self, head: Actor, protest: Protest, client_of: ClientOf, paper: str
    ) -> None:
        Protest.objects.filter(pk=protest.pk).update(seat=3)
        first, second = (each.name for each in seated_players(protest.sheet)[:2])
        pdf = client_of(head.user).get(address_of(protest), {"paper": paper}).content
        found = text(pdf)
        assert f"Others at the table {first}; {second} Handed in at" in found
        for words in (
            "Game and division Equations, Elementary",
            f"Table {protest.sheet.table.number}",
            "The ruling The Solution is wrong.",
            "Why it is wrong It equals the Goal of Ada.",
            ", ".join(protest.named),
            "(two judges, who agreed)",
        ):
            assert words in found
        assert "What is it about?" not in found
        assert size_of(pdf) == {SIZES[paper]}

    def test_a_long_one_goes_on_and_loses_nothing(
        self, counted: Any, matter: Any, judge: Actor, client_of: ClientOf
    ) -> None:
        told = {"situation": "W" * 1000, "ruling": "X" * 1000, "complaint": "Q" * 1000}
        long_one = filed(judge, counted, matter, **told)
        found = joined(client_of(judge.user).get(address_of(long_one)).content)
        assert all(letters in found for letters in told.values())

    def test_filled_in_only_for_those_who_may_read_it(
        self, boss: Actor, head: Actor, protest: Protest, judges: list[Actor], clerk: Actor, client_of: ClientOf
    ) -> None:
        """Those in charge and who wrote it down; a judge or a clerk who is on the staff finds no such page."""
        where = address_of(protest)
        everybody = [boss, head, *judges, clerk]
        shown = [client_of(each.user).get(where).status_code for each in everybody]
        assert shown == [200 if may_read(each, protest) else 404 for each in everybody]
        assert {404, 200} == set(shown)
        assert Client().get(where).status_code == 302

    def test_it_is_kept_nowhere(self, head: Actor, protest: Protest, client_of: ClientOf) -> None:
        before = JobResult.objects.count()
        answer = client_of(head.user).get(address_of(protest))
        assert (answer["Cache-Control"], JobResult.objects.count()) == ("private, no-store", before)

    def test_protest_of_another_tournament_is_not_found(
        self, boss: Actor, director: User, protest: Protest, client_of: ClientOf
    ) -> None:
        other = factories.tournament(director, "Other Meet")
        assert client_of(director).get(reverse("protest_form", args=[other.slug, protest.pk])).status_code == 404
