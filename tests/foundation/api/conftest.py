"""A running tournament, with something at every URL of the API."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from foundation.jobs.models import Job, JobResult
from foundation.people.actor import Actor
from foundation.people.models import Role
from foundation.tournaments import Tournament
from judging.protests.models import Protest
from pairings import actions as draws
from pairings.proposals import propose_tables
from scoring.entry import actions as scoring
from scoring.models import Sheet
from tests import factories
from tests.reused_fixtures import reused
from tests.scoring.conftest import PLAIN, play, sheet_of
from tournament import actions as tournament_actions
from tournament.rosters.models import Place, TeamEntry
from tournament.rounds.models import Round
from tournament.setup.actions import set_up


@dataclass(frozen=True)
class Day:
    tournament: Tournament
    director_actor: Actor
    keys: dict[str, Any]
    named: dict[str, Any]

    def path(self, rest: str = "") -> str:
        return f"/api/tournaments/{self.tournament.slug}/{rest}"


@pytest.fixture
@reused
def the_day(tournament: Tournament, director_actor: Actor) -> Day:
    """Round 1 is being collected: table 1 verified, table 2 entered, the others missing. Round 2 is a draft.

    `keys`: what the URLs of each resource can name. `named`: what a body can name.
    """
    factories.roster(tournament, teams=3, alternates=1)
    event = set_up(director_actor, tournament.events.get(), version=1, rounds=3, divisions=("E",), verification="check")
    tournament_actions.start(director_actor, tournament)
    round_ = play(director_actor, event, 1)
    scorekeeper, second = (Actor(user=factories.helper(tournament, Role.SCOREKEEPER)) for _ in range(2))
    for number in (1, 2):
        scoring.enter(scorekeeper, sheet_of(round_, number), paper=PLAIN, base=0)
    scoring.check(second, sheet_of(round_, 1), base=1)
    following = Round.objects.select_related("division__event__book", "tournament").get(division__event=event, number=2)
    draft = draws.make(director_actor, following, proposal=propose_tables(following, seed=3, without_results=True))
    job = Job.objects.create(kind="print.badges", title="Badges", tournament=tournament, state="done")
    JobResult.objects.create(job=job, filename="a.pdf", content_type="application/pdf", content=b"%PDF")
    factories.badge(tournament)
    keys = {
        "draws": draft.pk,
        "events": event.pk,
        "jobs": job.pk,
        "protests": Protest.objects.create(
            tournament=tournament,
            sheet=sheet_of(round_, 1),
            seat=1,
            ruling="It is wrong.",
            complaint="It is right.",
            judges="One\nTwo",
            second_judge=True,
        ).pk,
        "places": Place.objects.filter(number=1).earliest("pk").pk,
        "rounds": round_.pk,
        "sheets": Sheet.objects.get(pk=sheet_of(round_, 3).pk).pk,
        "team-entries": TeamEntry.objects.earliest("pk").pk,
        "teams": TeamEntry.objects.earliest("pk").team_id,
    }
    seat, other = draft.seats.filter(number=1)[:2]
    named = {
        "event": event.pk,
        "round": following.pk,
        "version": Round.objects.get(pk=round_.pk).version,
        "alternate": Place.objects.filter(is_alternate=True).earliest("pk").pk,
        "division": "E",
        "seat": seat.pk,
        "other": other.pk,
        "base": 0,
    }
    return Day(tournament, director_actor, keys, named)
