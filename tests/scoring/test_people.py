"""Who sat there: a place gets its name and what was played in it follows; of two with one name the number tells."""

from __future__ import annotations

from typing import Any

import pytest

from scoring import actions
from scoring.models import Result, Sheet
from scoring.ranks.lists import Standings
from scoring.ranks.scope import Scope
from tests.scoring.conftest import PLAIN, paper, play, sheet_of, verify_all
from tournament.errors import Refused
from tournament.models import Division, Event
from tournament.people.actor import Actor
from tournament.rosters.editing import facts_of, put
from tournament.rosters.models import Place, Player
from tournament.rounds import actions as rounds
from tournament.rounds.models import Round


@pytest.fixture
def nameless(event: Event, boss: Actor, clerk: Actor, second: Actor) -> Place:
    """A place that played the first round without a name."""
    round_ = play(boss, event, 1)
    place = sheet_of(round_).table.seats.get(number=1).place
    Place.objects.filter(pk=place.pk).update(player=None)
    verify_all(round_, clerk, second)
    rounds.complete(boss, round_)
    return Place.objects.get(pk=place.pk)


def lines_of(event: Event, place: Place) -> list[tuple[str, str]]:
    """Of the standings, those of whoever played in that place."""
    names = {place.name, *Player.objects.filter(results__place=place).values_list("last_name", flat=True)}
    rows = Standings(Scope(list(Division.objects.filter(event=event))), "players").rows()
    return [
        (row.label.name, row.points) for row in rows if set(row.label.name.split()) & names or row.label.name in names
    ]


def verified(sheet: Sheet, clerk: Actor, second: Actor, base: int = 0, **more: Any) -> None:
    actions.enter(clerk, sheet, base=base, **{"paper": PLAIN} | more)
    actions.check(second, sheet, base=base + 1)


def seat_of(place: Place, round_: Round) -> tuple[Sheet, int]:
    seat = place.seats.get(draw__round=round_, draw__state="published")
    return seat.table.sheet, seat.number


def test_name_written_in_a_later_round_takes_the_points_of_before_along(
    nameless: Place, event: Event, boss: Actor, clerk: Actor, second: Actor
) -> None:
    assert len(lines_of(event, nameless)) == 1
    sheet, seat = seat_of(nameless, play(boss, event, 2))
    verified(sheet, clerk, second, names={seat: "Nova Newcomer"})
    nameless.refresh_from_db()
    results = Result.objects.filter(place=nameless)
    assert [result.player.last_name for result in results] == ["Newcomer"] * 2
    total = sum(result.points for result in results)
    assert lines_of(event, nameless) == [("Nova Newcomer", f"{total.normalize():f}")]


def test_name_given_on_the_roster_does_so_too(nameless: Place, event: Event) -> None:
    facts = facts_of(Place.objects.select_related("player", "entry__team__school", "division").get(pk=nameless.pk))
    put(event, facts.__class__(**vars(facts) | {"first": "Nova", "last": "Newcomer"}), nameless)
    assert [name for name, _ in lines_of(event, nameless)] == ["Nova Newcomer"]
    assert nameless.results.get().player == Player.objects.get(last_name="Newcomer")


def test_points_stay_with_the_place_in_a_round_that_the_child_played_elsewhere(
    nameless: Place, event: Event, boss: Actor, clerk: Actor, second: Actor
) -> None:
    """Who sat at another table in round 1 is not who sat here."""
    other = Result.objects.exclude(place=nameless).exclude(sheet=nameless.results.get().sheet).first()
    Place.objects.filter(pk=other.place_id).update(player=None)
    sheet, seat = seat_of(nameless, play(boss, event, 2))
    verified(sheet, clerk, second, names={seat: other.player.name}, reason="So it stands on the paper.")
    nameless.refresh_from_db()
    assert nameless.player == other.player
    assert [result.player for result in nameless.results.order_by("round__number")] == [None, other.player]


def test_slip_in_a_name_that_filled_a_place_is_mended_with_the_sheet(
    round_: Round, clerk: Actor, second: Actor, boss: Actor
) -> None:
    sheet = sheet_of(round_)
    place = sheet.table.seats.get(number=1).place
    Place.objects.filter(pk=place.pk).update(player=None)
    verified(sheet, clerk, second, names={1: "Nova Newkomer"})
    assert Place.objects.get(pk=place.pk).player.last_name == "Newkomer"
    verified(sheet, clerk, boss, base=1, names={1: "Nova Newcomer"}, correction="keyed")
    assert Place.objects.get(pk=place.pk).player.last_name == "Newcomer"
    assert sheet.results.get(seat=1).player.last_name == "Newcomer"


def test_of_two_with_one_name_the_number_tells(round_: Round, clerk: Actor, second: Actor) -> None:
    sheet = sheet_of(round_)
    one, other = (
        Player.objects.create(tournament=sheet.tournament, first_name="Nova", last_name="Newcomer", number=number)
        for number in (901, 902)
    )
    with pytest.raises(Refused) as refusal:
        actions.enter(clerk, sheet, paper=PLAIN, base=0, names={2: "nova newcomer"})
    assert refusal.value.field == "row-2-who"
    assert refusal.value.sentence == "Several are called nova newcomer. Type the player's number: 901 or 902."
    with pytest.raises(Refused, match="Nobody has the number 903"):
        actions.enter(clerk, sheet, paper=PLAIN, base=0, names={2: "903"})
    verified(sheet, clerk, second, names={2: "902"})
    assert sheet.results.get(seat=2).player == other
    changed = paper("6 4 2", "2 4 6", "2 2 4")
    verified(
        sheet, clerk, second, base=1, paper=changed, names={2: "Nova Newcomer"}, correction="keyed", reason="Read anew."
    )
    assert (sheet.results.get(seat=2).player, one.results.count()) == (other, 0)
