"""What coaches are told is new, and that nothing which is kept for them outlives it."""

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
from foundation.activity.verbs import SENTENCES
from foundation.people.actor import Actor
from foundation.people.models import Invitation
from foundation.people.tokens import token_for
from scoring.coach.links import FREQUENT, News, news_for
from scoring.coach.ranks import ranks_of
from scoring.entry import actions as sheets
from scoring.entry.entries import EntryNote
from scoring.models import Release
from scoring.results import live_sheets
from scoring.wall import actions as wall
from tests import factories
from tests.scoring.conftest import paper, verify_all
from tournament.models import Division, Event, Team
from tournament.rounds.models import Round


@pytest.fixture
def link(event: Event) -> Invitation:
    return factories.coach_link(Team.objects.get(entries__event=event, name="Team 1"))


@pytest.fixture
def division(event: Event) -> Division:
    return Division.objects.select_related("event__tournament").get(event=event)


def stamp(link: Invitation) -> News:
    found = news_for(token_for(link.nonce))
    assert found is not None
    return found


def line(event: Event, action: str, **more: Any) -> LogLine:
    about = {"subject_type": "tournament.Event", "subject_id": str(event.pk), "text": "did it", "who": "Ada"}
    return LogLine.objects.create(tournament=event.tournament, action=action, origin="web", **about | more)


@pytest.fixture
def pass_a_minute(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """A clock that goes on only when it is told to."""
    now = timezone.now().replace(second=1)
    monkeypatch.setattr(timezone, "now", lambda: now)

    def pass_() -> None:
        nonlocal now
        now += timedelta(minutes=1)

    return pass_


def test_every_kind_of_news_is_news_for_coaches(
    event: Event, link: Invitation, pass_a_minute: Callable[[], None]
) -> None:
    """At once, or within the minute where only other tables' sheets came in; what is no news never."""
    assert len(SENTENCES) > 50
    for action in sorted(SENTENCES):
        before = stamp(link)
        line(event, action, is_news=False)
        assert stamp(link) == before
        line(event, action, is_news=True)
        assert (stamp(link) != before) is (action not in FREQUENT)
        pass_a_minute()
        assert stamp(link) != before


def test_own_results_are_news_at_once(
    pass_a_minute: Callable[[], None], round_: Round, link: Invitation, clerk: Actor, second: Actor
) -> None:
    before = stamp(link)
    verify_all(round_, clerk, second)
    after = stamp(link)
    assert (after.shared == before.shared, after.own == before.own) == (True, False)


def test_ranks_are_kept_for_the_same_news_alone(
    pass_a_minute: Callable[[], None],
    round_: Round,
    division: Division,
    clerk: Actor,
    second: Actor,
    boss: Actor,
    link: Invitation,
) -> None:
    verify_all(round_, clerk, second)
    wall.release(boss, division.event.tournament, division=division, rounds=1)
    release = Release.objects.get()
    first = ranks_of(division, release, stamp(link).shared)
    with CaptureQueriesContext(connection) as asked:
        assert ranks_of(division, release, stamp(link).shared) is first
    assert len(asked) == 1, "whether there is news"
    sheet = live_sheets(round_)[0]
    sheets.enter(
        clerk, sheet, paper=paper("2", "4", "6"), base=1, note=EntryNote(correction="keyed", reason="wrong way round")
    )
    sheets.check(second, sheet, base=2)
    pass_a_minute()
    then = ranks_of(division, release, stamp(link).shared)
    assert first is not None
    assert then is not None
    assert {team: each.points for team, each in then.teams.items()} != {
        team: each.points for team, each in first.teams.items()
    }


def test_page_after_news_shows_it(
    round_: Round, division: Division, clerk: Actor, second: Actor, boss: Actor, link: Invitation
) -> None:
    """The first look after each change, on a device that has nothing yet."""
    meet = division.event.tournament

    def rank() -> Any:
        (game,) = Client().get(path_of(link)).context["page"].games
        return game.rank and game.rank.points, game.as_of, game.rounds[0].state

    verify_all(round_, clerk, second)
    seen = [rank()]
    wall.release(boss, meet, division=division, rounds=1)
    seen.append(rank())
    wall.freeze(boss, meet)
    seen.append(rank())
    assert seen[0] == (None, "", "collecting")
    assert [each[1].split(",")[0] for each in seen[1:]] == ["after round 1"] * 2
    assert seen[2][1] != seen[1][1]
