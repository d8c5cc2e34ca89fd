"""Scoresheets by API: enter, warnings, verification by someone else, blind double entry, conflicts."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from foundation.people.actor import Actor
from foundation.people.models import Role, User
from foundation.tournaments import Tournament
from scoring.entry import actions
from scoring.models import Entry, Result, Sheet
from tests import factories
from tests.helpers import require
from tests.reused_fixtures import reused
from tests.scoring.conftest import PLAIN, paper, sheet_of
from tournament.models import Event
from tournament.rounds.models import Round
from tournament.setup.actions import set_up

OTHER = paper("6 4 4", "2 4 4", "2 2 2")


def post_verb(client: Client, sheet: Sheet, verb: str, body: dict[str, Any], **headers: str) -> Any:
    path = f"/api/tournaments/{sheet.tournament.slug}/sheets/{sheet.pk}/{verb}/"
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return client.generic("POST", path, data=json.dumps(body), content_type="application/json", headers=named)


def get_sheet(client: Client, sheet: Sheet, more: str = "") -> Any:
    return client.get(f"/api/tournaments/{sheet.tournament.slug}/sheets/{sheet.pk}/{more}")


@pytest.fixture
def program(tournament: Tournament) -> Client:
    """A client with a token, acting for the director who created it."""
    return factories.program(factories.api_token(tournament, Role.SCOREKEEPER))


def test_program_enters_a_sheet_and_a_person_verifies_it(sheet: Sheet, program: Client, scorekeeper: Actor) -> None:
    answer = post_verb(program, sheet, "entries", {"paper": PLAIN, "base": 0})
    assert (answer.status_code, answer.json()) == (201, {"sheet": sheet.pk, "number": 1, "state": "entered"})
    entry = Entry.objects.get()
    assert (entry.source, require(entry.entered_by).name, entry.paper) == ("api", "Dana Director", PLAIN)
    actions.check(scorekeeper, sheet, base=1)
    found = get_sheet(program, sheet).json()
    assert (found["state"], found["current"], found["is_verified"]) == ("verified", 1, True)
    assert [each["points"] for each in found["reading"]["players"]] == ["5.00", "5.00", "2.00"]
    assert found["reading"]["paper"] == PLAIN


def test_token_cannot_verify_its_makers_own_entry(sheet: Sheet, director_actor: Actor, program: Client) -> None:
    actions.enter(director_actor, sheet, paper=PLAIN, base=0)
    answer = post_verb(program, sheet, "check", {"base": 1})
    assert (answer.status_code, answer.json()["title"]) == (
        403,
        "You entered this scoresheet, so someone else has to verify it.",
    )


def test_warnings_are_returned_and_need_a_reason(sheet: Sheet, program: Client) -> None:
    odd = PLAIN | {"rows": [{"initials": "yes"}, {"initials": "yes"}, {}]}
    refused = post_verb(program, sheet, "entries", {"paper": odd, "base": 0})
    told = refused.json()
    assert (refused.status_code, told["field"]) == (422, "reason")
    assert [(each["kind"], each["field"]) for each in told["doubts"]] == [("initials", "row-3-initials")]
    assert told["title"] == f"{told['doubts'][0]['sentence']} Fix it, or say why it’s correct."
    taken = post_verb(program, sheet, "entries", {"paper": odd, "base": 0, "reason": "So it stands there."})
    assert (taken.status_code, Entry.objects.get().is_doubtful) == (201, True)


def test_invalid_cell_is_named(sheet: Sheet, program: Client) -> None:
    answer = post_verb(program, sheet, "entries", {"paper": paper("6 x", "2 2", "2 2"), "base": 0})
    sentence = "“x” isn’t a score. Enter points like 6, a penalty like 2-1, or a for absent."
    assert (answer.status_code, answer.json()["title"], answer.json()["field"]) == (422, sentence, "shake-2-1")
    assert answer.json()["problems"] == [{"field": "shake-2-1", "sentence": sentence}]


def test_stale_entry_is_refused_with_the_current_number(sheet: Sheet, program: Client, scorekeeper: Actor) -> None:
    actions.enter(scorekeeper, sheet, paper=PLAIN, base=0)
    late = post_verb(program, sheet, "entries", {"paper": OTHER, "base": 0})
    assert (late.status_code, late.json()["current"], Entry.objects.count()) == (409, 1, 1)
    changed = post_verb(program, sheet, "entries", {"paper": OTHER, "base": 1, "correction": "keyed"})
    assert (changed.status_code, changed.json()["number"]) == (201, 2)


def test_repeated_entry_is_one_entry(sheet: Sheet, program: Client) -> None:
    body = {"paper": PLAIN, "base": 0}
    one, two = (post_verb(program, sheet, "entries", body, Idempotency_Key="k1") for _ in range(2))
    assert (one.status_code, two.status_code, one.json()) == (201, 201, two.json())
    assert Entry.objects.count() == 1


@pytest.fixture
@reused
def double_entry_event(event: Event, director_actor: Actor) -> Event:
    return set_up(director_actor, event, version=Event.objects.get(pk=event.pk).version, verification="rekey")


def test_double_entry_does_not_show_the_first_entry(
    double_entry_event: Event, round_: Round, program: Client, scorekeeper: Actor
) -> None:
    sheet = sheet_of(round_)
    actions.enter(scorekeeper, sheet, paper=PLAIN, base=0)
    hidden = get_sheet(program, sheet).json()["reading"]
    assert (hidden["is_hidden"], hidden["paper"], hidden["doubts"]) == (True, None, [])
    assert {each["points"] for each in hidden["players"]} == {None}
    entries = get_sheet(program, sheet, "entries/")
    assert (entries.status_code, entries.json()["title"]) == (
        403,
        "Entries are hidden until you’ve entered this scoresheet yourself or ruled at the table.",
    )
    assert post_verb(program, sheet, "rekey", {"paper": OTHER, "base": 1}).json()["state"] == "differs"
    shown = get_sheet(program, sheet, "entries/").json()["results"]
    assert [(each["number"], each["kind"]) for each in shown] == [(1, "entry"), (2, "rekey")]
    settled = post_verb(program, sheet, "settle", {"paper": PLAIN, "base": 1})
    assert (settled.json()["state"], Result.objects.count()) == ("verified", 3)


def test_player_of_another_tournament_is_refused(sheet: Sheet, program: Client, director: User) -> None:
    other = factories.tournament(director, "Other Meet")
    factories.roster(other, teams=1)
    stranger = other.players.earliest("pk").pk
    body = {"paper": PLAIN | {"rows": [{"initials": "yes", "player": stranger}, {}, {}]}, "base": 0, "reason": "r"}
    answer = post_verb(program, sheet, "entries", body)
    assert (answer.status_code, answer.json()["fields"]) == (
        422,
        {"paper": ["This player isn’t in this tournament."]},
    )


def test_small_verbs_answer_with_the_sheet(sheet: Sheet, program: Client, tournament: Tournament) -> None:
    assert post_verb(program, sheet, "receive", {}).json()["state"] == "in"
    assert post_verb(program, sheet, "flag", {"problem": "Shake 3"}).json()["problem"] == "Shake 3"
    assert post_verb(program, sheet, "clear", {}).json()["problem"] == ""
    director = factories.program(factories.api_token(tournament))
    assert post_verb(director, sheet, "excuse", {"reason": "Nobody came."}).json()["state"] == "excused"


def test_standings_match_the_page(sheet: Sheet, program: Client, scorekeeper: Actor, other_scorekeeper: Actor) -> None:
    actions.enter(scorekeeper, sheet, paper=PLAIN, base=0)
    actions.check(other_scorekeeper, sheet, base=1)
    division = sheet.round.division
    path = f"/api/tournaments/{sheet.tournament.slug}/standings/?division={division.pk}"
    found = program.get(path).json()
    page = program.get(f"{path}&list=teams").json()
    assert (found["state"], found["open_sheets"], found["columns"]) == ("provisional", 4, ["R1", "R2", "R3"])
    assert [(row["rank"], row["is_tied"], row["points"]) for row in found["rows"]] == [
        (1, True, "5"),
        (1, True, "5"),
        (3, False, "2"),
    ]
    assert found["rows"][0]["cells"][0] == {"points": "5", "sheet": sheet.pk}
    assert sorted(row["name"] for row in page["rows"]) == ["Team 1", "Team 2", "Team 3"]


def test_public_standings_have_no_full_names(
    sheet: Sheet, program: Client, scorekeeper: Actor, other_scorekeeper: Actor
) -> None:
    actions.enter(scorekeeper, sheet, paper=PLAIN, base=0)
    actions.check(other_scorekeeper, sheet, base=1)
    path = f"/api/tournaments/{sheet.tournament.slug}/standings/"
    whole, public = (
        [row["name"] for row in program.get(f"{path}?names={names}").json()["rows"]] for names in ("whole", "public")
    )
    assert [name.rpartition(" ")[0].removesuffix(" Letter") + " L." for name in whole] == public


def test_standings_of_an_unknown_division_are_refused(sheet: Sheet, program: Client) -> None:
    answer = program.get(f"/api/tournaments/{sheet.tournament.slug}/standings/?division=999999")
    assert (answer.status_code, answer.json()["fields"]) == (
        422,
        {"division": ["This division isn’t in this tournament."]},
    )
