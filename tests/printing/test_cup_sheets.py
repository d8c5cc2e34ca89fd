"""The Cup on paper: the sheet of a table with its scorekeeper, and each player's own with the tables of the day."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from django.urls import reverse

from foundation.errors import Refused
from foundation.people.actor import Actor
from foundation.people.models import User
from pairings.models import Seat
from printing.documents import DOCUMENTS
from printing.press.forms import Form
from printing.press.stamping import stamp
from printing.setting import html_of, styles
from printing.tables.player_sheets import home_tables, players_of
from printing.tables.scoresheets import copy_of, form_of, sheets_of, styles_of, template_of
from scoring.entry.queries import seated_players_by_table
from tests import factories
from tests.printing.making import BASE, about_division, about_round, made
from tests.printing.pages import codes, difference, pictures, sizes, words
from tests.scoring.conftest import play
from tournament import actions as day
from tournament.books import edition_of
from tournament.models import Event
from tournament.rooms.actions import Line, lay_out
from tournament.rosters.models import Place, Player, TeamEntry
from tournament.rounds.models import Round
from tournament.setup.actions import set_up

WIDE = [("letter", (792, 612)), ("a4", (842, 596))]
TALL = [("letter", (612, 792)), ("a4", (596, 842))]


@pytest.fixture
def cup(director: User, boss: Actor) -> Event:
    tournament = factories.tournament(director, "Cup Day", ("acc-2026",))
    factories.roster(tournament, teams=5, division="Grade 5")
    event = set_up(boss, tournament.events.get(), version=1, rounds=4, divisions=("5",), verification="none")
    day.start(boss, tournament)
    return event


@pytest.fixture
def first(cup: Event, boss: Actor) -> Round:
    return play(boss, cup, 1)


def long_names() -> None:
    """Sixty characters, each another."""
    for player in Player.objects.all():
        name = f"Bergerdorff{player.pk:04}".ljust(35, "w")
        Player.objects.filter(pk=player.pk).update(first_name="Wolfeschlegelsteinhausen", last_name=name)


def text_of(page: str) -> str:
    return " ".join(page.replace("\x02", "-").split())


class TestTableSheets:
    def test_everybody_is_on_the_sheet_of_their_table_and_the_last_keeps_the_score(self, first: Round) -> None:
        pdf = made("scoresheets", about_round(first))
        sheets = sheets_of(first.draws.get(state="published"))
        assert len(sheets) == 5
        for page, found, sheet in zip(words(pdf), codes(pdf), sheets, strict=True):
            text = text_of(page)
            seats = Seat.objects.filter(table=sheet.table).order_by("number").select_related("place__player")
            at = [text.index(seat.place.name) for seat in seats]
            assert at == sorted(at)
            assert text.count("Scorekeeper ") == 1
            path = reverse("sheet", args=[first.tournament.slug, sheet.pk])
            assert found == [f"{BASE}{path}?printed={sheet.pk}"]

    def test_sheet_has_games_a_total_the_games_played_and_initials(self, first: Round) -> None:
        text = text_of(words(made("scoresheets", about_round(first)))[0])
        assert "Player Game 1 Game 2 Game 3 Game 4 Game 5 Total Player’s initials" in text
        assert "Games played Scorekeeper’s initials" in text
        assert "Challenger who is right2 Sided with a challenger who is right1 Mover who is right1" in text

    def test_number_of_games_is_a_choice(self, first: Round) -> None:
        text = text_of(words(made("scoresheets", about_round(first, shakes="7")))[0])
        assert "Game 6 Game 7 Total" in text

    @pytest.mark.parametrize(("paper", "size"), WIDE)
    @pytest.mark.parametrize("games", ["", "12"])
    def test_sheet_stays_on_one_page(self, first: Round, paper: str, size: tuple[int, int], games: str) -> None:
        long_names()
        pdf = made("scoresheets", about_round(first, paper, shakes=games, back="variations"))
        assert sizes(pdf) == [size] * 5

    def test_sheet_that_is_stamped_is_the_one_that_is_set_whole(self, first: Round) -> None:
        long_names()
        asked = about_round(first)
        draw, edition = asked.the_draw, edition_of(asked.the_round.division.event)
        sheet = sheets_of(draw)[0]
        copy = copy_of(asked, draw, sheet, seated_players_by_table([sheet])[sheet.table_id])
        context = form_of(asked, draw, edition, 5)
        names = styles(asked, *styles_of(edition, context))
        levels: dict[tuple[str, str], int] = {}
        template = template_of(edition)
        stamped = pictures(b"".join(stamp(Form(html_of(template, asked, context), names), [copy], levels=levels)))
        whole = pictures(Form(html_of(template, asked, context | {"copy": copy, "levels": levels}), names).pdf)
        assert len(stamped) == len(whole) == 1
        assert difference(stamped[0], whole[0]) < 0.0005

    @pytest.mark.parametrize("seats", ["3", "4", "5"])
    def test_blank_sheet_has_as_many_rows_as_wanted(self, cup: Event, seats: str) -> None:
        pdf = made("spares", about_division(cup.divisions.get(), seats=seats, copies="2"))
        picture = pictures(pdf, 1)
        assert len(picture) == 2
        assert text_of(words(pdf)[0]).count("Scorekeeper ") == 1


class TestPlayerSheets:
    def test_each_player_has_a_sheet_with_the_tables_that_are_drawn(self, cup: Event, first: Round) -> None:
        pages = words(made("player_sheets", about_division(cup.divisions.get())))
        assert len(pages) == 25
        published = Seat.objects.filter(draw__state="published").select_related("table")
        seats = {seat.place_id: seat.table.number for seat in published}
        found = Place.objects.select_related("player", "entry__team__school")
        for place in found:
            (mine,) = [text_of(page) for page in pages if place.name in text_of(page)]
            team = place.entry.team
            stamped = mine[mine.index("Team and school") :]
            assert stamped == f"Team and school {team.name[-1]} {place.name} {team} of {team.school} {seats[place.pk]}"

    def test_several_workers_share_them(self, cup: Event) -> None:
        asked = about_division(cup.divisions.get())
        whole = words(made("player_sheets", asked))
        assert DOCUMENTS["player_sheets"].count(asked) == 25
        pieces = [words(made("player_sheets", replace(asked, piece=piece))) for piece in ((0, 10), (10, 25))]
        assert [*pieces[0], *pieces[1]] == whole

    def test_home_tables_are_those_of_the_division_and_stay_when_a_team_comes_later(
        self, cup: Event, boss: Actor
    ) -> None:
        division = cup.divisions.get()
        lines = [Line(division, "Gym B", 21, 23), Line(division, "Room 12", 41, 42)]
        lay_out(boss, cup.tournament, event=cup, lines=lines)

        def homes() -> dict[str, int]:
            found = home_tables(division, players_of(division))
            return {entry.team.name: found[entry.pk] for entry in TeamEntry.objects.select_related("team")}

        before = {f"Team {at}": number for at, number in enumerate((21, 22, 23, 41, 42), 1)}
        assert homes() == before
        factories.roster(cup.tournament, teams=1, division="Grade 5", first=0)
        assert homes() == before | {"Team 0": 43}
        page = text_of(words(made("player_sheets", about_division(division)))[-1])
        assert page.endswith("Team and school 42 One5 Player Letter E Team 5 of School 5")

    @pytest.mark.parametrize(("paper", "size"), TALL)
    @pytest.mark.parametrize(("rounds", "pages"), [(7, 1), (8, 1), (12, 2), (40, 5)])
    def test_many_rounds_go_on_with_the_name_on_every_page(
        self, cup: Event, paper: str, size: tuple[int, int], rounds: int, pages: int
    ) -> None:
        Event.objects.filter(pk=cup.pk).update(rounds=rounds)
        long_names()
        asked = replace(about_division(cup.divisions.get(), paper), most=2)
        pdf = made("player_sheets", asked)
        found = [text_of(page) for page in words(pdf)]
        assert sizes(pdf) == [size] * 2 * pages
        assert [page.count("Wolfeschlegelsteinhausen") for page in found] == [1] * 2 * pages
        for sheet in (found[:pages], found[pages:]):
            assert re.findall(r"Round (\d+) ", " ".join(sheet)) == [str(number) for number in range(1, rounds + 1)]

    def test_home_table_can_be_left_open(self, cup: Event) -> None:
        page = text_of(words(made("player_sheets", about_division(cup.divisions.get(), home="open")))[0])
        assert page.endswith("Team and school One1 Player Letter A Team 1 of School 1")

    @pytest.mark.parametrize(("paper", "size"), TALL)
    def test_long_names_stay_on_one_page(self, cup: Event, paper: str, size: tuple[int, int]) -> None:
        long_names()
        pdf = made("player_sheets", about_division(cup.divisions.get(), paper, shakes="12"))
        assert sizes(pdf) == [size] * 25

    def test_only_the_cup_has_them(self, event: Event) -> None:
        with pytest.raises(Refused, match="Only the Cup has scoresheets for single players"):
            made("player_sheets", about_division(event.divisions.get()))
