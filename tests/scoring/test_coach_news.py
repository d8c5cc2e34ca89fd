"""The news stamp of coach pages, and that caches for coaches never outlive it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from foundation.accounts.invitations import path_of
from foundation.activity.models import LogLine
from foundation.activity.sentences import SENTENCE_BY_ACTION
from foundation.people.actor import Actor
from foundation.people.models import Invitation
from foundation.people.tokens import token_for
from scoring.coach.links import FREQUENT, NewsStamp, news_stamp
from scoring.coach.rank_cache import released_ranks
from scoring.entry import actions as sheets
from scoring.entry.entries import EntryNote
from scoring.models import Release
from scoring.public_results import actions as releases
from scoring.round_results import live_sheets
from tests import factories
from tests.reused_fixtures import reused
from tests.scoring.conftest import paper, verify_all
from tournament.models import Division, Event, Team
from tournament.rounds.models import Round


@pytest.fixture
@reused
def link(event: Event) -> Invitation:
    return factories.coach_link(Team.objects.get(entries__event=event, name="Team 1"))


@pytest.fixture
def division(event: Event) -> Division:
    return Division.objects.select_related("event__tournament").get(event=event)


def stamp(link: Invitation) -> NewsStamp:
    current = news_stamp(token_for(link.nonce))
    assert current is not None
    return current


def add_log_line(event: Event, action: str, **more: Any) -> LogLine:
    about = {"subject_type": "tournament.Event", "subject_id": str(event.pk), "text": "did it", "who": "Ada"}
    return LogLine.objects.create(tournament=event.tournament, action=action, origin="web", **about | more)


@pytest.fixture
def pass_a_minute(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """A clock that advances only when told to."""
    now = timezone.now().replace(second=1)
    monkeypatch.setattr(timezone, "now", lambda: now)

    def pass_() -> None:
        nonlocal now
        now += timedelta(minutes=1)

    return pass_


def test_all_news_reaches_coaches(event: Event, link: Invitation, pass_a_minute: Callable[[], None]) -> None:
    """At once, or within a minute for frequent actions; never for log lines that aren't news."""
    assert len(SENTENCE_BY_ACTION) > 50
    for action in sorted(SENTENCE_BY_ACTION):
        before = stamp(link)
        add_log_line(event, action, is_news=False)
        assert stamp(link) == before
        add_log_line(event, action, is_news=True)
        assert (stamp(link) != before) is (action not in FREQUENT)
        pass_a_minute()
        assert stamp(link) != before


def test_own_results_are_news_at_once(
    pass_a_minute: Callable[[], None], round_: Round, link: Invitation, scorekeeper: Actor, other_scorekeeper: Actor
) -> None:
    before = stamp(link)
    verify_all(round_, scorekeeper, other_scorekeeper)
    after = stamp(link)
    assert (after.shared == before.shared, after.own == before.own) == (True, False)


def test_cached_ranks_are_used_only_with_the_same_stamp(
    pass_a_minute: Callable[[], None],
    round_: Round,
    division: Division,
    scorekeeper: Actor,
    other_scorekeeper: Actor,
    director_actor: Actor,
    link: Invitation,
) -> None:
    verify_all(round_, scorekeeper, other_scorekeeper)
    releases.release(director_actor, division.event.tournament, division=division, rounds=1)
    release = Release.objects.get()
    first = released_ranks(division, release, stamp(link).shared)
    with CaptureQueriesContext(connection) as queries:
        assert released_ranks(division, release, stamp(link).shared) is first
    assert len(queries) == 1, "only the stamp"
    sheet = live_sheets(round_)[0]
    sheets.enter(
        scorekeeper,
        sheet,
        paper=paper("2", "4", "6"),
        base=1,
        note=EntryNote(correction="keyed", reason="wrong way round"),
    )
    sheets.check(other_scorekeeper, sheet, base=2)
    pass_a_minute()
    then = released_ranks(division, release, stamp(link).shared)
    assert first is not None
    assert then is not None
    assert {team: each.points for team, each in then.teams.items()} != {
        team: each.points for team, each in first.teams.items()
    }


def test_page_shows_every_change(
    round_: Round,
    division: Division,
    scorekeeper: Actor,
    other_scorekeeper: Actor,
    director_actor: Actor,
    link: Invitation,
) -> None:
    """A browser without a cache loads the page after each change."""
    tournament = division.event.tournament

    def rank() -> Any:
        (game,) = Client().get(path_of(link)).context["page"].games
        return game.rank and game.rank.points, game.as_of, game.rounds[0].state

    verify_all(round_, scorekeeper, other_scorekeeper)
    seen = [rank()]
    releases.release(director_actor, tournament, division=division, rounds=1)
    seen.append(rank())
    releases.freeze(director_actor, tournament)
    seen.append(rank())
    assert seen[0] == (None, "", "collecting")
    assert [each[1].split(",")[0] for each in seen[1:]] == ["after Round 1"] * 2
    assert seen[2][1] != seen[1][1]
