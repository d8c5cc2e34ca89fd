"""Server logs never contain a student name, a token, or a password, whatever goes wrong."""

from __future__ import annotations

import io
import logging
import logging.config
from typing import Any

import pytest
from django.db import IntegrityError, OperationalError, transaction
from django.test import Client
from pytest_django import Settings

from config import gunicorn_settings
from config.settings import LOGGING
from foundation import hooks
from foundation.accounts.invitations import path_of
from foundation.hooks import JobKind
from foundation.jobs import execution
from foundation.jobs.models import Job
from foundation.tournaments import Tournament
from tests import factories
from tests.hooks import added_provider
from tournament.models import School

CHILD = "Quirkfeather"


@pytest.fixture
def log() -> Any:
    """What the log handlers in our settings would write."""
    out = io.StringIO()
    handler = logging.StreamHandler(out)
    how = dict(LOGGING["formatters"]["line"])
    handler.setFormatter(logging.config.DictConfigurator({}).configure_formatter(how))
    logging.getLogger().addHandler(handler)
    yield out
    logging.getLogger().removeHandler(handler)


def fail_with(problem: Exception) -> None:
    try:
        raise problem
    except type(problem):
        logging.getLogger("headtable.errors").exception("reference ABCD-EFGH at POST /t/fall-meet/")


@pytest.mark.parametrize("problem", [KeyError(CHILD), ValueError(f"no number: {CHILD}"), IntegrityError(CHILD)])
def test_error_messages_are_not_logged(log: io.StringIO, problem: Exception) -> None:
    fail_with(problem)
    told = log.getvalue()
    assert CHILD not in told
    assert f"{type(problem).__module__}.{type(problem).__qualname__}\n" in told
    assert (told.count("reference ABCD-EFGH"), told.count("in fail_with")) == (1, 1)


def test_messages_about_the_machine_are_logged(log: io.StringIO) -> None:
    fail_with(OperationalError("the disk is full"))
    assert "django.db.utils.OperationalError: the disk is full" in log.getvalue()


def test_values_that_the_database_refuses_are_not_logged(log: io.StringIO, tournament: Tournament) -> None:
    """PostgreSQL's message quotes the duplicate values."""
    School.objects.create(tournament=tournament, name=CHILD)
    try:
        with transaction.atomic():
            School.objects.create(tournament=tournament, name=CHILD)
    except IntegrityError:
        logging.getLogger("headtable.errors").exception("reference ABCD-EFGH")
    assert ("Traceback" in log.getvalue(), CHILD in log.getvalue()) == (True, False)


def test_chained_errors_are_logged_without_messages(log: io.StringIO) -> None:
    try:
        try:
            raise KeyError(CHILD)
        except KeyError as first:
            raise ValueError(CHILD) from first
    except ValueError:
        logging.getLogger("x").exception("both")
    told = log.getvalue()
    assert [told.count(kind) for kind in ("builtins.KeyError", "builtins.ValueError", CHILD)] == [1, 1, 0]


def test_failing_page_logs_nothing_that_was_typed(log: io.StringIO, db: None, settings: Settings) -> None:
    settings.ROOT_URLCONF = "tests.foundation.test_errors"
    Client(raise_request_exception=False).post(f"/broken/?q={CHILD}", {"name": CHILD, "password": CHILD})
    assert ("ZeroDivisionError" in log.getvalue(), CHILD in log.getvalue()) == (True, False)


def test_failing_job_logs_no_name(log: io.StringIO, tournament: Tournament) -> None:
    def breaks(job: Job, report: Any) -> None:
        raise LookupError(CHILD)

    job = Job.objects.create(kind="breaks", title=CHILD, tournament=tournament)
    with added_provider(hooks.job_kinds, JobKind("breaks", breaks)):
        execution.run(job.pk)
    assert ("LookupError" in log.getvalue(), CHILD in log.getvalue()) == (True, False)


def test_links_and_passwords_are_not_logged(log: io.StringIO, tournament: Tournament) -> None:
    """A used badge, a failed sign-in, a wrong token, a search: the server logs none of them."""
    badge = path_of(factories.badge(tournament))
    client = Client(enforce_csrf_checks=True)
    client.get(badge)
    client.post(badge, {"name": "Sam"})
    client.post("/account/sign-in/", {"login": "dana@example.org", "password": CHILD})
    Client(headers={"Authorization": f"Bearer {CHILD}"}).get("/api/tournaments/")
    Client().get(f"/t/fall-meet/checkin/?q={CHILD}")
    token = badge.strip("/").split("/")[-1]
    assert [word for word in (token, CHILD, "dana@") if word in log.getvalue()] == []


def test_strangers_cannot_fill_the_error_log() -> None:
    """Requests with a wrong host name are reported on standard error alone."""
    assert LOGGING["loggers"]["django.security"] == {"handlers": ["console"], "propagate": False}


def test_web_server_has_no_access_log() -> None:
    assert (gunicorn_settings.accesslog, gunicorn_settings.loglevel) == (None, "warning")
