"""Compiled queries: the same rows as the plain queryset, read from the database on every call."""

from __future__ import annotations

import pytest
from django.db import transaction
from django.db.models import Exists, Model, OuterRef
from pytest_django import DjangoAssertNumQueries

from foundation.compiled_queries import CompiledSelect, Param
from foundation.people.models import User
from foundation.tournaments import Tournament
from tests import factories
from tests.foundation.test_verbs import at_once
from tournament.models import Event

EVENTS = CompiledSelect(
    lambda: Event.objects.filter(tournament=Param("tournament")).select_related("tournament", "book").order_by("-id")
)
BY_SLUG = CompiledSelect(lambda: Tournament.objects.filter(slug=Param("slug")).only("state"))
EDITIONS = CompiledSelect(
    lambda: Event.objects.filter(tournament__pk=Param("tournament")).order_by("id").values("id", "edition")
)
WITH_EVENT = CompiledSelect(
    lambda: Tournament.objects.annotate(has_event=Exists(Event.objects.filter(tournament=OuterRef("pk")))).filter(
        pk=Param("pk"), state=Param("state")
    )
)


def columns(row: Model) -> dict[str, object]:
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}


def test_compiled_select_returns_what_its_queryset_returns(
    director: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    tournament = factories.tournament(director, "Two Games", ("agloa-equations-2019", "acc-2026"))
    factories.tournament(director, "Another Day")
    plain = Event.objects.filter(tournament=tournament).order_by("-id")
    for _ in range(2):
        with django_assert_num_queries(1):
            events = EVENTS(tournament=tournament.pk)
        assert [columns(each) for each in events] == [columns(each) for each in plain]
        with django_assert_num_queries(0):
            assert [columns(each.tournament) for each in events] == [columns(tournament)] * 2
            assert [each.book.edition for each in events] == ["acc-2026", "agloa-equations-2019"]


def test_deferred_fields_and_annotations_are_those_of_the_queryset(tournament: Tournament) -> None:
    [row] = BY_SLUG(slug=tournament.slug)
    assert "name" in row.get_deferred_fields()
    row.state = "running"
    row.save(update_fields=["state"])  # it is an object from the database, not a new one
    assert Tournament.objects.get().state == "running"
    assert WITH_EVENT(pk=tournament.pk, state="planned") == []
    [row] = WITH_EVENT(pk=tournament.pk, state="running")
    assert row.has_event is tournament.events.exists()


def test_every_call_reads_the_database(tournament: Tournament) -> None:
    assert BY_SLUG.get(slug=tournament.slug).state == "planned"
    Tournament.objects.update(state="running")
    assert BY_SLUG.get(slug=tournament.slug).state == "running"
    assert BY_SLUG.first(slug="not-there") is None
    with pytest.raises(Tournament.DoesNotExist):
        BY_SLUG.get(slug="not-there")


def test_plain_rows_are_those_of_the_queryset(director: User) -> None:
    one, other = (factories.tournament(director, name) for name in ("One Day", "Another Day"))
    for wanted in (one, other):
        plain = Event.objects.filter(tournament=wanted).order_by("id").values("id", "edition")
        assert EDITIONS(tournament=wanted.pk) == list(plain)


@pytest.mark.django_db(transaction=True)
def test_each_thread_uses_its_own_connection(tournament: Tournament) -> None:
    with transaction.atomic():
        Tournament.objects.filter(pk=tournament.pk).update(name="Not yet for others")
        assert [each.name for each in BY_SLUG(slug=tournament.slug)] == ["Not yet for others"]
        transaction.set_rollback(True)
    answers = at_once(*[lambda: BY_SLUG.get(slug=tournament.slug).name] * 2)
    assert answers == [tournament.name] * 2
