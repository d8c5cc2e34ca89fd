"""Setup: presets, settings, games, and copying a tournament, by verbs and by pages."""

from __future__ import annotations

from dataclasses import asdict
from datetime import date
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from foundation.activity.models import LogLine
from foundation.errors import EditConflict, NotAllowed, Refused
from foundation.people.actor import Actor
from foundation.people.models import Membership, User
from foundation.tournaments import Tournament
from tests import factories
from tests.helpers import SignIn, require
from tournament import actions as tournament_actions
from tournament.models import Division, Event, School
from tournament.privacy.actions import choose_privacy
from tournament.rooms.actions import TableRange, set_table_ranges
from tournament.rooms.models import Tables
from tournament.rosters.models import Place, Player
from tournament.rounds.actions import publish
from tournament.rounds.models import Round
from tournament.setup import actions

FACTS = actions.TournamentFacts(
    name="Fall Meet 2027",
    starts_on=date(2027, 11, 13),
    ends_on=date(2027, 11, 13),
    venue="Gym",
    time_zone="America/Detroit",
)


@pytest.fixture
def event(tournament: Tournament) -> Event:
    return tournament.events.get()


@pytest.fixture
def client(client_of: SignIn, director: User) -> Client:
    return client_of(director)


def reload_event(event: Event) -> Event:
    return Event.objects.get(pk=event.pk)


# -- verbs ------------------------------------------------------------------------------------------------------------


def test_preset_sets_settings_and_rounds(director_actor: Actor) -> None:
    created = actions.create_tournament(
        director_actor, None, facts=FACTS, editions=["mlag-basic-2018"], preset="mlag-saturday"
    )
    event = created.events.get()
    assert (event.rounds, event.minutes, event.seating, event.attendance_bonus) == (3, 30, "score_groups", 2)
    assert Round.objects.filter(tournament=created).count() == 3 * event.divisions.count()
    assert (created.public_names, created.names_until) == ("initial", date(2028, 7, 31))


def test_preset_that_does_not_fit_the_book_is_refused(director_actor: Actor) -> None:
    with pytest.raises(Refused) as refusal:
        actions.create_tournament(
            director_actor, None, facts=FACTS, editions=["agloa-equations-2019"], preset="challenge-cup"
        )
    assert refusal.value.sentence == ("Challenge Cup doesn’t use Equations · AGLOA 2019-20. Choose another rule book.")
    assert not Tournament.objects.exists()


def test_setting_is_changed_and_logged(director_actor: Actor, event: Event) -> None:
    actions.set_up(director_actor, event, version=1, rounds=3, seating="random", tie_breaks=("raw_points",))
    now = reload_event(event)
    assert (now.rounds, now.seating, now.tie_breaks, now.version) == (3, "random", ["raw_points"], 2)
    assert LogLine.objects.latest("id").text == (
        "changed the settings for Equations: Rounds 4 → 3; "
        "Seating method All rounds assigned in advance → Random each round; Tie-breaks none → Most raw points"
    )


def test_contradiction_changes_nothing(director_actor: Actor, event: Event) -> None:
    with pytest.raises(Refused) as refusal:
        actions.set_up(director_actor, event, version=1, rounds=3, seating="bump", verification="none")
    assert refusal.value.field == "verification"
    assert (reload_event(event).rounds, Round.objects.count()) == (4, 16)


def test_change_made_from_an_old_page_shows_what_is_different(director_actor: Actor, event: Event) -> None:
    actions.set_up(director_actor, event, version=1, rounds=5)
    with pytest.raises(EditConflict) as refusal:
        actions.set_up(director_actor, event, version=1, rounds=3)
    assert refusal.value.sentence == (
        "Someone else changed these settings while you were working. They chose “Rounds: 5”. Save again to use yours."
    )


def test_divisions_can_change_until_they_have_players(
    director_actor: Actor, tournament: Tournament, event: Event
) -> None:
    event = actions.set_up(director_actor, event, version=1, divisions=("E", "S"))
    assert [each.letter for each in event.divisions.all()] == ["E", "S"]
    event = actions.set_up(director_actor, event, version=2, divisions=("E", "M", "S"))
    assert [(each.letter, each.color) for each in event.divisions.all()] == [
        ("E", "blue"),
        ("M", "gold"),
        ("S", "pink"),
    ]
    assert Round.objects.count() == 12
    factories.roster(tournament, teams=1)
    with pytest.raises(Refused, match="Elementary still has players"):
        actions.set_up(director_actor, event, version=3, divisions=("M", "S"))


def test_division_with_a_published_round_cannot_be_removed(director_actor: Actor, event: Event) -> None:
    publish(director_actor, Round.objects.select_related("division", "tournament").get(division__letter="J", number=1))
    with pytest.raises(Refused, match="Junior has a published round"):
        actions.set_up(director_actor, event, version=1, divisions=("E", "M"))


