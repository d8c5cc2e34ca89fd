"""Verbs: one log line, all or nothing, once per key, a readable sentence."""

import ast
import importlib
import string
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.db import connection

from foundation.accounts import actions as people_actions
from foundation.activity.models import LogLine
from foundation.activity.sentences import SENTENCE_BY_ACTION, wordings
from foundation.activity.verbs import VerbDidNotLog, log, verb
from foundation.errors import KeyReused, NotAllowed, Refused
from foundation.people.access import TABLE
from foundation.people.actor import Actor
from foundation.people.models import Membership, Role, User
from foundation.tournaments import Tournament
from tests import factories
from tournament import actions
from tournament.models import School, Team

ROOT = Path(__file__).parents[2]
ACTIONS = sorted(path for path in ROOT.glob("*/**/actions.py") if ".venv" not in path.parts)
# Called inside a verb of a floor above, which logs.
HELPERS_OF_VERBS = {"request_job", "wake", "request_backup", "insert_tournament", "create_invitation"}


def at_once(*requests: Callable[[], object]) -> list[object]:
    """Run the calls at the same time, each with its own connection; return what each returned or raised."""
    start = threading.Barrier(len(requests))

    def send(request: Callable[[], object]) -> object:
        start.wait()
        try:
            return request()
        except Exception as problem:
            return problem
        finally:
            connection.close()

    with ThreadPoolExecutor(len(requests)) as threads:
        return list(threads.map(send, requests))


def public_functions(path: Path) -> list[ast.FunctionDef]:
    tree = ast.parse(path.read_text())
    return [node for node in tree.body if isinstance(node, ast.FunctionDef) and not node.name.startswith("_")]


