"""The log page: sentences, filters, pages, and nothing of other people's tournaments."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from foundation.accounts import actions as people
from foundation.activity.models import LogLine
from foundation.activity.queries import PAGE, LogFilters, all_lines
from foundation.activity.sentences import SENTENCE_BY_ACTION, CountedSentence, SentenceByCase, word_line
from foundation.people.actor import Actor
from foundation.people.models import Role, User
from foundation.tournaments import Tournament
from tests import factories
from tests.helpers import SignIn, require
from tournament.actions import add_team


def read_log(client: Client, **filters: str) -> list[tuple[str, str]]:
    page = client.get(reverse("log"), filters)
    return [(line.who, line.text) for line in page.context["lines"]]


@pytest.fixture
def client(client_of: SignIn, director: User, tournament: Tournament) -> Client:
    client = client_of(director)
    factories.team(tournament, "Calculators")
    factories.helper(tournament, Role.JUDGE)
    return client


def test_log_reads_as_sentences_newest_first(client: Client) -> None:
    assert read_log(client) == [
        ("Judge Helper", "signed in with the badge Judge Helper (judge)"),
        ("Dana Director", "created a badge or link: Judge Helper (judge)"),
        ("Dana Director", "added team Calculators from Pascal Middle School"),
        ("Dana Director", "signed in"),
        ("Dana Director", "created the tournament Fall Meet"),
    ]


@pytest.mark.parametrize(
    ("filters", "found"),
    [
        ({"who": "judge"}, 1),
        ({"action": "team."}, 1),
        ({"words": "Calculators"}, 1),
        ({"words": "added team"}, 1),
        ({"words": "nothing like it"}, 0),
        ({"tournament": "fall-meet"}, 4),
        ({"tournament": "not-mine"}, 5),
        ({"action": "team.", "who": "judge"}, 0),
    ],
)
def test_log_is_filtered(client: Client, filters: dict, found: int) -> None:
    assert len(read_log(client, **filters)) == found


def test_log_of_another_tournament_is_hidden(client_of: SignIn, tournament: Tournament) -> None:
    factories.team(tournament)
    outsider = factories.user("Olga Otherwhere")
    assert read_log(client_of(outsider)) == [("Olga Otherwhere", "signed in")]


def test_helper_sees_only_own_lines(client_of: SignIn, tournament: Tournament) -> None:
    helper = factories.helper(tournament, Role.SCOREKEEPER)
    assert read_log(client_of(helper)) == [
        ("Scorekeeper Helper", "signed in with the badge Scorekeeper Helper (scorekeeper)")
    ]


def test_lines_of_a_tournament_end_with_the_role_there(
    client_of: SignIn, director_actor: Actor, tournament: Tournament
) -> None:
    """Those lines name students; the lines about the account stay visible."""
    colleague = factories.user("Cleo Colleague")
    role = people.accept(Actor(user=colleague), factories.badge(tournament, Role.DIRECTOR))
    add_team(Actor(user=colleague), tournament, school="Pascal Middle School", name="Calculators")
    client = client_of(colleague)
    assert ("Cleo Colleague", "added team Calculators from Pascal Middle School") in read_log(client)
    people.end_membership(director_actor, role)
    assert read_log(client) == [("Cleo Colleague", "signed in")]


def test_log_shows_the_time_of_the_tournament(client: Client) -> None:
    page = client.get(reverse("log"), {"action": "team."}).content.decode()
    moment = require(re.search(r'<time[^>]*datetime="([^"]+)"', page)).group(1)
    assert moment[-6:] in ("-05:00", "-04:00"), moment


def test_log_goes_on_to_earlier_pages(client: Client, tournament: Tournament) -> None:
    for number in range(PAGE):
        factories.team(tournament, f"Team {number}")
    first = client.get(reverse("log"), {"action": "team."})
    assert len(first.context["lines"]) == PAGE
    second = client.get(f"{reverse('log')}?{first.context['older']}")
    assert [line.text for line in second.context["lines"]] == ["added team Calculators from Pascal Middle School"]
    assert second.context["older"] is None


def test_lines_are_worded_when_shown(
    tournament: Tournament, director_actor: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    factories.team(tournament)
    line = LogLine.objects.get(action="team.add")
    assert line.sentence == line.text
    monkeypatch.setitem(SENTENCE_BY_ACTION, "team.add", "entered the team {team}")
    assert line.sentence == "entered the team Calculators"
    monkeypatch.setitem(SENTENCE_BY_ACTION, "team.add", "entered the team {team} of {town}")
    assert line.sentence == line.text  # this line doesn't know the town


def test_counted_sentence_has_its_own_words_for_one() -> None:
    sentence = CountedSentence("teams", "added 1 team to {name}", "added {teams} teams to {name}")
    assert sentence.format_map({"teams": 1, "name": "Fall Meet"}) == "added 1 team to Fall Meet"
    assert sentence.format_map({"teams": 2, "name": "Fall Meet"}) == "added 2 teams to Fall Meet"


def test_sentence_by_case_has_its_own_words_for_each_case() -> None:
    counted = CountedSentence("teams", "added 1 team", "added {teams} teams")
    sentence = SentenceByCase("how", {"by_hand": counted, "from_file": "imported {teams} teams"})
    assert sentence.format_map({"how": "by_hand", "teams": 1}) == "added 1 team"
    assert sentence.format_map({"how": "from_file", "teams": 2}) == "imported 2 teams"


def test_log_is_searched_for_words_of_today_and_of_then(
    tournament: Tournament, director_actor: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    factories.team(tournament)
    monkeypatch.setitem(SENTENCE_BY_ACTION, "team.add", "entered the team {team}")
    assert director_actor.user is not None
    for words in ("entered the", "added team", "Calculators"):
        lines = all_lines(director_actor.user, LogFilters(words=words))
        assert [line.action for line in lines] == ["team.add"], words


@pytest.mark.parametrize(
    ("action", "earlier", "written", "data", "today"),
    [
        (
            "tournament.edit",
            {"kind": "change", "changed": "the venue to “Gym”"},
            "changed the venue to “Gym”",
            {"kind": "change", "facts": {"venue": "Gym", "starts_on": "2026-11-14"}},
            "changed the venue to “Gym” and the first day to Sat, Nov 14, 2026",
        ),
        (
            "event.set_up",
            {"kind": "change", "game": "Equations", "changes": "Rounds 4 → 3"},
            "changed the settings for Equations: Rounds 4 → 3",
            {"kind": "change", "game": "Equations", "settings": [["rounds", 4, 3], ["seating", "preset", "by_hand"]]},
            "changed the settings for Equations: Rounds 4 → 3; Seating method All rounds assigned in advance → By hand",
        ),
        (
            "roster.write",
            {"name": "roster.csv", "counts": "3 new, 1 removed"},
            "imported roster.csv: 3 new, 1 removed",
            {"name": "roster.csv", "players": {"new": 3, "removed": 1}},
            "imported roster.csv: 3 new, 1 removed",
        ),
        (
            "backup.go_on",
            {"reason": "during several rounds"},
            "requested a backup during several rounds",
            {"during": "round", "round": "Round 1 Middle"},
            "requested a backup during Round 1 Middle",
        ),
        (
            "draw.undo",
            {"draw": "Round 1 Middle", "what": "locked Al’s seat"},
            "undid a change in Round 1 Middle: locked Al’s seat",
            {"draw": "Round 1 Middle", "step": "locked", "who": "Al"},
            "undid a change in Round 1 Middle: locked Al’s seat",
        ),
        (
            "membership.end",
            {"name": "Judge Helper", "role": "head judge"},
            "ended Judge Helper’s role as head judge",
            {"name": "Judge Helper", "role": "head_judge"},
            "ended Judge Helper’s role as head judge",
        ),
    ],
)
def test_lines_of_earlier_versions_keep_their_words(
    action: str, earlier: dict[str, Any], written: str, data: dict[str, Any], today: str
) -> None:
    """They stored worded phrases where later lines store names, numbers, and codes."""
    assert word_line(action, earlier, written) == written
    assert word_line(action, data, "not worded from the data") == today