def test_format_cannot_change_once_a_round_is_published(director_actor: Actor, event: Event) -> None:
    publish(director_actor, require(Round.objects.select_related("division", "tournament").filter(number=1).first()))
    with pytest.raises(Refused) as refusal:
        actions.set_up(director_actor, event, version=1, format="basic")
    assert refusal.value.field == "format"
    assert actions.set_up(director_actor, event, version=1, verification="rekey").verification == "rekey"


def test_team_size_decides_who_is_an_alternate(director_actor: Actor, tournament: Tournament, event: Event) -> None:
    factories.roster(tournament, teams=1, alternates=1)

    def alternates() -> list[int | None]:
        return list(Place.objects.filter(is_alternate=True).order_by("number").values_list("number", flat=True))

    actions.set_up(director_actor, event, version=1, team_size=4)
    assert alternates() == [5, 6]
    actions.set_up(director_actor, event, version=2, team_size=6)
    assert alternates() == []


def test_game_is_added_and_removed(director_actor: Actor, tournament: Tournament, event: Event) -> None:
    added = actions.add_event(director_actor, tournament, edition="agloa-onsets-2014", preset="agloa-nationals")
    assert (added.game, added.seating) == ("On-Sets", "sections")
    with pytest.raises(Refused, match="has a game with this rule book"):
        actions.add_event(director_actor, tournament, edition="agloa-onsets-2014", preset="custom")
    actions.remove_event(director_actor, added)
    assert [each.game for each in tournament.events.all()] == ["Equations"]
    with pytest.raises(Refused, match="needs at least one game"):
        actions.remove_event(director_actor, event)


def test_game_with_a_roster_cannot_be_removed(director_actor: Actor, tournament: Tournament, event: Event) -> None:
    factories.roster(tournament)
    actions.add_event(director_actor, tournament, edition="agloa-onsets-2014", preset="custom")
    with pytest.raises(Refused, match="players on its roster"):
        actions.remove_event(director_actor, event)


def test_copy_has_everything_but_the_people(
    director_actor: Actor, director: User, tournament: Tournament, event: Event
) -> None:
    actions.set_up(director_actor, event, version=1, rounds=3, divisions=("E", "M"), seating="bump")
    Division.objects.filter(event=event, letter="E").update(color="teal")
    set_table_ranges(
        director_actor, tournament, event=event, ranges=[TableRange(event.divisions.get(letter="E"), "Gym B", 1, 12)]
    )
    choose_privacy(director_actor, tournament, public_names="number", names_until=date(2026, 12, 31))
    factories.roster(tournament)
    factories.helper(tournament, "judge")
    created = actions.copy_tournament(director_actor, None, facts=FACTS, like=tournament)
    copied = created.events.get()
    assert copied.settings == reload_event(event).settings
    assert copied.book == event.book
    assert [(each.letter, each.color) for each in copied.divisions.all()] == [("E", "teal"), ("M", "gold")]
    tables = Tables.objects.get(room__tournament=created)
    assert (tables.room.name, tables.first, tables.last, tables.division.event) == ("Gym B", 1, 12, copied)
    assert (created.public_names, created.names_until) == ("number", date(2028, 7, 31))
    assert [membership.user for membership in Membership.objects.filter(tournament=created)] == [director]
    for people in (Player, School):
        assert not people.objects.filter(tournament=created).exists()
    assert Round.objects.filter(tournament=created, state="draft").count() == 6
    assert LogLine.objects.latest("id").text == "created the tournament Fall Meet 2027 as a copy of Fall Meet"


def test_only_a_director_can_copy_a_tournament(tournament: Tournament) -> None:
    with pytest.raises(NotAllowed):
        actions.copy_tournament(Actor(user=factories.user("Olga Otherwhere")), None, facts=FACTS, like=tournament)


def test_finished_tournament_can_be_copied(director_actor: Actor, tournament: Tournament) -> None:
    tournament_actions.finish(director_actor, tournament_actions.start(director_actor, tournament))
    assert actions.copy_tournament(director_actor, None, facts=FACTS, like=tournament).events.count() == 1


# -- pages ------------------------------------------------------------------------------------------------------------


def form_of(event: Event, **change: Any) -> dict[str, Any]:
    choices = vars(reload_event(event).settings) | {"version": reload_event(event).version} | change
    ties = choices.pop("tie_breaks")
    data = {name: value for name, value in choices.items() if value is not False}
    return data | {f"tie_breaks_{number}": value for number, value in enumerate(ties)}


def page(name: str, event: Event, *more: int) -> str:
    return reverse(name, args=[event.tournament.slug, *more])


def test_new_tournament_offers_presets_and_earlier_tournaments(client: Client, tournament: Tournament) -> None:
    response = client.get(reverse("tournament_create"))
    assert [preset.name for preset in response.context["presets"]] == [
        "AGLOA Nationals",
        "AGLOA league day",
        "MLAG Saturday",
        "MLAG States",
        "Challenge Cup",
        "Custom",
    ]
    assert list(response.context["earlier"]) == [tournament]


