"""Pages that many people keep open are cheap: counted in SQL, rendered once, sent only if changed."""

from __future__ import annotations

from collections import Counter

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from foundation.people.actor import Actor
from foundation.people.models import User
from foundation.tournaments import Tournament
from scoring.entry import actions
from scoring.models import Sheet, SheetState
from scoring.public_results.actions import release
from scoring.queries import sheet_counts_by_round
from tests.helpers import SignIn
from tests.reused_fixtures import reused
from tests.scoring.conftest import PLAIN, paper, sheet_of
from tournament.models import Event
from tournament.rounds.models import Round

OTHER = paper("4 4 2", "2 4 6", "2 2 2")
PART = {"HX-Request": "true"}


@pytest.fixture
@reused
def sheets_in_every_state(round_: Round, director_actor: Actor, scorekeeper: Actor, other_scorekeeper: Actor) -> Round:
    """Five tables: out, in with a problem, a double entry that differs, verified, waived; then entered and refused."""
    Event.objects.update(verification="rekey")
    _, in_, differs, verified, excused = (sheet_of(round_, number) for number in range(1, 6))
    actions.receive(scorekeeper, in_)
    actions.flag(scorekeeper, in_, problem="A cell cannot be read.")
    for sheet, again in ((differs, OTHER), (verified, PLAIN)):
        actions.enter(scorekeeper, sheet, paper=PLAIN, base=0)
        actions.add_double_entry(other_scorekeeper, sheet, paper=again, base=1)
    actions.waive(director_actor, excused, reason="Nobody came.")
    return round_


def count_states(tournament: Tournament) -> Counter[str]:
    ((_, _, tally),) = sheet_counts_by_round(tournament)
    return +tally


def test_database_counts_match_the_states_of_sheets(
    sheets_in_every_state: Round, tournament: Tournament, scorekeeper: Actor
) -> None:
    assert count_states(tournament) == Counter(
        {
            SheetState.OUT: 1,
            SheetState.IN: 1,
            SheetState.DIFFERS: 1,
            SheetState.VERIFIED: 1,
            SheetState.EXCUSED: 1,
            "problem": 1,
        }
    )
    refused = PLAIN | {"rows": [{"initials": "refused", "refusal": "No."}, *PLAIN["rows"][1:]]}
    actions.enter(scorekeeper, sheet_of(sheets_in_every_state), paper=refused, base=0)
    assert count_states(tournament) == Counter(
        {SheetState.ENTERED: 1, SheetState.IN: 1, SheetState.DIFFERS: 1, SheetState.VERIFIED: 1, SheetState.EXCUSED: 1}
        | {"problem": 1, "disputed": 1}
    )
    told = Counter(sheet.state.value for sheet in Sheet.objects.select_related("current"))
    assert {state: count for state, count in count_states(tournament).items() if state in SheetState.values} == dict(
        told
    )


def test_dashboard_loads_no_sheets(
    sheets_in_every_state: Round, tournament: Tournament, director: User, client_of: SignIn
) -> None:
    with CaptureQueriesContext(connection) as asked:
        client_of(director).get(reverse("tournament", args=[tournament.slug]), headers=PART)
    of_sheets = [query["sql"] for query in asked if 'FROM "scoring_sheet"' in query["sql"]]
    assert [("COUNT(" in sql, "LIKE" in sql) for sql in of_sheets] == [(True, False), (False, True)]


def test_board_is_304_until_something_changes(
    round_: Round, tournament: Tournament, scorekeeper: Actor, client_of: SignIn
) -> None:
    assert scorekeeper.user is not None
    client, address = client_of(scorekeeper.user), reverse("sheets", args=[tournament.slug])
    known = PART | {"If-None-Match": client.get(address, headers=PART)["ETag"]}
    with CaptureQueriesContext(connection) as asked:
        assert client.get(address, headers=known).status_code == 304
    assert len(asked) == 2
    actions.receive(scorekeeper, sheet_of(round_))
    assert client.get(address, headers=known).status_code == 200


# -- the public -------------------------------------------------------------------------------------------------------


def load_page(address: str, client: Client | None = None) -> tuple[int, int]:
    """Load a page in a new browser. Return the status and the number of queries."""
    with CaptureQueriesContext(connection) as asked:
        answer = (client or Client()).get(address)
    return answer.status_code, len(asked)


@pytest.mark.parametrize("name", ["find_table", "tables_wall"])
def test_public_tables_are_rendered_once_while_sheets_are_entered(
    round_: Round, tournament: Tournament, scorekeeper: Actor, other_scorekeeper: Actor, name: str
) -> None:
    Tournament.objects.update(is_public=True)
    address = reverse(name, args=[tournament.slug])
    first, again = load_page(address), load_page(address)
    assert (first[1] > 1, again) == (True, (200, 1))
    tag = Client().get(address)["ETag"]
    actions.enter(scorekeeper, sheet_of(round_), paper=PLAIN, base=0)
    actions.check(other_scorekeeper, sheet_of(round_), base=1)
    assert Client().get(address, headers={"If-None-Match": tag}).status_code == 304


def test_news_replaces_the_cached_page_and_signed_in_people_never_get_it(
    round_: Round, tournament: Tournament, director_actor: Actor, director: User, client_of: SignIn
) -> None:
    Tournament.objects.update(is_public=True)
    address = reverse("find_table", args=[tournament.slug])
    before = Client().get(address).content
    assert Client().get(address).content == before
    assert b"Dana Director" not in before
    assert client_of(director).get(address).content != before
    release(director_actor, tournament, division=round_.division, draws=False)
    assert Client().get(address).content != before


def test_public_search_loads_the_tables_once(round_: Round, tournament: Tournament) -> None:
    Tournament.objects.update(is_public=True)
    address = reverse("find_table", args=[tournament.slug])
    Client().get(address)
    assert [load_page(f"{address}?q={words}")[1] for words in ("one1", "one2", "17")] == [2, 2, 2]
    found = Client().get(f"{address}?q=one1", headers=PART).context["shown"]
    assert [sitting.name for _, groups in found for _, group in groups for sitting in group] == ["One1 Player L."] * 5
