"""Documents of the Cup: table scoresheets with a scorekeeper, and player scoresheets."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from django.urls import reverse

from foundation.errors import Refused
from foundation.people.actor import Actor
from foundation.people.models import User
from pairings.models import Seat
from printing.catalog import DOCUMENTS
from printing.content import collect_styles, fill_template
from printing.pdf.layout import FormLayout
from printing.tables.player_sheets import assign_home_tables, list_players
from printing.tables.scoresheets import fill_sheet, list_sheets, round_context, styles_for, template_for
from scoring.entry.queries import seated_players_by_table
from tests import factories
from tests.helpers import require
from tests.printing.documents import BASE, division_scope, fill_slots, render_document, round_scope, stamp_form
from tests.printing.pages import codes, difference, pictures, sizes, words
from tests.reused_fixtures import reused
from tests.scoring.conftest import play
from tournament import actions as tournament_actions
from tournament.books import edition_of
from tournament.models import Event
from tournament.rooms.actions import TableRange, set_table_ranges
from tournament.rosters.models import Place, Player, TeamEntry
from tournament.rounds.models import Round
from tournament.setup.actions import set_up

WIDE = [("letter", (792, 612)), ("a4", (842, 596))]
TALL = [("letter", (612, 792)), ("a4", (596, 842))]


@pytest.fixture
@reused
def cup(director: User, director_actor: Actor) -> Event:
    tournament = factories.tournament(director, "Cup Day", ("acc-2026",))
    factories.roster(tournament, teams=5, division="Grade 5")
    event = set_up(director_actor, tournament.events.get(), version=1, rounds=4, divisions=("5",), verification="none")
    tournament_actions.start(director_actor, tournament)
    return event


@pytest.fixture
@reused
def first_round(cup: Event, director_actor: Actor) -> Round:
    return play(director_actor, cup, 1)


def use_long_names() -> None:
    """Give every player a different name of 60 characters."""
    for player in Player.objects.all():
        name = f"Bergerdorff{player.pk:04}".ljust(35, "w")
        Player.objects.filter(pk=player.pk).update(first_name="Wolfeschlegelsteinhausen", last_name=name)


def text_of(page: str) -> str:
    return " ".join(page.replace("\x02", "-").split())


class TestTableSheets:
    def test_every_player_is_on_the_sheet_of_their_table_and_the_last_one_keeps_score(self, first_round: Round) -> None:
        pdf = render_document("scoresheets", round_scope(first_round))
        sheets = list_sheets(first_round.draws.get(state="published"))
        assert len(sheets) == 5
        for page, found, sheet in zip(words(pdf), codes(pdf), sheets, strict=True):
            text = text_of(page)
            seats = Seat.objects.filter(table=sheet.table).order_by("number").select_related("place__player")
            at = [text.index(seat.place.name) for seat in seats]
            assert at == sorted(at)
            assert text.count("Scorekeeper ") == 1
            path = reverse("sheet", args=[first_round.tournament.slug, sheet.pk])
            assert found == [f"{BASE}{path}?printed={sheet.pk}"]

    def test_sheet_has_games_a_total_the_games_played_and_initials(self, first_round: Round) -> None:
        text = text_of(words(render_document("scoresheets", round_scope(first_round)))[0])
        assert "Player Game 1 Game 2 Game 3 Game 4 Game 5 Total Player’s initials" in text
        assert "Games played Scorekeeper’s initials" in text
        assert "Correct Challenger2 Sided with a correct Challenger1 Correct Mover1" in text

    def test_number_of_games_can_be_chosen(self, first_round: Round) -> None:
        text = text_of(words(render_document("scoresheets", round_scope(first_round, shakes="7")))[0])
        assert "Game 6 Game 7 Total" in text

    @pytest.mark.parametrize(("paper", "size"), WIDE)
    @pytest.mark.parametrize("games", ["", "12"])
    def test_sheet_fits_on_one_page(self, first_round: Round, paper: str, size: tuple[int, int], games: str) -> None:
        use_long_names()
        pdf = render_document("scoresheets", round_scope(first_round, paper, shakes=games, back="variations"))
        assert sizes(pdf) == [size] * 5

    def test_stamped_sheet_looks_like_the_sheet_laid_out_whole(self, first_round: Round) -> None:
        use_long_names()
        scope = round_scope(first_round)
        draw, edition = scope.published_draw, edition_of(scope.chosen_round.division.event)
        sheet = list_sheets(draw)[0]
        copy = fill_sheet(scope, draw, sheet, seated_players_by_table([sheet])[sheet.table_id])
        context = round_context(scope, draw, edition, 5)
        css = collect_styles(scope, *styles_for(edition, context))
        levels: dict[tuple[str, str], int] = {}
        html = fill_template(template_for(edition), scope, context)
        stamped = pictures(b"".join(stamp_form(FormLayout(html, css), [copy], levels)))
        whole = pictures(FormLayout(fill_slots(html, copy, levels), css).pdf)
        assert len(stamped) == len(whole) == 1
        assert difference(stamped[0], whole[0]) < 0.0005

    @pytest.mark.parametrize("seats", ["3", "4", "5"])
    def test_blank_sheet_has_the_chosen_number_of_rows(self, cup: Event, seats: str) -> None:
        pdf = render_document("spares", division_scope(cup.divisions.get(), seats=seats, copies="2"))
        picture = pictures(pdf, 1)
        assert len(picture) == 2
        assert text_of(words(pdf)[0]).count("Scorekeeper ") == 1


class TestPlayerSheets:
    def test_each_player_has_a_sheet_with_the_published_tables(self, cup: Event, first_round: Round) -> None:
        pages = words(render_document("player_sheets", division_scope(cup.divisions.get())))
        assert len(pages) == 25
        published = Seat.objects.filter(draw__state="published").select_related("table")
        seats = {seat.place_id: seat.table.number for seat in published}
        found = Place.objects.select_related("player", "entry__team__school")
        for place in found:
            (mine,) = [text_of(page) for page in pages if place.name in text_of(page)]
            team = require(place.entry).team
            stamped = mine[mine.index("Team and school") :]
            assert stamped == f"Team and school {team.name[-1]} {place.name} {team}, {team.school} {seats[place.pk]}"

    def test_several_workers_can_share_the_sheets(self, cup: Event) -> None:
        scope = division_scope(cup.divisions.get())
        whole = words(render_document("player_sheets", scope))
        assert require(DOCUMENTS["player_sheets"].count_copies)(scope) == 25
        pieces = [words(render_document("player_sheets", replace(scope, piece=piece))) for piece in ((0, 10), (10, 25))]
        assert [*pieces[0], *pieces[1]] == whole

    def test_home_tables_belong_to_the_division_and_stay_when_a_team_is_added(
        self, cup: Event, director_actor: Actor
    ) -> None:
        division = cup.divisions.get()
        lines = [TableRange(division, "Gym B", 21, 23), TableRange(division, "Room 12", 41, 42)]
        set_table_ranges(director_actor, cup.tournament, event=cup, ranges=lines)

        def homes() -> dict[str, int]:
            found = assign_home_tables(division, list_players(division))
            return {entry.team.name: found[entry.pk] for entry in TeamEntry.objects.select_related("team")}

        before = {f"Team {at}": number for at, number in enumerate((21, 22, 23, 41, 42), 1)}
        assert homes() == before
        factories.roster(cup.tournament, teams=1, division="Grade 5", first=0)
        assert homes() == before | {"Team 0": 43}
        page = text_of(words(render_document("player_sheets", division_scope(division)))[-1])
        assert page.endswith("Team and school 42 One5 Player Letter E Team 5, School 5")

    @pytest.mark.parametrize(("paper", "size"), TALL)
    @pytest.mark.parametrize(("rounds", "pages"), [(7, 1), (8, 1), (12, 2), (40, 5)])
    def test_many_rounds_continue_with_the_name_on_every_page(
        self, cup: Event, paper: str, size: tuple[int, int], rounds: int, pages: int
    ) -> None:
        Event.objects.filter(pk=cup.pk).update(rounds=rounds)
        use_long_names()
        scope = replace(division_scope(cup.divisions.get(), paper), limit=2)
        pdf = render_document("player_sheets", scope)
        found = [text_of(page) for page in words(pdf)]
        assert sizes(pdf) == [size] * 2 * pages
        assert [page.count("Wolfeschlegelsteinhausen") for page in found] == [1] * 2 * pages
        for sheet in (found[:pages], found[pages:]):
            assert re.findall(r"Round (\d+) ", " ".join(sheet)) == [str(number) for number in range(1, rounds + 1)]

    def test_home_table_can_be_left_open(self, cup: Event) -> None:
        page = text_of(words(render_document("player_sheets", division_scope(cup.divisions.get(), home="open")))[0])
        assert page.endswith("Team and school One1 Player Letter A Team 1, School 1")

    @pytest.mark.parametrize(("paper", "size"), TALL)
    def test_long_names_fit_on_one_page(self, cup: Event, paper: str, size: tuple[int, int]) -> None:
        use_long_names()
        pdf = render_document("player_sheets", division_scope(cup.divisions.get(), paper, shakes="12"))
        assert sizes(pdf) == [size] * 25

    def test_only_the_cup_has_player_sheets(self, event: Event) -> None:
        with pytest.raises(Refused, match="Only the Cup has player scoresheets"):
            render_document("player_sheets", division_scope(event.divisions.get()))