def test_preset_checks_its_books_and_leads_to_the_games(client: Client) -> None:
    form = client.get(reverse("tournament_create"), {"preset": "challenge-cup"}).context["form"]
    assert form["editions"].initial == ["acc-2026"]
    data = asdict(FACTS) | {"preset": "challenge-cup", "editions": "acc-2026", "time_zone": "America/New_York"}
    response = client.post(reverse("tournament_create"), data)
    created = Tournament.objects.get()
    assert (response.status_code, response.headers["Location"]) == (302, reverse("games", args=[created.slug]))
    assert created.events.get().preset == "challenge-cup"


def test_page_shows_every_setting_with_its_source(client: Client, event: Event) -> None:
    groups = client.get(page("event_setup", event, event.pk)).context["form"].groups
    fields = {each.field.name: each for _, fields in groups for each in fields}
    assert fields["rounds"].source == "Headtable suggests 4 rounds, as at Nationals."
    assert fields["minutes"].source == "Rule book: EQ XI-B."
    assert fields["table_size"].source == "Rule book: EQ I-A. Headtable interpretation: table sizes."
    assert [name for name, each in fields.items() if each.is_changed] == []
    assert "no_goal" not in fields, "this book leaves no choice there"


def test_page_saves_and_leads_to_the_next_step(client: Client, event: Event) -> None:
    response = client.post(page("event_setup", event, event.pk), form_of(event, rounds=3, tie_breaks=("lot",)))
    assert (response.status_code, response.headers["Location"]) == (302, page("rooms", event))
    assert (reload_event(event).rounds, reload_event(event).tie_breaks) == (3, ["lot"])
    groups = client.get(page("event_setup", event, event.pk)).context["form"].groups
    changed = [(each.field.name, each.preset) for _, fields in groups for each in fields if each.is_changed]
    assert changed == [("rounds", "4"), ("tie_breaks", "none")]


def test_page_shows_all_contradictions_and_keeps_the_input(client: Client, event: Event) -> None:
    data = form_of(event, rounds=99, seating="bump", verification="none")
    refused = client.post(page("event_setup", event, event.pk), data)
    assert (refused.status_code, sorted(refused.context["form"].errors)) == (422, ["rounds", "verification"])
    assert refused.context["form"]["rounds"].value() == "99"


def test_page_shows_a_contradiction_while_choosing_and_saves_nothing(client: Client, event: Event) -> None:
    data = form_of(event, rounds=3, seating="bump", verification="none")
    response = client.post(page("event_setup", event, event.pk), data, headers={"HX-Request": "true"})
    assert (response.status_code, response.templates[0].name) == (200, "tournament/setup/_setting_notes_live.html")
    assert list(response.context["form"].errors) == ["verification"]
    assert reload_event(event).rounds == 4


STAY, AGAIN = "Published tables stay the same.", "Reassign any tables that are still drafts."


def effects_on(answer: Any) -> dict[str, str]:
    fields = [each for _, group in answer.context["form"].groups for each in group]
    return {each.field.name: each.effect for each in fields if each.effect}


@pytest.mark.parametrize(
    ("change", "effects"),
    [
        (
            {"team_size": 4},
            {"team_size": "2 players become alternates and won’t be seated when tables are assigned next."},
        ),
        (
            {"team_size": 6},
            {"team_size": "2 alternates become players and will be seated when tables are assigned next."},
        ),
        (
            {"team_size": 9},
            {"team_size": "4 alternates become players and will be seated when tables are assigned next."},
        ),
        ({"table_size": 2}, {"table_size": "The next tables will have 2 players."}),
        ({"rounds": 3}, {}),
    ],
)
def test_page_shows_the_effect_of_a_size_once_a_round_is_published(
    director_actor: Actor, client: Client, event: Event, change: dict, effects: dict
) -> None:
    factories.roster(event.tournament, teams=2, alternates=2)
    where, sent = page("event_setup", event, event.pk), form_of(event, **change)
    before = client.post(where, sent, headers={"HX-Request": "true"})
    publish(director_actor, Round.objects.get(division__letter="E", number=1))
    while_choosing = client.post(where, sent, headers={"HX-Request": "true"})
    wanted = {name: f"{STAY} {sentence} {AGAIN}" for name, sentence in effects.items()}
    assert (effects_on(before), effects_on(while_choosing)) == ({}, wanted)
    saved = client.post(where, sent, follow=True)
    assert [str(message) for message in saved.context["messages"]] == [*wanted.values(), "Saved."]


def test_page_says_if_a_size_moves_no_one(director_actor: Actor, client: Client, event: Event) -> None:
    publish(director_actor, Round.objects.get(division__letter="E", number=1))
    answer = client.post(
        page("event_setup", event, event.pk), form_of(event, team_size=4), headers={"HX-Request": "true"}
    )
    assert effects_on(answer) == {"team_size": f"{STAY} No one becomes a player or an alternate. {AGAIN}"}


def test_page_copies_a_tournament(client: Client, tournament: Tournament) -> None:
    path = reverse("tournament_copy", args=[tournament.slug])
    assert client.get(path).context["form"]["venue"].initial == "Pascal Middle School"
    data = asdict(FACTS) | {"time_zone": "America/New_York"}
    assert client.post(path, data).headers["Location"] == reverse("games", args=["fall-meet-2027"])
