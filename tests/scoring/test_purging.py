"""Removing student names leaves none of them in entries; points stay."""

from __future__ import annotations

import json

from foundation.activity.models import LogLine
from foundation.people.actor import Actor
from foundation.tournaments import Tournament
from scoring.entry import actions
from scoring.entry.entries import EntryNote
from scoring.models import Entry, Result, Sheet
from tests.scoring.conftest import paper
from tournament import actions as tournament_actions
from tournament.privacy.actions import purge


def test_removing_names_keeps_points(
    tournament: Tournament, sheet: Sheet, director_actor: Actor, scorekeeper: Actor, other_scorekeeper: Actor
) -> None:
    name = "Zenobia Zahlen"
    refused = paper("6 4", "2 4", "4 2")
    refused["rows"][1] = {"initials": "refused", "refusal": f"{name} says so"}
    doubtful = paper("6", "6", "6")
    actions.enter(scorekeeper, sheet, paper=doubtful, base=0, note=EntryNote(reason=f"{name} won."), names={1: name})
    actions.enter(scorekeeper, sheet, paper=refused, base=1, note=EntryNote(correction="keyed"), names={1: name})
    actions.check(other_scorekeeper, sheet, base=2)
    actions.flag(other_scorekeeper, sheet, problem=f"Ask {name}.")
    before = list(Result.objects.values_list("seat", "points"))
    tournament_actions.finish(director_actor, Tournament.objects.get())
    purge(director_actor, Tournament.objects.get())
    left = [
        json.dumps(list(rows.values()), default=str)
        for rows in (Entry.objects.all(), Sheet.objects.all(), LogLine.objects.all(), Result.objects.all())
    ]
    assert [("Zenobia" in text, "Player Letter" in text) for text in left] == [(False, False)] * 4
    assert list(Result.objects.values_list("seat", "points")) == before
    assert sheet.entries.get(number=2).paper["rows"][1] == {"initials": "refused"}
