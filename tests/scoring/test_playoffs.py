"""Playoffs: candidates play one more round of their own, and the regular standings stay as they are."""

from __future__ import annotations

import pytest
from django.urls import reverse

from foundation.errors import NotAllowed, Refused
from foundation.people.actor import Actor
from foundation.people.models import User
from foundation.tournaments import Tournament
from pairings import actions as draws
from pairings.proposals import propose_tables
from scoring.entry import actions as sheets
from scoring.models import Sheet
from scoring.public_results.actions import release
from scoring.public_results.queries import released_results
from scoring.standings_pages import actions
from scoring.standings_pages.playoffs import PlayoffCandidates
from scoring.standings_pages.queries import Standings
from scoring.standings_pages.scope import Scope, scope_choices
from tests import factories
from tests.helpers import SignIn, require
from tests.reused_fixtures import reused
from tests.scoring.conftest import paper, play, verify_all
from tests.scoring.full_tournament import export_archive, import_from_bytes
from tournament import actions as tournament_actions
from tournament.models import Division, Event
from tournament.rosters.checkin import actions as checkin
from tournament.rosters.models import Place
from tournament.rounds import actions as rounds
from tournament.rounds.models import Finalist, Playoff, Round
from tournament.setup.actions import set_up


@pytest.fixture
@reused
def division(tournament: Tournament, director_actor: Actor, scorekeeper: Actor, other_scorekeeper: Actor) -> Division:
    """30 students of 6 teams have played their only round; 4 teams and 3 players advance."""
    factories.roster(tournament, teams=6)
    event = set_up(director_actor, tournament.events.get(), version=1, rounds=1, divisions=("E",), attendance_bonus=1)
    tournament_actions.start(director_actor, tournament)
    round_ = play(director_actor, event, 1)
    verify_all(round_, scorekeeper, other_scorekeeper)
    rounds.close(director_actor, round_)
    division = Division.objects.select_related("event__book", "event__tournament").get(event=event)
    actions.set_cutoff(director_actor, tournament, division=division, teams=4, players=3)
    return division


def set_up_playoffs(director_actor: Actor, division: Division, playoff: str, who: list[str], size: int = 3) -> Round:
    tournament = division.event.tournament
    return actions.call_playoffs(director_actor, tournament, division=division, playoff=playoff, who=who, size=size)


def first_candidates(division: Division, playoff: str, count: int) -> list[str]:
    return [each.key for each in PlayoffCandidates(division, Playoff(playoff)).candidates][:count]


def test_teams_meet_position_by_position(
    division: Division, director_actor: Actor, scorekeeper: Actor, other_scorekeeper: Actor
) -> None:
    before = Standings(Scope((division,)), "teams").rows()
    called = first_candidates(division, "teams", 4)
    made = set_up_playoffs(director_actor, division, "teams", called, size=2)
    assert (str(made), made.number) == ("Round 2 (team playoffs) Elementary", 2)
    draw = draws.make(director_actor, made, proposal=propose_tables(made, seed=1))
    tables = [
        [(require(seat.place.entry).team_id, seat.place.number) for seat in table.seats.select_related("place__entry")]
        for table in draw.tables.order_by("number")
    ]
    teams = [int(key.partition("-")[2]) for key in called]
    assert [sorted({team for team, _ in table}) for table in tables] == (
        [sorted([teams[0], teams[3]])] * 5 + [sorted([teams[1], teams[2]])] * 5
    )
    assert [[level for _, level in table] for table in tables] == [[level] * 2 for level in (1, 2, 3, 4, 5)] * 2
    draws.publish(director_actor, draw)
    made = play(director_actor, division.event, 2)
    for sheet in Sheet.objects.filter(round=made):
        sheets.enter(scorekeeper, sheet, paper=paper("6 6", "2 2"), base=0)
        sheets.check(other_scorekeeper, sheet, base=1)
    rounds.close(director_actor, made)
    found = Standings(Scope((division,), playoff="teams"), "teams")
    assert (found.state, [column.title for column in found.columns]) == ("final", ["R2"])
    assert sorted(row.points for row in found.rows()) == ["20", "20", "30", "30"]
    assert [(row.points, row.cells) for row in Standings(Scope((division,)), "teams").rows()] == [
        (row.points, row.cells) for row in before
    ]
    final = set_up_playoffs(director_actor, division, "teams", first_candidates(division, "teams", 2))
    assert (final.number, {each.match for each in final.finalists.all()}) == (3, {1})


def test_players_who_advance_share_a_table(division: Division, director_actor: Actor) -> None:
    made = set_up_playoffs(director_actor, division, "players", first_candidates(division, "players", 3))
    (table,) = propose_tables(made, seed=1).tables[0]
    assert sorted(table) == sorted(Finalist.objects.filter(round=made).values_list("place", flat=True))


