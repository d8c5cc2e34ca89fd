"""The data of the fault tests: scoresheets to enter, rounds to draw, documents to print, and protests to decide.

Each kind has its own tournament, so that no request waits for another.
"""

from __future__ import annotations

import json
from typing import Any

from foundation.people.actor import Actor
from foundation.people.models import Role, User
from foundation.tournaments import Tournament
from judging.protests import actions as protests
from judging.protests.actions import NewProtest
from judging.protests.models import Protest
from scoring.entry import actions as scoring
from scoring.entry.entries import EntryNote
from scoring.models import Sheet
from tests import factories
from tests.collecting_round import create_collecting_round, scorekeeper_with_session, session_of, sheets_of
from tests.system.fault_timing import FAULTS_PER_TEST
from tournament import actions as tournament_actions
from tournament.rounds.models import Round
from tournament.setup.actions import set_up

ROWS = [{"initials": "refused", "refusal": "protests"}, {"initials": "yes"}, {"initials": "yes"}]
PAPER = {"rows": ROWS, "columns": [{"cells": ["6", "2", "2"]}, {"cells": ["4", "4", "2"]}]}


BATCHES = 6 + 3 * FAULTS_PER_TEST
SHEETS, ROUNDS, APPEALS, TABLES = 3 * BATCHES, 8, BATCHES, 30


def create_scenario() -> str:
    """Create the four tournaments; return their slugs, sessions, and ids as JSON."""
    saves = create_collecting_round(SHEETS)
    _, session = scorekeeper_with_session(saves)
    draws, rounds = _create_rounds_to_draw(ROUNDS)
    prints = create_collecting_round(TABLES)
    round_ = Round.objects.get(division__event__tournament=prints)
    scenario: dict[str, Any] = {
        "saves": {"slug": saves.slug, "session": session, "sheets": sheets_of(saves)},
        "draws": {
            "slug": draws.slug,
            "token": factories.api_token(draws).secret,
            "session": session_of(factories.director_of(draws)),
            "rounds": rounds,
        },
        "prints": {"slug": prints.slug, "token": factories.api_token(prints).secret, "round": round_.pk},
        "appeals": _create_protests_to_decide(APPEALS),
    }
    return json.dumps(scenario)


def _create_rounds_to_draw(rounds: int) -> tuple[Tournament, list[int]]:
    director = factories.user("Dana Director")
    tournament = factories.tournament(director, "Draws")
    factories.roster(tournament, teams=6)
    set_up(Actor(user=director), tournament.events.get(), version=1, rounds=rounds, divisions=("E",), seating="random")
    tournament_actions.start(Actor(user=director), tournament)
    found = Round.objects.filter(division__event__tournament=tournament).order_by("number")
    return tournament, list(found.values_list("pk", flat=True))


def _create_protests_to_decide(appeals: int) -> dict[str, Any]:
    """Create verified scoresheets, each with a protest that its panel has heard and voted on."""
    tournament = create_collecting_round(appeals)
    enters, reviews = (Actor(user=factories.helper(tournament, Role.SCOREKEEPER)) for _ in range(2))
    judge, head = (Actor(user=factories.helper(tournament, role)) for role in (Role.JUDGE, Role.HEAD_JUDGE))
    panel = [Actor(user=factories.helper(tournament, Role.APPEALS_PANEL)) for _ in range(3)]
    found = [_hear_protest(sheet, enters, reviews, judge, head, panel) for sheet in sheets_of(tournament)]
    assert panel[0].user is not None
    return {"slug": tournament.slug, "session": session_of(panel[0].user), "protests": found}


def _hear_protest(sheet_id: int, enters: Actor, reviews: Actor, judge: Actor, head: Actor, panel: list[Actor]) -> int:
    sheet = Sheet.objects.select_related("tournament", "table", "round__division__event__book").get(pk=sheet_id)
    scoring.enter(enters, sheet, paper=PAPER, base=0, note=EntryNote(reason="a protest"))
    scoring.check(reviews, Sheet.objects.select_related("tournament").get(pk=sheet_id), base=1)
    sheet = Sheet.objects.select_related("tournament", "current").get(pk=sheet_id)
    fields: dict[str, Any] = {
        "ruling": "The Solution is wrong.",
        "complaint": "It equals the Goal.",
        "opinions": "three",
    }
    protest = protests.file(judge, sheet, form=NewProtest(seat=1, judges="One\nTwo\nThree", **fields), call=None)
    protests.accept(head, protest)
    for each in panel:
        assert isinstance(each.user, User)
        protests.name_member(head, protest, member=each.user)
    protests.hear(panel[0], protest)
    for each in panel[:2]:
        protests.vote(each, protest, outcome="rescored", reason="So we read the rule.")
    return Protest.objects.get(pk=protest.pk).pk
