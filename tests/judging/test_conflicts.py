"""Conflicts: judges declare their own; the head judge and directors declare anyone's."""

import pytest
from django.forms import ModelChoiceField

from foundation.errors import NotAllowed, Refused
from foundation.people.actor import Actor
from foundation.people.models import Role, User
from foundation.tournaments import Tournament
from judging import actions
from judging.forms import ConflictForm
from judging.models import Conflict
from judging.queries import judges_of
from tests import factories
from tests.helpers import require
from tournament.models import School


@pytest.fixture
def school(tournament: Tournament) -> School:
    return factories.team(tournament).school


def standing_conflicts(tournament: Tournament, judge: User) -> list[Conflict]:
    """Return the conflicts that `judges_of` prefetches."""
    [found] = judges_of(tournament).filter(pk=judge.pk)
    return list(vars(found)["standing_conflicts"])


def test_judge_declares_and_withdraws_a_conflict(
    tournament: Tournament, people: dict[str, User], school: School
) -> None:
    judge = people[Role.JUDGE]
    conflict = actions.declare_conflict(Actor(user=judge), tournament, judge=judge, school=school)
    assert [c.school for c in standing_conflicts(tournament, judge)] == [school]
    with pytest.raises(Refused, match="is on the list"):
        actions.declare_conflict(Actor(user=judge), tournament, judge=judge, school=school)
    actions.withdraw_conflict(Actor(user=judge), conflict)
    assert standing_conflicts(tournament, judge) == []
    with pytest.raises(Refused, match="This conflict was withdrawn"):
        actions.withdraw_conflict(Actor(user=judge), conflict)


def test_judge_cannot_declare_conflicts_for_another(
    tournament: Tournament, people: dict[str, User], school: School
) -> None:
    with pytest.raises(NotAllowed, match="add or withdraw your own conflicts"):
        actions.declare_conflict(
            Actor(user=people[Role.JUDGE]), tournament, judge=people[Role.HEAD_JUDGE], school=school
        )


@pytest.mark.parametrize("role", [Role.DIRECTOR, Role.HEAD_JUDGE])
def test_people_in_charge_declare_conflicts_for_anyone(
    tournament: Tournament, people: dict[str, User], school: School, role: str
) -> None:
    conflict = actions.declare_conflict(Actor(user=people[role]), tournament, judge=people[Role.JUDGE], school=school)
    assert conflict.judge == people[Role.JUDGE]


def test_conflict_of_a_scorekeeper_is_refused(
    tournament: Tournament, people: dict[str, User], school: School, director_actor: Actor
) -> None:
    with pytest.raises(Refused, match="Choose a judge and a school from this tournament"):
        actions.declare_conflict(director_actor, tournament, judge=people[Role.SCOREKEEPER], school=school)


def test_conflict_is_with_one_school_not_a_combined_one(tournament: Tournament, director_actor: Actor) -> None:
    for school in ("Euler Academy / Gauss School", "Abel"):
        factories.team(tournament, school=school)
    field = ConflictForm(director_actor, tournament).fields["school"]
    assert isinstance(field, ModelChoiceField)
    offered = require(field.queryset)
    assert [school.name for school in offered] == ["Abel", "Euler Academy", "Gauss School"]
