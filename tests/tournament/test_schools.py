"""Creating schools, and unions of schools that send a team together."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from foundation.errors import Refused
from foundation.people.actor import Actor
from foundation.people.models import User
from foundation.tournaments import Tournament
from tests import factories
from tournament import actions
from tournament.models import School
from tournament.rosters.names import school_key
from tournament.rosters.schools import get_or_create_schools

UNION = "Euler Academy / Gauss School"


def members() -> dict[str, list[str]]:
    return {school.name: [each.name for each in school.members.all()] for school in School.objects.all()}


def test_union_is_a_school_with_its_members(tournament: Tournament) -> None:
    schools = get_or_create_schools(tournament, [UNION])
    assert schools[school_key(UNION)].name == UNION
    assert members() == {"Euler Academy": [], UNION: ["Euler Academy", "Gauss School"], "Gauss School": []}


def test_union_in_another_order_is_the_same(tournament: Tournament) -> None:
    first = get_or_create_schools(tournament, [UNION])
    again = get_or_create_schools(tournament, ["GAUSS SCHOOL + Éuler academy", "", "gauss school"])
    assert again == first
    assert members() == {"Euler Academy": [], UNION: ["Euler Academy", "Gauss School"], "Gauss School": []}


def test_union_uses_existing_schools_and_their_spelling(tournament: Tournament) -> None:
    there = get_or_create_schools(tournament, ["Gauss School"])
    schools = get_or_create_schools(tournament, ["gauss school / Euler Academy"])
    union = schools[school_key(UNION)]
    assert (union.name, set(union.members.all()) > set(there.values())) == ("Gauss School / Euler Academy", True)


def test_existing_name_of_a_union_gets_its_members(tournament: Tournament) -> None:
    School.objects.create(tournament=tournament, name=UNION)
    get_or_create_schools(tournament, [UNION])
    assert members()[UNION] == ["Euler Academy", "Gauss School"]


def test_schools_of_another_tournament_are_other_schools(tournament: Tournament, director: User) -> None:
    meets = (tournament, factories.tournament(director, "Other Meet"))
    here, there = (get_or_create_schools(each, [UNION])[school_key(UNION)] for each in meets)
    assert {school.tournament for school in here.members.all()} == {tournament}
    assert here != there


def test_many_schools_take_as_many_queries_as_one(tournament: Tournament) -> None:
    counts = []
    for number in (1, 40):
        names = [f"North {number}-{each} / South {number}-{each}" for each in range(number)]
        with CaptureQueriesContext(connection) as questions:
            get_or_create_schools(tournament, names)
        counts.append(len(questions))
    assert (counts[0], School.objects.count()) == (counts[1], 3 * 41)


def test_team_of_several_schools_is_added_once(director_actor: Actor, tournament: Tournament) -> None:
    team = actions.add_team(director_actor, tournament, school=" Euler Academy  / Gauss School", name="Cubes")
    assert (team.school.name, len(members())) == (UNION, 3)
    with pytest.raises(Refused) as refusal:
        actions.add_team(director_actor, tournament, school="Gauss School + Euler Academy", name="cubes")
    assert refusal.value.sentence == f"{UNION} has a team named cubes. Choose a different name."
