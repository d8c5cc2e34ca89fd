"""Lists, cards, tents and packets match the database, and long names don't break their layout."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from foundation.accounts.invitations import path_of
from foundation.errors import Refused
from foundation.jobs.models import Job, JobResult
from foundation.people.actor import Actor
from foundation.tournaments import Tournament
from pairings.models import Draw, Seat, Table
from printing import tasks
from printing.cards import split_into_pages, stack_cards
from printing.catalog import DOCUMENTS, documents_by_group
from printing.documents import PrintScope
from printing.queries import rounds_of
from printing.rendering import render_parts
from tests import factories
from tests.helpers import require
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
from tests.printing.pages import codes, pictures, sizes
from tests.scoring.conftest import play
from tournament.models import Division, Event
from tournament.queries import divisions_of
from tournament.rooms.models import Room, Tables
from tournament.rosters.checkin import actions as checkin
from tournament.rosters.models import Place, Player, TeamEntry
from tournament.rounds.models import Round

LONG_ROOM = "The gymnasium of the old building, upper floor, beside it 60"
PAPERS = pytest.mark.parametrize("paper", ["letter", "a4"])


@pytest.fixture
def division(event: Event) -> Division:
    return divisions_of(event.tournament).get()


@pytest.fixture
def drawn_round(round_: Round) -> Round:
    """A published round with three tables in one room and two in another."""
    Table.objects.filter(draw__round=round_, number__lte=3).update(room="Gym B")
    Table.objects.filter(draw__round=round_, number__gt=3).update(room="Room 12")
    return rounds_of(round_.tournament).get(pk=round_.pk)


def seats_in(round_: Round) -> list[Seat]:
    found = Seat.objects.filter(draw__round=round_, draw__state="published")
    return list(found.select_related("table", "place__player", "place__entry__team__school"))


def create_later_round(round_: Round, number: int) -> Round:
    """Create a later round with the same seats at tables with higher numbers, all in one room."""
    before = round_.draws.get(state="published")
    later = Round.objects.create(tournament=round_.tournament, division=round_.division, number=number)
    draw = Draw.objects.get(pk=before.pk)
    draw.pk, draw.round = None, later
    draw.save(force_insert=True)
    for table in before.tables.all():
        seats = list(table.seats.all())
        again = Table.objects.create(draw=draw, number=table.number + 100 * number, room="Gym B")
        Seat.objects.bulk_create(
            Seat(draw=draw, table=again, number=seat.number, place_id=seat.place_id) for seat in seats
        )
    return later


def use_long_names() -> None:
    Player.objects.update(first_name=LONG_FIRST, last_name=LONG_LAST)
    Table.objects.update(room=LONG_ROOM)


def size_of(pdf: bytes) -> set[tuple[int, int]]:
    return set(sizes(pdf))


class TestCardOrder:
    def test_cut_piles_on_top_of_each_other_are_in_order(self) -> None:
        pages = stack_cards("abcdefgh", 3)
        assert pages == [["a", "d", "g"], ["b", "e", "h"], ["c", "f", None]]
        assert [card for pile in zip(*pages, strict=True) for card in pile if card] == list("abcdefgh")

    def test_more_positions_than_cards(self) -> None:
        assert stack_cards("ab", 4) == [["a", "b", None, None]]
        assert stack_cards("abcde", 4) == [["a", "c", "e", None], ["b", "d", None, None]]

    def test_page_by_page(self) -> None:
        assert split_into_pages("abcde", 2) == [["a", "b"], ["c", "d"], ["e", None]]


class TestPlayerCards:
    @PAPERS
    def test_every_player_has_a_card_with_every_round(
        self, director_actor: Actor, event: Event, drawn_round: Round, division: Division, paper: str
    ) -> None:
        again = play(director_actor, event, 2)
        pdf = print_pdf(director_actor, drawn_round.tournament, "player-cards", division=division, paper=paper)
        found = text(pdf)
        assert len(texts(pdf)) == 2
        assert size_of(pdf) == {SIZES[paper]}
        sits = {seat.place_id: seat for seat in seats_in(again)}
        for seat in seats_in(drawn_round):
            second = sits[seat.place_id]
            place = seat.place
            team = require(place.entry).team
            wanted = [
                place.name,
                f"{team.name}, {team.school.name}",
                seat.table.room,
                str(seat.table.number),
                str(seat.number),
                str(second.table.number),
                str(second.number),
            ]
            assert found.count(f"No. {require(place.player).number} {' '.join(wanted)}") == 1

    def test_cards_in_spanish(self, director_actor: Actor, drawn_round: Round, division: Division) -> None:
        pdf = print_pdf(director_actor, drawn_round.tournament, "player-cards", division=division, language="es")
        for seat in seats_in(drawn_round):
            assert f"N.º {require(seat.place.player).number} {seat.place.name}" in text(pdf)
        cards = 2 * 8  # on two pages, the last card is empty
        assert [text(pdf).count(word) for word in ("Ronda", "Mesa", "Asiento", "Round")] == [cards, cards, cards, 0]

    def test_order_for_cutting_and_by_page(self, director_actor: Actor, drawn_round: Round, division: Division) -> None:
        stacked = texts(print_pdf(director_actor, drawn_round.tournament, "player-cards", division=division))
        by_page = texts(
            print_pdf(director_actor, drawn_round.tournament, "player-cards", division=division, order="pages")
        )
        names = [place.name for place in Place.objects.order_by("entry__team__name", "number")]
        assert [name in stacked[0] for name in names] == [at % 2 == 0 for at in range(15)]
        assert [name in by_page[0] for name in names] == [at < 8 for at in range(15)]

    def test_long_names_fit_on_their_card(self, director_actor: Actor, drawn_round: Round, division: Division) -> None:
        use_long_names()
        pdf = print_pdf(director_actor, drawn_round.tournament, "player-cards", division=division)
        assert len(texts(pdf)) == 2
        assert joined_text(pdf).count(without_spaces(LONG_FIRST + LONG_LAST)) == 15
        assert joined_text(pdf).count(without_spaces(LONG_ROOM)) == 15

    @PAPERS
    def test_many_rounds_need_a_larger_card(
        self, director_actor: Actor, drawn_round: Round, division: Division, paper: str
    ) -> None:
        """Of 18 rounds the last 16 are on the card, and every card is complete on its page."""
        later = [create_later_round(drawn_round, number) for number in range(4, 21)]
        pdf = print_pdf(director_actor, drawn_round.tournament, "player-cards", division=division, paper=paper)
        pages = texts(pdf)
        assert (len(pages), size_of(pdf)) == (4, {SIZES[paper]})
        for seat in seats_in(later[0]):
            tables = [f"Gym B {seat.table.number - 400 + 100 * number} {seat.number}" for number in range(5, 21)]
            assert (
                sum(f"School {require(seat.place.entry).team.name[-1]} {' '.join(tables)}" in page for page in pages)
                >= 1
            )
        empty = pictures(pdf, 1)[-1]
        darkest, _ = empty.convert("L").crop((0, empty.size[1] - 20, *empty.size)).getextrema()
        assert isinstance(darkest, int)
        assert darkest > 250, "nothing below the last card"

    def test_cards_without_published_tables_are_refused(
        self, director_actor: Actor, event: Event, division: Division
    ) -> None:
        with pytest.raises(Refused, match="Elementary has no tables yet"):
            list(
                render_parts(DOCUMENTS["player-cards"].compose(PrintScope(event.tournament, "letter", BASE, division)))
            )


class TestTents:
    @PAPERS
    def test_number_and_code_of_each_table(self, director_actor: Actor, drawn_round: Round, paper: str) -> None:
        pdf = print_pdf(director_actor, drawn_round.tournament, "tents", round=drawn_round, paper=paper)
        assert size_of(pdf) == {SIZES[paper]}
        for number, (page, found) in enumerate(zip(texts(pdf), codes(pdf), strict=True), 1):
            address = BASE + reverse("at_table", args=[drawn_round.tournament.slug, drawn_round.pk, number])
            assert found == [address, address]
            room = "Gym B" if number <= 3 else "Room 12"
            side = f"Table {number} E Judges: scan here Elementary · Equations · Round 1 · {room}"
            assert page.count(side) == 1
            assert sorted(page.split()) == sorted(side.split() * 2), "the other one stands on its head"

    def test_high_numbers_and_long_rooms_fit_on_their_page(self, director_actor: Actor, drawn_round: Round) -> None:
        Table.objects.filter(number=5).update(number=9999)
        use_long_names()
        pdf = print_pdf(director_actor, drawn_round.tournament, "tents", round=drawn_round)
        assert len(texts(pdf)) == 5
        assert "9999" in texts(pdf)[-1]
        assert joined_text(pdf).count(without_spaces(LONG_ROOM)) == 5
        assert joined_text(pdf).count("60") == 10


class TestLists:
    @pytest.mark.parametrize("document", ["list-by-name", "list-by-school"])
    def test_every_player_has_table_and_seat_under_their_public_name(
        self, director_actor: Actor, drawn_round: Round, document: str
    ) -> None:
        Player.objects.filter(number=3).update(is_hidden=True)
        found = text(print_pdf(director_actor, drawn_round.tournament, document, round=drawn_round))
        for seat in seats_in(drawn_round):
            name = require(seat.place.player).public_name("initial")
            row = [name, require(seat.place.entry).team.name, seat.table.room, str(seat.table.number), str(seat.number)]
            assert " ".join(row) in found
        assert "No. 3 Team 1" in found
        assert "Letter" not in found

    def test_full_names_for_the_staff(self, director_actor: Actor, drawn_round: Round) -> None:
        found = text(print_pdf(director_actor, drawn_round.tournament, "list-by-name", round=drawn_round, names="full"))
        names = sorted(seat.place.name for seat in seats_in(drawn_round))
        assert [name for name in names if f"{name} Team" not in found] == []
        assert [found.index(f"{name} Team") for name in names] == sorted(found.index(f"{name} Team") for name in names)

    def test_players_are_listed_below_their_school(self, director_actor: Actor, drawn_round: Round) -> None:
        found = text(print_pdf(director_actor, drawn_round.tournament, "list-by-school", round=drawn_round))
        assert found.index("School 1") < found.index("One1 Player") < found.index("School 2") < found.index("One2 P")

    @PAPERS
    def test_table_head_is_on_every_page_and_no_row_is_split(
        self, director_actor: Actor, drawn_round: Round, paper: str
    ) -> None:
        use_long_names()
        pdf = print_pdf(
            director_actor, drawn_round.tournament, "list-by-name", round=drawn_round, names="full", paper=paper
        )
        pages = texts(pdf)
        assert len(pages) > 1
        assert size_of(pdf) == {SIZES[paper]}
        assert [page.count("Player Team Room Table Seat") for page in pages] == [1] * len(pages)
        assert sum(without_spaces(page).count(without_spaces(LONG_FIRST + LONG_LAST)) for page in pages) == 15
        assert [page.endswith(f"{at} of {len(pages)}") for at, page in enumerate(pages, 1)] == [True] * len(pages)


class TestRooms:
    def test_rooms_with_their_tables(self, director_actor: Actor, tournament: Tournament, division: Division) -> None:
        for name, first, last in (("Gym B", 1, 3), ("Annex", 4, 4)):
            room = Room.objects.create(tournament=tournament, name=name)
            Tables.objects.create(division=division, room=room, first=first, last=last)
        found = text(print_pdf(director_actor, tournament, "rooms"))
        assert "Annex E Elementary Equations 4 Gym B E Elementary Equations 1 to 3" in found

    def test_list_without_rooms_is_refused(self, tournament: Tournament) -> None:
        with pytest.raises(Refused, match="Add them on the Rooms page"):
            list(render_parts(DOCUMENTS["rooms"].compose(PrintScope(tournament, "letter", BASE))))

    @PAPERS
    def test_each_room_has_a_cover_sheet(self, director_actor: Actor, drawn_round: Round, paper: str) -> None:
        pdf = print_pdf(director_actor, drawn_round.tournament, "covers", round=drawn_round, paper=paper)
        heads = "Table Players Handed out Collected Entered Verified Notes"
        pages = texts(pdf)
        assert size_of(pdf) == {SIZES[paper]}
        assert [page.partition(heads)[2].partition("All handed out by")[0].split() for page in pages] == [
            ["1", "3", "2", "3", "3", "3"],
            ["4", "3", "5", "3"],
        ]
        assert ["3 tables · 9 players" in pages[0], "2 tables · 6 players" in pages[1]] == [True, True]
        assert ["Gym B" in pages[0], "Room 12" in pages[1]] == [True, True]

    def test_documents_of_one_room(self, director_actor: Actor, drawn_round: Round) -> None:
        assert DOCUMENTS["tents"].options[0].choices_in(drawn_round.tournament) == {
            "": "all rooms, in order",
            "Gym B": "Gym B",
            "Room 12": "Room 12",
        }
        for document, counts in {"scoresheets": [5, 3, 2], "tents": [5, 3, 2], "covers": [2, 1, 1]}.items():
            pages = [
                texts(print_pdf(director_actor, drawn_round.tournament, document, round=drawn_round, room=room))
                for room in ("", "Gym B", "Room 12")
            ]
            assert (document, list(map(len, pages))) == (document, counts)
            assert {"Room 12" in page for page in pages[1]} == {False}
        scope = PrintScope(drawn_round.tournament, "letter", BASE, round=drawn_round, options={"room": "Annex"})
        with pytest.raises(Refused, match="Round 1 Elementary has no tables in Annex"):
            list(render_parts(DOCUMENTS["tents"].compose(scope)))

    def test_cover_of_a_full_room_continues_with_the_table_head(
        self, director_actor: Actor, drawn_round: Round
    ) -> None:
        draw = drawn_round.draws.get(state="published")
        Table.objects.bulk_create(Table(draw=draw, number=number, room="Gym B") for number in range(10, 90))
        pages = texts(print_pdf(director_actor, drawn_round.tournament, "covers", round=drawn_round))
        assert len(pages) > 3
        assert [page.count("Table Players Handed out") for page in pages] == [1] * len(pages)


class TestCheckIn:
    def test_teams_have_their_players_and_known_statuses(
        self, director_actor: Actor, event: Event, tournament: Tournament
    ) -> None:
        first = Place.objects.get(entry__team__name="Team 1", number=1)
        checkin.mark(director_actor, event, place=first, status="late")
        pdf = print_pdf(director_actor, tournament, "check-in")
        found = text(pdf)
        assert f"1 {first.name} 5 late" in found
        for entry in TeamEntry.objects.select_related("team__school"):
            assert found.count(f"{entry.team.name} {entry.team.school.name} Game set") == 1
            for place in entry.places.exclude(pk=first.pk):
                assert found.count(f"{place.number} {place.name} {require(place.player).grade}") == 1

    def test_divisions_start_on_new_pages(self, director_actor: Actor, tournament: Tournament) -> None:
        factories.roster(tournament)
        factories.roster(tournament, division="Middle", first=7)
        pages = texts(print_pdf(director_actor, tournament, "check-in"))
        assert [("Team 1" in page, "Team 7" in page) for page in pages] == [(True, False), (False, True)]

    def test_empty_roster_is_refused(self, tournament: Tournament) -> None:
        with pytest.raises(Refused, match="No one is on the roster"):
            list(render_parts(DOCUMENTS["check-in"].compose(PrintScope(tournament, "letter", BASE))))

    @PAPERS
    def test_a_team_with_long_names_stays_together(
        self, director_actor: Actor, tournament: Tournament, paper: str
    ) -> None:
        factories.roster(tournament, teams=12)
        Player.objects.update(first_name=LONG_FIRST, last_name=LONG_LAST)
        pdf = print_pdf(director_actor, tournament, "check-in", paper=paper)
        assert size_of(pdf) == {SIZES[paper]}
        counts = [without_spaces(page).count(without_spaces(LONG_FIRST + LONG_LAST)) for page in texts(pdf)]
        assert (sum(counts), {count % 5 for count in counts}) == (60, {0})


class TestPackets:
    @PAPERS
    def test_each_team_has_its_players_tables_and_link(
        self, director_actor: Actor, drawn_round: Round, paper: str
    ) -> None:
        tournament = drawn_round.tournament
        link = factories.coach_link(tournament.teams.get(name="Team 2"))
        pdf = print_pdf(director_actor, tournament, "packets", paper=paper)
        pages = texts(pdf)
        assert codes(pdf) == [[], [BASE + path_of(link)], []]
        assert size_of(pdf) == {SIZES[paper]}
        for at, page in enumerate(pages, 1):
            assert f"Team {at} School {at}" in page
            assert page.count(" Player Letter ") == 5
            assert "Position Player No." in page, "each head is in one piece"
        for seat in seats_in(drawn_round):
            place, at = seat.place, int(require(seat.place.entry).team.name[-1]) - 1
            where = f"R1 Table {seat.table.number}, seat {seat.number}, {seat.table.room}"
            assert f"{place.number} {place.name} {where} {require(place.player).number}" in pages[at]

    def test_packets_in_spanish(self, director_actor: Actor, drawn_round: Round) -> None:
        factories.coach_link(drawn_round.tournament.teams.get(name="Team 2"))
        pages = texts(print_pdf(director_actor, drawn_round.tournament, "packets", language="es"))
        assert ["Posición Jugador N.º" in page for page in pages] == [True] * 3
        assert ["Escanee con su teléfono" in page for page in pages] == [False, True, False]
        assert [page.endswith(f"{at} de 3") for at, page in enumerate(pages, 1)] == [True] * 3

    def test_a_finished_tournament_gives_out_no_links(self, drawn_round: Round) -> None:
        tournament = drawn_round.tournament
        factories.coach_link(tournament.teams.get(name="Team 2"))
        tournament.state = Tournament.State.FINISHED
        parts = list(render_parts(DOCUMENTS["packets"].compose(PrintScope(tournament, "letter", BASE))))
        assert codes(parts[0]) == [[], [], []]


QUESTIONS = {
    "player-cards": 1,
    "tents": 2,
    "list-by-name": 2,
    "list-by-school": 2,
    "covers": 3,
    "check-in": 4,
    "packets": 6,
}


@pytest.mark.parametrize(("document", "count"), QUESTIONS.items())
def test_number_of_queries_does_not_grow(
    drawn_round: Round, division: Division, document: str, count: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    scope = PrintScope(drawn_round.tournament, "letter", BASE, division=division, round=drawn_round)
    with django_assert_num_queries(count):
        list(render_parts(DOCUMENTS[document].compose(scope)))


def test_every_document_is_in_exactly_one_group() -> None:
    groups = [name for name, _ in documents_by_group()]
    assert len(groups) == len(set(groups))
    assert sorted(each.name for _, some in documents_by_group() for each in some) == sorted(DOCUMENTS)


def test_packets_with_links_are_deleted_after_some_hours(director_actor: Actor, tournament: Tournament) -> None:
    names = (("packets", 13, False), ("packets", 11, True), ("tents", 13, True))
    for name, hours, is_kept in names:
        job = Job.objects.create(
            kind="print.document", title=name, tournament=tournament, params={"document": name}, state="done",
            finished_at=timezone.now() - timedelta(hours=hours), fingerprint=f"{name} {hours}",
        )  # fmt: skip
        JobResult.objects.create(job=job, filename="a.pdf", content_type="application/pdf", content=b"")
        tasks.delete_expired_packets()
        assert JobResult.objects.filter(job=job).exists() is is_kept
