"""Fixtures for every test: fast passwords, plain static files, a tournament with its people."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import hypothesis
import pytest
from django.conf import settings as django_settings
from django.db import connection
from django.test import Client

from foundation.local_cache import clear_local_caches
from foundation.people.actor import Actor
from foundation.people.models import Role, User
from foundation.tournaments import Tournament
from tests import factories
from tests.reused_fixtures import reused, start_test, writes_noticed


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--pictures", help="folder for the pictures that the browser tests take")


# A busy machine is slow, and that is no failure.
hypothesis.settings.register_profile(
    "headtable", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.load_profile("headtable")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "only_on(database): a test of what one database alone has")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect, rather than skip, tests that are marked for the other database."""
    kept: list[pytest.Item] = []
    left_out: list[pytest.Item] = []
    for item in items:
        only = item.get_closest_marker("only_on")
        (kept if only is None or connection.vendor in only.args else left_out).append(item)
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = kept


def pytest_collection_finish(session: pytest.Session) -> None:
    """Collect garbage rarely, and never look at what was imported: that took an eighth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 10, 10)


@pytest.fixture(autouse=True, scope="session")
def _folder_of_static_files() -> None:
    """Create the static folder: WhiteNoise warns when it is missing, and bin/run creates it before it serves."""
    Path(django_settings.STATIC_ROOT).mkdir(parents=True, exist_ok=True)


@pytest.fixture(autouse=True, scope="session")
def _writes_noticed() -> Iterator[None]:
    with writes_noticed():
        yield


@pytest.fixture(autouse=True)
def _reused_fixtures() -> None:
    start_test()


@pytest.fixture(autouse=True)
def _test_settings(settings: Any, tmp_path: Any) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.STORAGES = settings.STORAGES | {
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    }
    memory = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": tmp_path}
    settings.CACHES = {"default": memory, "notes": memory, "limits": memory}
    clear_local_caches()
    settings.BACKUPS = tmp_path / "backups"
    settings.CELERY_BROKER_TRANSPORT_OPTIONS = {"folder": str(tmp_path / "broker")}


@pytest.fixture
@reused
def director(db: None) -> User:
    return factories.user("Dana Director")


@pytest.fixture
@reused
def tournament(director: User) -> Tournament:
    return factories.tournament(director)


@pytest.fixture
def director_actor(director: User) -> Actor:
    """The director as an actor."""
    return Actor(user=director)


@pytest.fixture
def client_of() -> Callable[[User | None], Client]:
    """A browser in which this person is signed in."""

    def sign_in(user: User | None) -> Client:
        client = Client()
        if user is not None:
            client.force_login(user)
        return client

    return sign_in


@pytest.fixture
@reused
def people(tournament: Tournament, director: User) -> dict[str, User]:
    """One person for each role that has members."""
    found = {Role.DIRECTOR.value: director}
    for role in Role:
        if role not in (Role.DIRECTOR, Role.COACH):
            found[role.value] = factories.helper(tournament, role)
    return found
