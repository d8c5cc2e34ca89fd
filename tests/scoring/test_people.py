"""Players at a table: filling roster spots, moving their results, and telling players with the same name apart."""

from __future__ import annotations

from decimal import Decimal
from functools import partial
from typing import Any

import pytest

from foundation.errors import Refused
from foundation.people.actor import Actor
from foundation.tournaments import Tournament
from scoring.entry import actions
from scoring.entry.entries import EntryNote
from scoring.entry.errors import UnexplainedWarnings
from scoring.models import Entry, Result, Sheet
from scoring.standings_pages.queries import Standings
from scoring.standings_pages.row_details import describe_players
from scoring.standings_pages.scope import Scope
from tests.helpers import require
from tests.reused_fixtures import reused
from tests.scoring.conftest import PLAIN, paper, play, sheet_of, verify_all
from tests.scoring.test_sheets import set_verification
from tournament.models import Division, Event
from tournament.rosters.checkin import actions as checkin
from tournament.rosters.models import Place, Player
from tournament.rosters.spots import details_of, save_spot
from tournament.rounds import actions as rounds
from tournament.rounds.models import Round


@pytest.fixture
@reused
def nameless(event: Event, director_actor: Actor, scorekeeper: Actor, other_scorekeeper: Actor) -> Place:
    """A roster spot that played the first round without a name."""
    round_ = play(director_actor, event, 1)
    place = sheet_of(round_).table.seats.get(number=1).place
    Place.objects.filter(pk=place.pk).update(player=None)
    verify_all(round_, scorekeeper, other_scorekeeper)
    rounds.close(director_actor, round_)
    return Place.objects.get(pk=place.pk)


def lines_of(event: Event, place: Place) -> list[tuple[str, str]]:
    """Return the standings rows of everyone who played in that roster spot."""
    names = {place.name, *Player.objects.filter(results__place=place).values_list("last_name", flat=True)}
    rows = Standings(Scope(tuple(Division.objects.filter(event=event))), "players").rows()
    return [
        (row.label.name, row.points) for row in rows if set(row.label.name.split()) & names or row.label.name in names
    ]


def verify_sheet(sheet: Sheet, scorekeeper: Actor, other_scorekeeper: Actor, base: int = 0, **more: Any) -> None:
    note = EntryNote(**{name: more.pop(name) for name in ("correction", "reason") if name in more})
    actions.enter(scorekeeper, sheet, base=base, note=note, **{"paper": PLAIN} | more)
    actions.check(other_scorekeeper, sheet, base=base + 1)


def seat_of(place: Place, round_: Round) -> tuple[Sheet, int]:
    seat = place.seats.get(draw__round=round_, draw__state="published")
    return seat.table.sheet, seat.number


def test_name_written_in_a_later_round_gets_the_earlier_points(
    nameless: Place, event: Event, director_actor: Actor, scorekeeper: Actor, other_scorekeeper: Actor
) -> None:
    assert len(lines_of(event, nameless)) == 1
    sheet, seat = seat_of(nameless, play(director_actor, event, 2))
    verify_sheet(sheet, scorekeeper, other_scorekeeper, names={seat: "Nova Newcomer"})
    nameless.refresh_from_db()
    results = Result.objects.filter(place=nameless)
    assert [require(result.player).last_name for result in results] == ["Newcomer"] * 2
    total = sum((require(result.points) for result in results), Decimal(0))
    assert lines_of(event, nameless) == [("Nova Newcomer", f"{total.normalize():f}")]


def test_name_given_on_the_roster_gets_the_earlier_points(nameless: Place, event: Event) -> None:
    facts = details_of(Place.objects.select_related("player", "entry__team__school", "division").get(pk=nameless.pk))
    save_spot(event, facts.__class__(**vars(facts) | {"first": "Nova", "last": "Newcomer"}), nameless)
    assert [name for name, _ in lines_of(event, nameless)] == ["Nova Newcomer"]
    assert nameless.results.get().player == Player.objects.get(last_name="Newcomer")


def test_points_stay_with_the_roster_spot_if_the_player_played_elsewhere(
    nameless: Place, event: Event, director_actor: Actor, scorekeeper: Actor, other_scorekeeper: Actor
) -> None:
    """A player who sat at another table in round 1 did not sit here."""
    other = Result.objects.exclude(place=nameless).exclude(sheet=nameless.results.get().sheet).first()
    Place.objects.filter(pk=require(other).place_id).update(player=None)
    sheet, seat = seat_of(nameless, play(director_actor, event, 2))
    verify_sheet(
        sheet,
        scorekeeper,
        other_scorekeeper,
        names={seat: require(require(other).player).name},
        reason="So it stands on the paper.",
    )
    nameless.refresh_from_db()
    assert nameless.player == require(other).player
    assert [result.player for result in nameless.results.order_by("round__number")] == [None, require(other).player]


