"""A verified round, judges who ruled at its first table, and a panel of others."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from foundation.people.actor import Actor
from foundation.people.models import Role
from foundation.tournaments import Tournament
from judging.calls import actions as calls
from judging.calls.actions import NewRuling
from judging.models import Call
from judging.protests import actions
from judging.protests.actions import NewProtest
from judging.protests.models import Protest
from judging.protests.sheet_edits import PanelEdits
from scoring.entry import actions as scoring
from scoring.entry.entries import EntryNote
from scoring.models import Sheet
from scoring.round_results import live_sheets
from tests.judging.conftest import head_judge, judge, judges, round_, sheet  # noqa: F401
from tests.reused_fixtures import reused
from tests.scoring.conftest import event, other_scorekeeper, paper, scorekeeper  # noqa: F401
from tournament.rounds.models import Round

from tests.judging.conftest import person  # isort: skip

CELLS = [("6 4 2", "2 4 6", "2 2 2"), ("6 6 2", "2 2 6", "2 2 2"), ("2 6 2", "2 2 6", "6 2 2")]


def refused_paper(*players: str, seat: int = 1) -> dict[str, Any]:
    """A scoresheet that the player in this seat refused to initial."""
    sheet_paper = paper(*players)
    sheet_paper["rows"][seat - 1] = {"initials": "refused", "refusal": "protests"}
    return sheet_paper


def make_two_rulings(judges: list[Actor], sheet: Sheet, *, agrees: bool = True) -> Call:  # noqa: F811
    """Two judges rule at a table. Returns the first visit of the matter."""
    first = calls.begin(judges[0], sheet)
    ruling = NewRuling("Hidden verdict one.", situation="Secret cubes lay there.", shake=1, rule="JM A5")
    calls.rule(judges[0], first, ruling=ruling)
    calls.ask_for_another(judges[0], first)
    calls.end(judges[0], first)
    second = calls.begin(judges[1], sheet)
    calls.rule(judges[1], second, ruling=NewRuling(decision="Hidden verdict two.", shake=1))
    calls.compare(judges[1], second, agrees=agrees)
    calls.end(judges[1], second)
    return Call.objects.get(pk=first.pk)


@pytest.fixture
@reused
def ruled_call(judges: list[Actor], sheet: Sheet) -> Call:  # noqa: F811
    return make_two_rulings(judges, sheet)


@pytest.fixture
@reused
def verified_sheet(
    round_: Round,  # noqa: F811
    ruled_call: Call,
    sheet: Sheet,  # noqa: F811
    scorekeeper: Actor,  # noqa: F811
    other_scorekeeper: Actor,  # noqa: F811
) -> Sheet:
    """Every sheet of the round is verified. At the first table, seat 1 refused to initial."""
    for at, each in enumerate(live_sheets(round_)):
        cells = CELLS[at % len(CELLS)]
        typed = refused_paper(*cells) if each.pk == sheet.pk else paper(*cells)
        scoring.enter(scorekeeper, each, paper=typed, base=0, note=EntryNote(reason="a protest"))
        scoring.check(other_scorekeeper, each, base=1)
    return Sheet.objects.select_related("tournament", "current").get(pk=sheet.pk)


@pytest.fixture
@reused
def panel(tournament: Tournament) -> list[Actor]:
    return [person(tournament, Role.APPEALS_PANEL) for _ in range(3)]


def file_protest(actor: Actor, sheet: Sheet, call: Call | None, **more: Any) -> Protest:  # noqa: F811
    form = NewProtest(seat=1, ruling="The Solution is wrong.", complaint="It equals the Goal of Ada.")
    return actions.file(actor, sheet, form=replace(form, **more), call=call)


@pytest.fixture
@reused
def protest(verified_sheet: Sheet, judge: Actor, ruled_call: Call) -> Protest:  # noqa: F811
    return file_protest(judge, verified_sheet, ruled_call)


def hear_with_panel(head_judge: Actor, protest: Protest, members: list[Actor]) -> Protest:  # noqa: F811
    """Accept the protest, name a complete panel, and hear it."""
    actions.accept(head_judge, protest)
    for each in members:
        assert each.user
        actions.name_member(head_judge, protest, member=each.user)
    return actions.hear(members[0], protest)


@pytest.fixture
@reused
def heard_protest(head_judge: Actor, protest: Protest, panel: list[Actor]) -> Protest:  # noqa: F811
    return hear_with_panel(head_judge, protest, panel)


def cast_votes(members: list[Actor], protest: Protest, outcome: str) -> None:
    for each in members:
        actions.vote(each, protest, outcome=outcome, reason="So we read the rule.")


def rescoring_edits(base: int, *cells: str) -> PanelEdits:
    """Edits that give the first shake these points."""
    return PanelEdits(base=base, cells={1: list(cells)})


def set_collected_ago(round_: Round, minutes: int) -> None:  # noqa: F811
    """Pretend that scoresheets were called in this many minutes ago."""
    ago = timezone.now() - timedelta(minutes=minutes)
    Round.objects.filter(pk=round_.pk).update(collected_at=ago)
