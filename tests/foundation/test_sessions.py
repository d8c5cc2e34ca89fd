"""Sessions: they survive an upgrade, and those that can no longer be used are deleted."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.sessions.backends.db import SessionStore as PlainSessionStore
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.test import Client
from django.utils import timezone

from foundation.people.models import Session, User
from foundation.people.sessions import delete_expired_sessions
from tests import factories
from tests.collecting_round import session_of


def client_with(session: str) -> Client:
    client = Client()
    client.cookies["sessionid"] = session
    return client


def test_session_stores_its_user(director: User) -> None:
    key = session_of(director)
    assert Session.objects.get(session_key=key).user == director
    assert client_with(key).get("/").wsgi_request.user == director


def test_deactivated_user_is_signed_out_at_the_next_request(director: User) -> None:
    client = client_with(session_of(director))
    assert client.get("/").wsgi_request.user.is_authenticated
    User.objects.filter(pk=director.pk).update(is_active=False)
    assert not client.get("/").wsgi_request.user.is_authenticated


def test_user_column_alone_signs_no_one_in(director: User) -> None:
    """The signed session data decides, not the user column."""
    key = session_of(director)
    Session.objects.filter(session_key=key).update(user=factories.user("Sam Stranger"))
    assert client_with(key).get("/").wsgi_request.user == director


def test_expired_sessions_are_deleted(director: User) -> None:
    over, live = session_of(director), session_of(director)
    Session.objects.filter(session_key=over).update(expire_date=timezone.now() - timedelta(minutes=1))
    delete_expired_sessions()
    assert list(Session.objects.values_list("session_key", flat=True)) == [live]


@pytest.mark.django_db(transaction=True)
def test_session_survives_the_upgrade() -> None:
    person = factories.user("Dana Director")
    signed = session_of(person)
    was = Session.objects.get(session_key=signed)
    executor = MigrationExecutor(connection)
    executor.migrate([("people", "0003_coach_links_of_schools")])
    PlainSessionStore.get_model_class().objects.create(
        session_key=signed, session_data=was.session_data, expire_date=was.expire_date
    )
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())
    assert client_with(signed).get("/").wsgi_request.user == person
    assert not PlainSessionStore.get_model_class().objects.exists()