def test_correcting_a_misspelled_name_corrects_the_roster_spot(
    round_: Round, scorekeeper: Actor, other_scorekeeper: Actor, director_actor: Actor
) -> None:
    sheet = sheet_of(round_)
    place = sheet.table.seats.get(number=1).place
    Place.objects.filter(pk=place.pk).update(player=None)
    verify_sheet(sheet, scorekeeper, other_scorekeeper, names={1: "Nova Newkomer"})
    assert require(Place.objects.get(pk=place.pk).player).last_name == "Newkomer"
    verify_sheet(sheet, scorekeeper, director_actor, base=1, names={1: "Nova Newcomer"}, correction="keyed")
    assert require(Place.objects.get(pk=place.pk).player).last_name == "Newcomer"
    assert require(sheet.results.get(seat=1).player).last_name == "Newcomer"


def test_number_tells_players_with_the_same_name_apart(
    round_: Round, scorekeeper: Actor, other_scorekeeper: Actor
) -> None:
    sheet = sheet_of(round_)
    one, other = (
        Player.objects.create(tournament=sheet.tournament, first_name="Nova", last_name="Newcomer", number=number)
        for number in (901, 902)
    )
    with pytest.raises(Refused) as refusal:
        actions.enter(scorekeeper, sheet, paper=PLAIN, base=0, names={2: "nova newcomer"})
    assert refusal.value.field == "row-2-who"
    assert (
        refusal.value.sentence
        == "More than one player is named nova newcomer. Enter the player number instead: 901 or 902."
    )
    with pytest.raises(Refused, match="No player has the number 903"):
        actions.enter(scorekeeper, sheet, paper=PLAIN, base=0, names={2: "903"})
    verify_sheet(sheet, scorekeeper, other_scorekeeper, names={2: "902"})
    assert sheet.results.get(seat=2).player == other
    changed = paper("6 4 2", "2 4 6", "2 2 4")
    verify_sheet(
        sheet,
        scorekeeper,
        other_scorekeeper,
        base=1,
        paper=changed,
        names={2: "Nova Newcomer"},
        correction="keyed",
        reason="Read anew.",
    )
    assert (sheet.results.get(seat=2).player, one.results.count()) == (other, 0)


def test_substitute_who_played_gets_the_points(sheet: Sheet, scorekeeper: Actor, other_scorekeeper: Actor) -> None:
    actions.enter(scorekeeper, sheet, paper=PLAIN, base=0, names={2: "Nova Newcomer"})
    actions.check(other_scorekeeper, sheet, base=1)
    result = Result.objects.get(sheet=sheet, seat=2)
    assert (require(result.player).name, require(result.player).school) == (
        "Nova Newcomer",
        require(result.place.entry).team.school,
    )
    assert result.place.player != result.player


def test_player_who_sits_elsewhere_is_a_warning(round_: Round, scorekeeper: Actor) -> None:
    other = require(sheet_of(round_, 2).table.seats.first()).place.player
    with pytest.raises(
        UnexplainedWarnings, match=r" sits at Table 2 this round\. Check that this is the right scoresheet\."
    ):
        actions.enter(scorekeeper, sheet_of(round_), paper=PLAIN, base=0, names={1: require(other).name.upper()})


def test_no_one_has_points_at_two_tables(round_: Round, scorekeeper: Actor, other_scorekeeper: Actor) -> None:
    one, other = sheet_of(round_, 1), sheet_of(round_, 2)
    name = require(require(other.table.seats.first()).place.player).name
    actions.enter(
        scorekeeper, one, paper=PLAIN, base=0, names={1: name}, note=EntryNote(reason="So it stands on the paper.")
    )
    actions.check(other_scorekeeper, one, base=1)
    actions.enter(scorekeeper, other, paper=PLAIN, base=0)
    with pytest.raises(Refused, match=f"{name} also has points at Table 1 this round"):
        actions.check(other_scorekeeper, other, base=1)


@pytest.mark.parametrize("first", [1, 2])
def test_no_show_may_have_played_at_another_table(
    round_: Round, scorekeeper: Actor, other_scorekeeper: Actor, first: int
) -> None:
    """No matter which sheet is verified first, the standings have the points."""
    one, other = sheet_of(round_, 1), sheet_of(round_, 2)
    player = require(other.table.seats.first()).place.player
    absent = {"rows": [{"status": "absent"}, {"total": 12}, {"total": 6}]}
    actions.enter(
        scorekeeper, one, paper=PLAIN, base=0, names={1: require(player).name}, note=EntryNote(reason="They sat there.")
    )
    actions.enter(scorekeeper, other, paper=absent, base=0, note=EntryNote(reason="So it stands on the paper."))
    for sheet in (one, other) if first == 1 else (other, one):
        actions.check(other_scorekeeper, sheet, base=1)
    assert set(Result.objects.filter(player=player).values_list("sheet", "status")) == {
        (one.pk, ""), (other.pk, "absent"),
    }  # fmt: skip
    scope = Scope((round_.division,))
    described = describe_players(scope, [("player", require(player).pk)], lambda who: who.name)
    assert described.rounds["player", require(player).pk][round_.pk].points == "5"


