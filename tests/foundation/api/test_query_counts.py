"""The number of queries of an API request does not depend on the number of rows."""

from __future__ import annotations

import pytest
from pytest_django import DjangoAssertNumQueries

from foundation.people.actor import Actor
from foundation.people.models import Role
from scoring.entry import actions as scoring
from scoring.models import Sheet
from tests import factories
from tests.collecting_round import create_collecting_round, sheets_of
from tests.scoring.conftest import PLAIN

QUERIES = {
    "": 4,
    "events/": 3,
    "divisions/": 2,
    "schools/": 3,
    "teams/": 2,
    "places/": 2,
    "places/?status=expected": 2,
    "team-entries/": 2,
    "rounds/": 2,
    "draws/": 2,
    "draws/{draw}/": 4,
    "sheets/": 2,
    "sheets/?state=verified": 2,
    "sheets/{sheet}/": 3,
    "sheets/{sheet}/entries/": 3,
    "results/": 2,
    "changes/": 4,
    "standings/?division={division}": 11,
    "standings/?list=teams&names=public": 13,
    "protests/": 2,
    "rulings/": 2,
    "jobs/": 2,
    "prints/": 2,
    "log/": 2,
}


@pytest.mark.parametrize("path", QUERIES)
@pytest.mark.parametrize("tables", [5, 25])
def test_api_answer_makes_a_constant_number_of_queries(
    db: None, django_assert_num_queries: DjangoAssertNumQueries, tables: int, path: str
) -> None:
    tournament = create_collecting_round(tables)
    scorekeeper, second = (Actor(user=factories.helper(tournament, Role.SCOREKEEPER)) for _ in range(2))
    for key in sheets_of(tournament)[: tables - 2]:
        sheet = Sheet.objects.get(pk=key)
        scoring.enter(scorekeeper, sheet, paper=PLAIN, base=0)
        scoring.check(second, sheet, base=1)
    for number in range(tables):
        factories.team(tournament, f"Team {number} more", "Union / Euler School / Gauss School")
    first = Sheet.objects.select_related("round", "table").earliest("pk")
    known = {"sheet": first.pk, "draw": first.table.draw_id, "division": first.round.division_id}
    program = factories.program(factories.api_token(tournament))
    address = f"/api/tournaments/{tournament.slug}/{path.format(**known)}"
    program.get(address)  # the first request of a day notes the day
    with django_assert_num_queries(QUERIES[path]):
        assert program.get(address).status_code == 200
