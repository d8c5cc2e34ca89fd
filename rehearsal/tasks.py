"""The job that fills a rehearsal: the same steps as on the command line, inside the worker."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY

from foundation.accounts.views import BACKEND
from foundation.errors import Refused
from foundation.hooks import JobKind
from foundation.jobs.execution import Report
from foundation.jobs.models import Job
from foundation.people.models import User
from foundation.people.sessions import SessionStore
from rehearsal.acknowledgments import Acknowledgments
from rehearsal.actions import ASK
from rehearsal.connections import InProcessConnection, shared_database_connection
from rehearsal.schedule import create_rehearsal, run_rehearsal
from rehearsal.state import Plan
from rehearsal.visitors import RehearsalFailed, Visitor
from tournament.rosters.models import Upload


def fill_rehearsal(job: Job, report: Report) -> None:
    """Fill a rehearsal. An interrupted one isn't continued, because creating a new one is just as fast."""
    if job.requested_by is None or job.attempts > 1 or Upload.objects.filter(tournament=job.tournament).exists():
        raise Refused("This rehearsal was interrupted. Delete it and create another one.")
    plan = Plan(job.params["players"], job.params["seed"], name=job.params["format"])
    connection, acknowledged, until = InProcessConnection(), Acknowledgments(), job.params["stage"]
    with shared_database_connection(), signed_in(job.requested_by) as session:
        director = Visitor(job.requested_by.name, connection, acknowledged)
        director.client.cookies.set("sessionid", session)
        rehearsal = create_rehearsal(
            plan, connection, director, acknowledged, lambda done, total, words: report(done, total), until
        )
        rehearsal.slug = job.tournament.slug
        try:
            run_rehearsal(rehearsal, until)
        except RehearsalFailed as problem:
            raise Refused(f"The rehearsal stopped: {problem}") from problem
        finally:
            for visitor in rehearsal.all_visitors():
                visitor.close()


@contextmanager
def signed_in(user: User) -> Iterator[str]:
    """The key of a session for this user, which is deleted afterward."""
    session = SessionStore()
    session[SESSION_KEY], session[BACKEND_SESSION_KEY] = str(user.pk), BACKEND
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.save()
    assert session.session_key
    try:
        yield session.session_key
    finally:
        session.delete()


JOB_KINDS = (JobKind(ASK, fill_rehearsal, leads_to="tournament"),)