@pytest.mark.parametrize("verification", ["check", "rekey"])
def test_no_one_fills_two_seats_of_a_table(
    sheet: Sheet, event: Event, director_actor: Actor, scorekeeper: Actor, other_scorekeeper: Actor, verification: str
) -> None:
    """Printed in one seat and named in another, or named in both, unless they were a no-show in one."""
    set_verification(director_actor, event, verification)
    printed = sheet.table.seats.get(number=2).place.player
    spare = require(sheet_of(sheet.round, 2).table.seats.first()).place.player
    read = partial(
        actions.enter, scorekeeper, sheet, paper=PLAIN, base=0, note=EntryNote(reason="So it stands on the paper.")
    )
    if verification == "rekey":
        read()
        read = partial(actions.add_double_entry, other_scorekeeper, sheet, paper=PLAIN, base=1)
    with pytest.raises(Refused, match=f"{printed} is also in seat 2") as refused:
        read(names={3: require(printed).name})
    assert refused.value.field == "row-3-who"
    with pytest.raises(Refused, match=f"{printed} is also in seat 2") as refused:
        read(names={1: require(printed).name})
    assert refused.value.field == "row-1-who"
    with pytest.raises(Refused, match=f"{spare} is also in seat 1") as refused:
        read(names={1: require(spare).name, 3: require(spare).name})
    assert refused.value.field == "row-3-who"
    if verification == "check":
        with pytest.raises(Refused, match="Nova Newcomer is also in seat 1"):
            read(names={1: "Nova Newcomer", 3: "nova newcomer"})
    absent = {"rows": [{"total": 12}, {"status": "absent"}, {"total": 6}]}
    assert read(names={1: require(printed).name}, paper=absent).paper["rows"][0]["player"] == require(printed).pk


def test_one_player_in_two_seats_is_refused_when_verifying(
    sheet: Sheet, scorekeeper: Actor, other_scorekeeper: Actor
) -> None:
    """Such a sheet may be older than the check at entry."""
    entry = actions.enter(scorekeeper, sheet, paper=PLAIN, base=0)
    row = {"initials": "yes", "player": sheet.table.seats.get(number=2).place.player_id}
    twice = entry.paper | {"rows": [row, *entry.paper["rows"][1:]]}
    late = Entry.objects.create(
        sheet=sheet, number=2, based_on=1, paper=twice, depth="shakes", source="paper", correction="keyed",
        entered_by=scorekeeper.user,
    )  # fmt: skip
    Sheet.objects.filter(pk=sheet.pk).update(current=late)
    with pytest.raises(Refused, match="This scoresheet has the same player in 2 seats"):
        actions.check(other_scorekeeper, sheet, base=2)


def test_name_typed_for_an_empty_roster_spot_fills_it_when_verified(
    sheet: Sheet, scorekeeper: Actor, other_scorekeeper: Actor
) -> None:
    place = sheet.table.seats.get(number=3).place
    Place.objects.filter(pk=place.pk).update(player=None)
    actions.enter(scorekeeper, sheet, paper=PLAIN, base=0, names={3: "Frederika Faktorial"})
    actions.enter(
        scorekeeper, sheet, paper=PLAIN, base=1, names={3: "Frederika Factorial"}, note=EntryNote(correction="keyed")
    )
    actions.check(other_scorekeeper, sheet, base=2)
    place.refresh_from_db()
    assert require(place.player).name == "Frederika Factorial"


def test_later_substitution_does_not_change_who_played_before(
    tournament: Tournament, event: Event, director_actor: Actor, scorekeeper: Actor, other_scorekeeper: Actor
) -> None:
    round_ = play(director_actor, event, 1)
    sheet = sheet_of(round_)
    place = sheet.table.seats.get(number=1).place
    played = place.player
    spare = Player.objects.create(tournament=tournament, first_name="Spare", last_name="Sum", number=900)
    alternate = Place.objects.create(
        event=event, division=place.division, entry=place.entry, number=9, player=spare, is_alternate=True
    )
    checkin.substitute(director_actor, event, place=place, alternate=alternate)
    actions.enter(scorekeeper, sheet, paper=PLAIN, base=0)
    actions.check(other_scorekeeper, sheet, base=1)
    assert Result.objects.get(sheet=sheet, seat=1).player == played