@pytest.mark.parametrize("path", ACTIONS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_public_function_of_an_actions_file_is_a_verb(path: Path) -> None:
    module = importlib.import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
    plain = [f.name for f in public_functions(path) if not hasattr(getattr(module, f.name), "action")]
    assert set(plain) <= HELPERS_OF_VERBS


def test_there_are_actions_files_on_every_floor_that_changes_something() -> None:
    assert [str(path.relative_to(ROOT)) for path in ACTIONS] == [
        "foundation/accounts/actions.py",
        "foundation/archives/actions.py",
        "foundation/backups/actions.py",
        "foundation/jobs/actions.py",
        "judging/actions.py",
        "judging/calls/actions.py",
        "judging/checker/actions.py",
        "judging/league_cases/actions.py",
        "judging/penalties/actions.py",
        "judging/protests/actions.py",
        "pairings/actions.py",
        "printing/actions.py",
        "rehearsal/actions.py",
        "scoring/bulk/actions.py",
        "scoring/coach/actions.py",
        "scoring/entry/actions.py",
        "scoring/public_results/actions.py",
        "scoring/seasons/actions.py",
        "scoring/standings_pages/actions.py",
        "tournament/actions.py",
        "tournament/privacy/actions.py",
        "tournament/rooms/actions.py",
        "tournament/rosters/actions.py",
        "tournament/rosters/checkin/actions.py",
        "tournament/rounds/actions.py",
        "tournament/setup/actions.py",
    ]


def test_verb_that_does_not_log_fails_and_changes_nothing(director_actor: Actor, tournament: Tournament) -> None:
    @verb("team.list", says="looked at the teams", shared=True)
    def forgetful(actor: Actor, about: Tournament) -> School:
        return School.objects.create(tournament=about, name="Forgotten School")

    with pytest.raises(VerbDidNotLog, match=r"team\.list"):
        forgetful(director_actor, tournament)
    assert not School.objects.exists()


def test_verb_that_fails_leaves_neither_change_nor_line(director_actor: Actor, tournament: Tournament) -> None:
    @verb("team.list", says="looked at the teams", shared=True)
    def clumsy(actor: Actor, about: Tournament) -> School:
        school = School.objects.create(tournament=about, name="Half School")
        log(actor, school)
        raise ZeroDivisionError

    before = LogLine.objects.count()
    with pytest.raises(ZeroDivisionError):
        clumsy(director_actor, tournament)
    assert (School.objects.exists(), LogLine.objects.count()) == (False, before)


def test_verb_logs_once_only(director_actor: Actor, tournament: Tournament) -> None:
    @verb("team.list", says="looked at the teams", shared=True)
    def talkative(actor: Actor, about: Tournament) -> Tournament:
        log(actor, about)
        log(actor, about)
        return about

    with pytest.raises(RuntimeError, match="called once, inside a verb"):
        talkative(director_actor, tournament)


def test_verb_needs_a_row_in_the_access_table() -> None:
    with pytest.raises(ValueError, match=r"nobody\.knows is not in the access table"):
        verb("nobody.knows", says="did something")


def test_line_says_who_what_when_from_where(director: User, tournament: Tournament) -> None:
    actor = Actor(user=director, origin="api", address="192.0.2.7", device="iPad, Safari")
    team = actions.add_team(actor, tournament, school="Pascal", name="Calculators")
    line = LogLine.objects.get(action="team.add")
    assert (line.who, line.user, line.tournament) == ("Dana Director", director, tournament)
    assert (line.origin, line.address, line.device) == ("api", "192.0.2.7", "iPad, Safari")
    assert (line.subject_type, line.subject_id) == ("tournament.Team", str(team.pk))
    assert line.text == "added team Calculators from Pascal"


def test_history_cannot_be_changed(tournament: Tournament) -> None:
    line = LogLine.objects.get()
    attempts: list[Callable[[], object]] = [
        line.save,
        line.delete,
        LogLine.objects.all().delete,
        lambda: LogLine.objects.update(who="Eve"),
    ]
    for attempt in attempts:
        with pytest.raises(TypeError, match="append-only"):
            attempt()


def test_key_with_other_arguments_is_refused(director_actor: Actor, tournament: Tournament) -> None:
    director_actor.key = "one page"
    first = actions.add_team(director_actor, tournament, school="Pascal", name="Abaci")
    assert actions.add_team(director_actor, tournament, school="Pascal", name="Abaci") == first
    with pytest.raises(KeyReused, match="You sent this page before with different information"):
        actions.add_team(director_actor, tournament, school="Pascal", name="Bridges")


@pytest.mark.parametrize("key", ["k" * 500, "nul \0 byte", "ключ"])
def test_key_may_be_anything_and_differs_to_the_last_letter(
    director_actor: Actor, tournament: Tournament, key: str
) -> None:
    director_actor.key = key
    one = actions.add_team(director_actor, tournament, school="Pascal", name="Abaci")
    director_actor.key = key + "2"
    assert actions.add_team(director_actor, tournament, school="Pascal", name="Bridges") != one


def test_action_of_another_verb_is_refused() -> None:
    with pytest.raises(ValueError, match=r"team\.add is registered twice"):
        verb("team.add", says="added team {team} from {school}")
    with pytest.raises(ValueError, match=r"team\.add is registered twice"):
        verb("team.add", says="added team {team} from {school}", names=("team",), shared=True)


def test_argument_without_an_identity_is_refused(director_actor: Actor, tournament: Tournament) -> None:
    with pytest.raises(TypeError, match=r"object needs request_identity\(\)"):
        actions.add_team(director_actor, tournament, school="Pascal", name=object())  # type: ignore[arg-type]


def test_state_is_read_again_inside_the_transaction(director_actor: Actor, tournament: Tournament) -> None:
    read_before_it_was_finished = Tournament.objects.get(pk=tournament.pk)
    Tournament.objects.update(state="finished")
    with pytest.raises(NotAllowed, match="Fall Meet is finished"):
        actions.add_team(director_actor, read_before_it_was_finished, school="Pascal", name="Late Team")


def test_permission_is_checked_with_the_reloaded_subject(director_actor: Actor, tournament: Tournament) -> None:
    @verb(
        "team.add",
        says="added team {team} from {school}",
        reload=lambda team: Team.objects.get(pk=team.pk),
        shared=True,
    )
    def rename(actor: Actor, team: Team) -> Team:
        log(actor, team, team=team.name, school=team.school.name)
        return team

    team = actions.add_team(director_actor, tournament, school="Pascal", name="Abaci")
    Tournament.objects.update(state="finished")
    assert team.tournament.state == "planned"
    with pytest.raises(NotAllowed, match="Fall Meet is finished"):
        rename(director_actor, team)


def test_sentences_are_plain_words_with_named_gaps() -> None:
    worded = [(action, words) for action, sentence in SENTENCE_BY_ACTION.items() for words in wordings(sentence)]
    for action, words in worded:
        gaps = [name for _, name, _, _ in string.Formatter().parse(words) if name is not None]
        assert all(gap.isidentifier() for gap in gaps), action
        assert words[0].islower() or words[0] == "{", action
        assert not words.endswith("."), action


@pytest.mark.django_db(transaction=True)
def test_duplicate_by_two_people_is_refused_with_a_sentence() -> None:
    """Both pass the guards before either writes: the constraint refuses one of them."""
    director = factories.user("Dana Director")
    meet = factories.tournament(director)
    outcomes = at_once(
        lambda: actions.add_team(Actor(user=director), meet, school="Pascal", name="Calculators"),
        lambda: actions.add_team(Actor(user=director), meet, school="PASCAL", name="calculators"),
    )
    refused = [outcome for outcome in outcomes if isinstance(outcome, Refused)]
    assert (len(refused), Team.objects.count(), School.objects.count()) == (1, 1, 1), outcomes


@pytest.mark.django_db(transaction=True)
def test_two_directors_cannot_end_each_other() -> None:
    one = factories.user("Dana Director")
    meet = factories.tournament(one)
    two = factories.user("Cleo Colleague")
    people_actions.accept(Actor(user=two), factories.badge(meet, Role.DIRECTOR))
    mine, theirs = Membership.objects.get(user=one), Membership.objects.get(user=two)
    outcomes = at_once(
        lambda: people_actions.end_membership(Actor(user=one), theirs),
        lambda: people_actions.end_membership(Actor(user=two), mine),
    )
    assert Membership.objects.filter(ended_at__isnull=True).count() == 1, outcomes


def test_every_verb_has_an_access_row() -> None:
    from_signals = {action for action in SENTENCE_BY_ACTION if action.startswith("account.")}
    assert set(SENTENCE_BY_ACTION) - from_signals <= set(TABLE)


@pytest.mark.django_db(transaction=True)
def test_two_identical_requests_at_once_are_done_once() -> None:
    """The database's unique key decides, not a lock in a process."""
    director = factories.user("Dana Director")
    meet = factories.tournament(director)

    def send() -> Team:
        return actions.add_team(Actor(user=director, key="same"), meet, school="Pascal", name="Calculators")

    first, second = at_once(send, send)
    assert (first, LogLine.objects.filter(action="team.add").count()) == (second, 1)
