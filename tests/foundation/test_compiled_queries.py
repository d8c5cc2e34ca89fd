"""Statements that are written once: the same rows as from a queryset, of the moment in which they are sent."""

from __future__ import annotations

from typing import Any

import pytest
from django.apps import apps
from django.db import IntegrityError, transaction
from django.db.models import Model
from django.db.models.signals import post_init, pre_init

from foundation.activity.models import LogLine
from foundation.compiled_queries import Addition, Change, Given, Question, Several
from foundation.people.models import User
from foundation.tournaments import Tournament
from tests import factories
from tests.foundation.test_verbs import at_once
from tournament.models import Event

EVENTS = Question(
    lambda: Event.objects.filter(tournament=Given("tournament")).select_related("tournament", "book").order_by("-id")
)
BY_SLUG = Question(lambda: Tournament.objects.filter(slug=Given("slug")).only("state"))
BY_KEYS = Several(lambda keys: Tournament.objects.filter(pk__in=keys, state=Given("state")).order_by("-id"))
NAMES = Several(lambda keys: Event.objects.filter(tournament__pk__in=keys).order_by("id").values_list("id", "edition"))
ADDED = Addition(LogLine)
changed = Change(Tournament)


def columns(row: Model) -> dict[str, object]:
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}


def line(tournament: Tournament, user: User | None, **more: object) -> dict[str, object]:
    about = {"subject_type": "tournament.Tournament", "subject_id": str(tournament.pk), "text": "tried %s"}
    return {"tournament": tournament, "user": user, "action": "x.y", "who": "Ada", "origin": "web", **about} | more


def test_question_answers_as_its_queryset_does(director: User, django_assert_num_queries: Any) -> None:
    tournament = factories.tournament(director, "Two Games", ("agloa-equations-2019", "acc-2026"))
    factories.tournament(director, "Another Day")
    plain = Event.objects.filter(tournament=tournament).order_by("-id")
    for _ in range(2):
        found = EVENTS(tournament=tournament.pk)
        assert [columns(each) for each in found] == [columns(each) for each in plain]
        with django_assert_num_queries(0):
            assert [columns(each.tournament) for each in found] == [columns(tournament)] * 2
            assert [each.book.edition for each in found] == ["acc-2026", "agloa-equations-2019"]


def test_nobody_listens_when_a_model_is_made() -> None:
    """Else objects that a statement makes would differ from those of a queryset."""
    for model in apps.get_models():
        ours = [each for each in model.__mro__ if issubclass(each, Model) and each is not Model]
        assert not [each for each in ours if {"__init__", "from_db"} & set(vars(each))]
        assert not [signal for signal in (pre_init, post_init) if signal.has_listeners(model)]


def test_question_is_answered_anew_each_time(tournament: Tournament) -> None:
    assert BY_SLUG.one(slug=tournament.slug).state == "planned"
    Tournament.objects.update(state="running")
    assert BY_SLUG.one(slug=tournament.slug).state == "running"
    with pytest.raises(Tournament.DoesNotExist):
        BY_SLUG.one(slug="not-there")


@pytest.mark.parametrize("count", [0, 1, 2, 3, 5])
def test_several_keys_are_asked_for_in_one_question(director: User, count: int, django_assert_num_queries: Any) -> None:
    every = [factories.tournament(director, f"Day {number}") for number in range(6)]
    keys = [each.pk for each in every[:count]]
    with django_assert_num_queries(min(count, 1)):
        found = BY_KEYS(keys, state="planned")
    assert [columns(each) for each in found] == [columns(each) for each in reversed(every[:count])]
    assert BY_KEYS(keys, state="running") == []


def test_plain_rows_are_those_of_the_queryset(director: User) -> None:
    one, other = (factories.tournament(director, name) for name in ("One Day", "Another Day"))
    for wanted in ([one.pk], [other.pk, one.pk]):
        plain = Event.objects.filter(tournament__in=wanted).order_by("id").values_list("id", "edition")
        assert NAMES(wanted) == list(plain)


@pytest.mark.django_db(transaction=True)
def test_question_is_asked_on_the_connection_of_its_thread(tournament: Tournament) -> None:
    with transaction.atomic():
        Tournament.objects.filter(pk=tournament.pk).update(name="Not yet for others")
        assert [each.name for each in BY_SLUG(slug=tournament.slug)] == ["Not yet for others"]
        transaction.set_rollback(True)
    answers = at_once(*[lambda: BY_SLUG.one(slug=tournament.slug).name] * 2)
    assert answers == [tournament.name] * 2


def test_addition_makes_the_row_that_create_makes(tournament: Tournament, director: User) -> None:
    values = line(tournament, director, data={"a": [1, None]}, address="127.0.0.1")
    for added in (ADDED(**values), ADDED(**values)):
        assert columns(LogLine.objects.get(pk=added.pk)) == columns(added)
        theirs = {"id": added.pk, "at": added.at}
        assert columns(LogLine.objects.create(**values)) | theirs == columns(added)
        with pytest.raises(TypeError, match="append-only"):
            added.save()


def test_addition_keeps_to_the_constraints(tournament: Tournament) -> None:
    ADDED(**line(tournament, None, key="k"))
    with pytest.raises(IntegrityError), transaction.atomic():
        ADDED(**line(tournament, None, key="k"))
    assert LogLine.objects.filter(key="k").count() == 1


def test_change_writes_what_update_writes(tournament: Tournament, director: User) -> None:
    other = factories.tournament(director, "Another Day")
    for name in ("100% new", "newer"):
        changed(tournament, name=name, purged_at=None, is_public=True)
        assert (tournament.name, tournament.is_public) == (name, True)
        assert list(Tournament.objects.order_by("pk").values_list("name", "is_public")) == [
            (name, True),
            (other.name, other.is_public),
        ]
    changed(tournament, version=7)
    tournament.refresh_from_db()
    assert (tournament.name, tournament.version) == ("newer", 7)