def test_withdrawn_players_do_not_play(division: Division, director_actor: Actor) -> None:
    made = set_up_playoffs(director_actor, division, "teams", first_candidates(division, "teams", 3))
    gone = Place.objects.filter(finals__round=made, number=5).first()
    assert gone is not None
    checkin.mark(director_actor, division.event, place=gone, status="withdrawn")
    tables = propose_tables(made, seed=1).tables[0]
    assert sorted(map(len, tables)) == [2, 3, 3, 3, 3]


def test_impossible_playoffs_are_refused(division: Division, director_actor: Actor, scorekeeper: Actor) -> None:
    who = first_candidates(division, "teams", 3)
    for wrong in ([], who[:1], [*who[:2], "team-0"]):
        with pytest.raises(Refused) as refusal:
            set_up_playoffs(director_actor, division, "teams", wrong)
        assert refusal.value.sentence == "Choose at least 2 teams from the list."
    with pytest.raises(Refused) as refusal:
        set_up_playoffs(director_actor, division, "teams", who, size=9)
    assert refusal.value.field == "size"
    with pytest.raises(NotAllowed):
        set_up_playoffs(scorekeeper, division, "teams", who)
    rounds.reopen(director_actor, Round.objects.get(division=division))
    with pytest.raises(Refused) as refusal:
        set_up_playoffs(director_actor, division, "teams", who)
    assert refusal.value.sentence == "Some Elementary rounds aren’t closed yet. Close them first."


def test_no_one_advances_without_a_cutoff(division: Division, director_actor: Actor) -> None:
    who = first_candidates(division, "teams", 3)
    actions.set_cutoff(director_actor, division.event.tournament, division=division, teams=0, players=0)
    with pytest.raises(Refused) as refusal:
        set_up_playoffs(director_actor, division, "teams", who)
    assert refusal.value.sentence == "First set how many Elementary teams advance."


def test_round_can_be_canceled_until_its_tables_are_published(division: Division, director_actor: Actor) -> None:
    made = set_up_playoffs(director_actor, division, "teams", first_candidates(division, "teams", 3))
    with pytest.raises(Refused):
        set_up(director_actor, division.event, version=Event.objects.get().version, rounds=2)
    actions.cancel_playoffs(director_actor, made)
    assert Round.objects.filter(division=division).count() == 1
    made = set_up_playoffs(director_actor, division, "teams", first_candidates(division, "teams", 3))
    draws.publish(director_actor, draws.make(director_actor, made, proposal=propose_tables(made, seed=1)))
    for stays in (Round.objects.get(number=1), Round.objects.get(pk=made.pk)):
        with pytest.raises(Refused):
            actions.cancel_playoffs(director_actor, stays)


def test_public_sees_playoffs_once_their_round_is_released(division: Division, director_actor: Actor) -> None:
    tournament = division.event.tournament
    set_up_playoffs(director_actor, division, "teams", first_candidates(division, "teams", 3))
    shown = []
    for through in (1, 2):
        release(director_actor, tournament, division=division, rounds=through)
        shown.append([each.choice.words for each in released_results(tournament)])
    assert shown == [["Elementary"], ["Elementary", "Elementary: team playoffs"]]
    with pytest.raises(Refused):
        release(director_actor, tournament, division=division, rounds=3)


def test_playoffs_survive_an_archive(division: Division, director_actor: Actor) -> None:
    set_up_playoffs(director_actor, division, "teams", first_candidates(division, "teams", 3))
    copy = import_from_bytes(export_archive(division.event.tournament), director_actor)
    assert [each.playoff for each in scope_choices(copy)] == ["", "teams"]
    assert Finalist.objects.filter(round__tournament=copy, match=1).count() == 15


def test_director_sets_up_and_cancels_on_the_page(
    division: Division, director_actor: Actor, director: User, client_of: SignIn
) -> None:
    client, slug = client_of(director), division.event.tournament.slug
    page = f"{reverse('standings', args=[slug])}?division={division.pk}&list=teams"
    form = client.get(page).context["call_form"]
    assert form.fields["size"].initial == 3
    address = f"{reverse('playoffs_call', args=[slug])}?division={division.pk}&list=teams"
    for verb in ("playoffs_call", "standings_cut"):  # an unknown division never falls back to the first one
        assert client.post(f"{reverse(verb, args=[slug])}?division=0&list=teams", {"size": "3"}).status_code == 404
    answer = client.post(address, {"who": [], "size": "3", "key": "k1"})
    assert (answer.status_code, Round.objects.count()) == (302, 1)
    answer = client.post(address, {"who": first_candidates(division, "teams", 3), "size": "3", "key": "k2"})
    made = Round.objects.get(number=2)
    assert answer.headers["Location"] == reverse("draw", args=[slug, made.pk])
    context = client.get(f"{page}&playoff=teams").context
    assert (context["playoff_draft"], context["call_form"]) == (made, None)
    assert client.get(reverse("draw", args=[slug, made.pk])).status_code == 200
    client.post(reverse("playoffs_call_off", args=[slug, made.pk]), {"key": "k3"})
    assert Round.objects.count() == 1
