"""Draws in the database: from the engine's proposal to published tables, manual changes, and the page of a draw."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from foundation.activity.models import LogLine
from foundation.backups.tasks import reason_of
from foundation.errors import EditConflict, KeyReused, Refused
from foundation.jobs.models import Job
from foundation.people.actor import Actor
from foundation.people.models import Role, User
from foundation.tournaments import Tournament
from pairings import actions
from pairings.drafts import moved_places, places_by_table, places_by_table_number, tables_to_reprint
from pairings.hooks import EarlierResults, earlier_results
from pairings.models import Draw, Seat
from pairings.proposals import ResultsMissing, late_changes, propose_repair, propose_tables
from pairings.seating_board import SeatingBoard, current_draw, explain_seat
from tests import factories
from tests.helpers import SignIn, require
from tests.hooks import replaced_providers
from tests.reused_fixtures import reused
from tournament import actions as tournament_actions
from tournament.models import Event
from tournament.rooms.actions import TableRange, set_table_ranges
from tournament.rosters import actions as rosters
from tournament.rosters.checkin import actions as checkin
from tournament.rosters.models import Place, TeamEntry
from tournament.rounds import actions as rounds
from tournament.rounds.models import Round
from tournament.setup.actions import set_up


@pytest.fixture
@reused
def event(tournament: Tournament, director_actor: Actor) -> Event:
    factories.roster(tournament, teams=5)
    event = set_up(director_actor, tournament.events.get(), version=1, rounds=3, divisions=("E", "M"))
    tournament_actions.start(director_actor, tournament)
    return event


def round_of(event: Event, number: int = 1, letter: str = "E") -> Round:
    return Round.objects.select_related("tournament", "division__event__book").get(
        division__event=event, division__letter=letter, number=number
    )


def make_draft(director_actor: Actor, event: Event, number: int = 1, seed: int = 7) -> Draw:
    round_ = round_of(event, number)
    return actions.make(director_actor, round_, proposal=propose_tables(round_, seed=seed))


def seats_of(draw: Draw) -> list[Seat]:
    found = draw.seats.select_related("place__player", "place__entry__team", "table")
    return list(found.order_by("table__number", "number"))


def make_published(director_actor: Actor, event: Event, number: int = 1) -> Draw:
    return actions.publish(director_actor, make_draft(director_actor, event, number))


def test_teams_stay_in_their_sections(tournament: Tournament, director_actor: Actor) -> None:
    """The draw assigns section letters; once a round is published they stay, even if seeds change."""
    factories.roster(tournament, teams=12)
    event = set_up(director_actor, tournament.events.get(), version=1, rounds=2, divisions=("E",), seating="sections")
    tournament_actions.start(director_actor, tournament)
    make_published(director_actor, event)
    letters = dict(TeamEntry.objects.values_list("pk", "section"))
    assert sorted(letters.values()) == ["A"] * 6 + ["B"] * 6
    for number, pk in enumerate(sorted(letters)):
        TeamEntry.objects.filter(pk=pk).update(seed=12 - number)
    make_draft(director_actor, event, 2)
    assert dict(TeamEntry.objects.values_list("pk", "section")) == letters


# -- the engine's draw ------------------------------------------------------------------------------------------------


def test_preset_draws_all_rounds_at_once(director_actor: Actor, event: Event) -> None:
    make_draft(director_actor, event)
    drafts = Draw.objects.order_by("round__number")
    assert [(each.round.number, each.version, each.state) for each in drafts] == [
        (1, 1, "draft"),
        (2, 1, "draft"),
        (3, 1, "draft"),
    ]
    assert [sorted(map(len, places_by_table(each)), reverse=True) for each in drafts] == [[3] * 7 + [2, 2]] * 3
    assert {SeatingBoard(each).cost.key for each in drafts} == {(0, 0, 0, 0.0)}
    assert LogLine.objects.latest("id").text == ("assigned tables for Rounds 1 to 3 Elementary in advance (shuffle #7)")


def test_other_methods_draw_one_round(director_actor: Actor, event: Event) -> None:
    event = set_up(director_actor, event, version=event.version, seating="random")
    make_draft(director_actor, event)
    assert [each.round.number for each in Draw.objects.all()] == [1]


def test_same_shuffle_number_gives_the_same_tables(director_actor: Actor, event: Event) -> None:
    one, two = (propose_tables(round_of(event), seed=5).tables for _ in range(2))
    assert one == two != propose_tables(round_of(event), seed=6).tables


def test_absent_players_are_not_seated(director_actor: Actor, event: Event) -> None:
    away = Place.objects.first()
    checkin.mark(director_actor, event, place=require(away), status="absent")
    draw = make_draft(director_actor, event)
    assert (draw.seats.count(), draw.seats.filter(place=away).exists()) == (24, False)


def test_empty_roster_is_refused(director_actor: Actor, event: Event) -> None:
    with pytest.raises(Refused, match="Middle has no players to seat"):
        propose_tables(round_of(event, letter="M"), seed=1)


def test_proposal_for_players_who_left_is_refused(director_actor: Actor, event: Event) -> None:
    proposal = propose_tables(round_of(event), seed=1)
    checkin.mark(director_actor, event, place=require(Place.objects.first()), status="absent")
    with pytest.raises(EditConflict, match="Attendance changed while tables were being assigned"):
        actions.make(director_actor, round_of(event), proposal=proposal)
    assert not Draw.objects.exists()


def test_double_click_makes_one_draw(director: User, event: Event) -> None:
    proposal = propose_tables(round_of(event), seed=1)
    made = {actions.make(Actor(user=director, key="k"), round_of(event), proposal=proposal).pk for _ in range(2)}
    assert (len(made), Draw.objects.filter(round__number=1).count()) == (1, 1)


def test_retried_draw_is_recognized_even_if_it_would_differ_now(director: User, event: Event) -> None:
    actor, round_ = Actor(user=director, key="same"), round_of(event)
    first = actions.make(actor, round_, proposal=propose_tables(round_, seed=7))
    checkin.mark(Actor(user=director), event, place=require(Place.objects.first()), status="absent")
    assert actions.make(actor, round_, proposal=propose_tables(round_, seed=7)) == first
    with pytest.raises(KeyReused):
        actions.make(actor, round_, proposal=propose_tables(round_, seed=8))


def test_drawing_again_marks_the_earlier_draft_as_discarded(director_actor: Actor, event: Event) -> None:
    first, second = make_draft(director_actor, event), make_draft(director_actor, event, seed=8)
    first.refresh_from_db()
    assert (first.state, first.version, second.version, first.seats.count()) == ("discarded", 1, 2, 0)


def test_tables_have_the_numbers_and_rooms_of_the_division(
    director_actor: Actor, tournament: Tournament, event: Event
) -> None:
    elementary = event.divisions.get(letter="E")
    set_table_ranges(
        director_actor,
        tournament,
        event=event,
        ranges=[TableRange(elementary, "Gym", 11, 14), TableRange(elementary, "Hall", 31, 33)],
    )
    draw = make_draft(director_actor, event)
    assert [(table.number, table.room) for table in draw.tables.all()] == [
        *((number, "Gym") for number in (11, 12, 13, 14)),
        *((number, "Hall") for number in (31, 32, 33)),
        (34, ""),
        (35, ""),
    ]


def test_later_rounds_avoid_repeats(director_actor: Actor, event: Event) -> None:
    event = set_up(director_actor, event, version=event.version, seating="random")
    make_published(director_actor, event)
    draw = make_draft(director_actor, event, 2)
    assert SeatingBoard(draw).cost.repeats == 0
    assert sum(SeatingBoard(draw).costs.met.values()) == 23


def test_draw_from_results_names_unverified_tables(director_actor: Actor, event: Event) -> None:
    event = set_up(director_actor, event, version=event.version, seating="score_groups")
    make_published(director_actor, event)
    with pytest.raises(ResultsMissing) as refusal:
        propose_tables(round_of(event, 2), seed=1)
    assert refusal.value.missing == tuple(f"Round 1, Table {number}" for number in range(1, 10))
    round_ = round_of(event, 2)
    draw = actions.make(director_actor, round_, proposal=propose_tables(round_, seed=1, without_results=True))
    assert draw.without_results
    assert LogLine.objects.latest("id").text == "assigned tables for Round 2 Elementary by score groups (shuffle #1)"


def test_draw_from_results_puts_near_equals_together(director_actor: Actor, event: Event) -> None:
    event = set_up(director_actor, event, version=event.version, seating="score_groups")
    make_published(director_actor, event)
    points = {place.pk: -float(place.number or 0) for place in Place.objects.all()}
    with replaced_providers(earlier_results, lambda round_: EarlierResults(points=points)):
        draw = make_draft(director_actor, event, 2)
        assert not draw.without_results
        top = Place.objects.filter(seats__draw=draw, seats__table__number=1)
        assert {place.number for place in top} == {1}, "the best of each team"
        board = SeatingBoard(draw)
        assert [chip.points for chip in board.tables[0].chips] == [-1.0, -1.0, -1.0]
        assert "spread" in board.summary


# -- manual changes -------------------------------------------------------------------------------------------------


def test_swap_logs_its_cost_and_can_be_undone(director_actor: Actor, event: Event) -> None:
    draw = make_draft(director_actor, event)
    before = places_by_table(draw)
    one = seats_of(draw)[0]
    mate = next(
        seat for seat in seats_of(draw) if seat.place.entry_id != one.place.entry_id and seat.table_id != one.table_id
    )
    actions.swap(director_actor, draw, seat=one, other=mate)
    assert places_by_table(draw) != before
    assert {place for table in places_by_table(draw) for place in table} == {
        place for table in before for place in table
    }
    text = f"swapped {one.place.name} and {mate.place.name} in Round 1 Elementary, version 1: "
    assert LogLine.objects.latest("id").text.startswith(text)
    actions.undo(director_actor, draw)
    assert places_by_table(draw) == before


def test_cost_of_a_swap_is_shown_before_it(director_actor: Actor, event: Event) -> None:
    draw = make_draft(director_actor, event)
    picked = seats_of(draw)[0]
    board = SeatingBoard(draw, picked.pk)
    mates = [
        chip
        for table in board.tables
        for chip in table.chips
        if chip.cost and picked.place.entry_id in {o.seat.place.entry_id for o in table.chips if o is not chip}
    ]
    assert {chip.tone for chip in mates} == {"bad"}
    assert {chip.cost.clashes for chip in mates if chip.cost} <= {1, 2}


def test_locked_seat_cannot_be_swapped_or_reassigned(director_actor: Actor, event: Event) -> None:
    draw = make_draft(director_actor, event)
    one, other = seats_of(draw)[0], seats_of(draw)[-1]
    actions.lock(director_actor, draw, seat=one)
    with pytest.raises(Refused, match="This seat is locked"):
        actions.swap(director_actor, draw, seat=Seat.objects.get(pk=one.pk), other=other)
    mates = [seat for seat in seats_of(draw) if seat.table_id == one.table_id and seat.pk != one.pk]
    actions.lock(director_actor, draw, seat=mates[0])
    group = (one.place_id, mates[0].place_id)
    sat = {seat.place_id: (seat.table.number, seat.number) for seat in seats_of(draw) if seat.place_id in group}
    proposal = propose_tables(draw.round, seed=99, locked=(group,), only_this=True)
    actions.reassign_unlocked(director_actor, draw, proposal=proposal)
    assert {s.place_id: (s.table.number, s.number) for s in seats_of(draw) if s.place_id in group} == sat
    together = next(table for table in places_by_table(draw) if one.place_id in table)
    assert set(group) <= set(together)
    assert set(draw.seats.filter(is_locked=True).values_list("place_id", flat=True)) == set(group)


def test_undo_without_changes_is_refused(director_actor: Actor, event: Event) -> None:
    with pytest.raises(Refused, match="no manual changes to undo"):
        actions.undo(director_actor, make_draft(director_actor, event))


# -- published --------------------------------------------------------------------------------------------------------


def test_published_draw_publishes_its_round_and_cannot_be_changed(director_actor: Actor, event: Event) -> None:
    draw = make_published(director_actor, event)
    assert (draw.state, round_of(event).state) == ("published", "published")
    with pytest.raises(EditConflict, match="is no longer a draft"):
        actions.swap(director_actor, draw, seat=seats_of(draw)[0], other=seats_of(draw)[-1])
    with pytest.raises(IntegrityError), transaction.atomic():
        Draw.objects.create(
            tournament=draw.tournament, round=draw.round, version=9, state="published", method="preset", seed=1,
            found_by="x", bound={}, as_drawn=[], published_at=draw.published_at,
        )  # fmt: skip


def test_every_draft_is_backed_up_before_it_can_be_published(director_actor: Actor, event: Event) -> None:
    """A draft requests the backup. If the worker makes it only after publishing, its title says so."""
    Job.objects.all().delete()
    first = make_published(director_actor, event)
    draft = actions.revise(director_actor, first)
    actions.reassign_unlocked(director_actor, draft, proposal=propose_tables(draft.round, seed=99, only_this=True))
    jobs = Job.objects.filter(kind="backup.make").order_by("created_at")
    words = ["before Round 1 Elementary is published", "Round 1 Elementary published"]
    assert [job.params["before"]["numbers"][0] for job in jobs] == [str(first.pk), str(draft.pk)]
    assert [job.title for job in jobs][1:] == [f"Backup: {words[0]}"]
    assert reason_of(jobs[0]).endswith("published")
    assert not reason_of(jobs[0]).startswith("before")
    assert reason_of(jobs[1]) == words[0]
    actions.publish(director_actor, draft)
    assert (reason_of(jobs[1]), jobs.count()) == (words[1], 2)


def test_later_version_lists_moved_players_and_tables_to_reprint(director_actor: Actor, event: Event) -> None:
    first = make_published(director_actor, event)
    second = actions.revise(director_actor, first)
    one, other = seats_of(second)[0], seats_of(second)[-1]
    actions.swap(director_actor, second, seat=one, other=other)
    assert moved_places(first, second) == sorted([one.place_id, other.place_id])
    assert tables_to_reprint(first, second) == [1, 9]
    actions.publish(director_actor, second)
    first.refresh_from_db()
    assert (first.state, current_draw(round_of(event))) == ("replaced", second)
    assert LogLine.objects.latest("id").text == "published Round 1 Elementary, version 2, and moved 2 players"


def test_tables_cannot_change_after_the_round_has_started(director_actor: Actor, event: Event) -> None:
    draw = make_published(director_actor, event)
    rounds.start(director_actor, round_of(event))
    for change in (lambda: actions.revise(director_actor, draw), lambda: make_draft(director_actor, event)):
        with pytest.raises(Refused, match="has started, so its tables can’t change"):
            change()


def test_emptied_table_does_not_renumber_the_others(director_actor: Actor, event: Event) -> None:
    first = make_published(director_actor, event)
    away = [seat for seat in seats_of(first) if seat.table.number == 1]
    for seat in away:
        checkin.mark(director_actor, event, place=seat.place, status="absent")
    second = actions.make(
        director_actor, round_of(event), proposal=propose_repair(first, places_by_table_number(first))
    )
    assert moved_places(first, second) == sorted(seat.place_id for seat in away)
    assert (tables_to_reprint(first, second), require(second.tables.first()).number) == ([], 2)


def test_page_of_a_missing_draft_is_a_conflict(
    client_of: SignIn, director: User, director_actor: Actor, event: Event
) -> None:
    draw = make_draft(director_actor, event)
    seat, other = seats_of(draw)[0], seats_of(draw)[-1]
    actions.publish(director_actor, draw)
    client = client_of(director)
    for path in (url_of("draw_publish", event), url_of("draw_swap", event, seat.pk, other.pk)):
        assert client.post(path).status_code == 409


def test_seated_player_cannot_be_removed_from_the_roster(director_actor: Actor, event: Event) -> None:
    draw = make_draft(director_actor, event)
    with pytest.raises(Refused, match="Players with a seat at a table can’t be removed"):
        rosters.remove_place(director_actor, event, place=seats_of(draw)[0].place)
    actions.discard(director_actor, draw)
    for other in Draw.objects.filter(state="draft"):
        actions.discard(director_actor, other)
    rosters.remove_place(director_actor, event, place=require(Place.objects.first()))


def test_seat_is_explained(director_actor: Actor, event: Event) -> None:
    draw = make_draft(director_actor, event)
    seat = seats_of(draw)[0]
    text = explain_seat(SeatingBoard(draw), SeatingBoard(draw).seats[0])
    assert text.startswith(f"{seat.place.name} plays ")
    assert text.endswith(
        f"at Table 1. No teammates are at this table. {seat.place.name} hasn’t played anyone here before. "
        "No swap with another table would make this round better."
    )


def test_summary_counts_clashes_repeats_and_small_tables(director_actor: Actor, event: Event) -> None:
    board = SeatingBoard(make_draft(director_actor, event))
    assert board.summary == "0 teammate pairs · 0 repeats · 2 tables of 2"


def test_late_changes_are_repaired_with_the_fewest_moves(director_actor: Actor, event: Event) -> None:
    first = make_published(director_actor, event)
    away = seats_of(first)[0].place
    checkin.mark(director_actor, event, place=away, status="absent")
    gone, come = late_changes(first)
    assert ([place.pk for place in gone], come) == ([away.pk], [])
    second = actions.make(
        director_actor, round_of(event), proposal=propose_repair(first, places_by_table_number(first))
    )
    assert (second.found_by, moved_places(first, second)[:1], second.seats.count()) == (
        "the fewest moves",
        [away.pk],
        24,
    )
    assert len(moved_places(first, second)) <= 3, "only those at the same table change seats"
    assert tables_to_reprint(first, second) == [1]


def test_drafts_of_earlier_rounds_count_as_met(director_actor: Actor, event: Event) -> None:
    make_draft(director_actor, event)
    second = Draw.objects.select_related("round__division__event__book").get(round__number=2)
    assert sum(SeatingBoard(second).costs.met.values()) == 46, "including the later round, which is already drawn"


# -- the page ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def client(client_of: SignIn, director: User) -> Client:
    return client_of(director)


def url_of(name: str, event: Event, *more: int) -> str:
    return reverse(name, args=[event.tournament.slug, round_of(event).pk, *more])


def test_page_draws_adjusts_and_publishes(client: Client, event: Event) -> None:
    assert client.get(url_of("draw", event)).context["draw"] is None
    client.post(url_of("draw_make", event), {"seed": "7"})
    board = client.get(url_of("draw", event)).context["board"]
    one, other = board.seats[0], board.seats[-1]
    part = client.get(url_of("draw", event), {"pick": one.pk}, headers={"HX-Request": "true"})
    assert (part.templates[0].name, part.context["board"].picked) == ("pairings/_board.html", one)
    client.post(url_of("draw_swap", event, one.pk, other.pk), headers={"HX-Request": "true"})
    assert [step.sentence for step in client.get(url_of("draw", event)).context["steps"]] == [
        f"swapped {one.place.name} and {other.place.name}"
    ]
    client.post(url_of("draw_undo", event))
    client.post(url_of("draw_publish", event))
    assert round_of(event).state == "published"


def test_page_says_why_a_change_is_refused(client: Client, event: Event) -> None:
    client.post(url_of("draw_make", event), {"seed": "7"})
    one, other = client.get(url_of("draw", event)).context["board"].seats[:2]
    path = url_of("draw_swap", event, one.pk, other.pk)
    part = client.post(path, headers={"HX-Request": "true"})
    assert part.context["refused"] == "These players are at the same table. Choose someone at another table."


def test_page_asks_before_it_draws_without_results(client: Client, director_actor: Actor, event: Event) -> None:
    event = set_up(director_actor, event, version=event.version, seating="random")
    make_published(director_actor, event)
    set_up(director_actor, event, version=event.version, seating="bump")
    path = reverse("draw_make", args=[event.tournament.slug, round_of(event, 2).pk])
    response = client.post(path, {"seed": "7"})
    assert (response.status_code, len(response.context["missing"]), Draw.objects.filter(round__number=2).count()) == (
        200,
        9,
        0,
    )
    assert response.content.decode().count('name="without_results"') == 1
    client.post(path, {"seed": "7", "without_results": "yes"})
    assert Draw.objects.get(round__number=2).without_results


def test_judges_can_view_but_not_change(client_of: SignIn, tournament: Tournament, event: Event) -> None:
    client = client_of(factories.helper(tournament, Role.JUDGE))
    assert client.get(url_of("draw", event)).status_code == 200
    assert client.post(url_of("draw_make", event), {"seed": "7"}).status_code == 403


def test_board_makes_a_constant_number_of_queries(
    client: Client, event: Event, tournament: Tournament, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for teams in (5, 20):
        factories.roster(tournament, teams=teams)
        client.post(url_of("draw_make", event), {"seed": "7"})
        seat = Seat.objects.filter(draw__round=round_of(event)).first()
        with django_assert_num_queries(13):
            assert client.get(url_of("draw", event), {"pick": require(seat).pk}).status_code == 200
