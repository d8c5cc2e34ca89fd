"""The job that fills a tournament for practice: the same acts as on the command line, inside the worker."""

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
from rehearsal.actions import ASK
from rehearsal.day import open_stage, run
from rehearsal.ledger import Ledger
from rehearsal.stage import Plan
from rehearsal.visitors import NotTaken, Visitor
from rehearsal.ways import InsideThisProcess, one_connection
from tournament.rosters.models import Upload


def fill(job: Job, report: Report) -> None:
    """What was half filled when a worker was killed is not gone on with: a new one is made as fast."""
    if job.requested_by is None or job.attempts > 1 or Upload.objects.filter(tournament=job.tournament).exists():
        raise Refused("This was interrupted half-way. Remove this rehearsal, and ask for another one.")
    plan = Plan(job.params["players"], job.params["seed"], name=job.params["format"])
    way, ledger, until = InsideThisProcess(), Ledger(), job.params["stage"]
    with one_connection(), signed_in(job.requested_by) as session:
        director = Visitor(job.requested_by.name, way, ledger)
        director.client.cookies.set("sessionid", session)
        stage = open_stage(plan, way, director, ledger, lambda done, total, words: report(done, total), until)
        stage.slug = job.tournament.slug
        try:
            run(stage, until)
        except NotTaken as problem:
            raise Refused(f"The rehearsal broke off: {problem}") from problem
        finally:
            for visitor in stage.everybody():
                visitor.close()


@contextmanager
def signed_in(user: User) -> Iterator[str]:
    """A session of who asked for it, for as long as the work takes."""
    session = SessionStore()
    session[SESSION_KEY], session[BACKEND_SESSION_KEY] = str(user.pk), BACKEND
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.save()
    assert session.session_key
    try:
        yield session.session_key
    finally:
        session.delete()


JOB_KINDS = (JobKind(ASK, fill, leads_to="tournament"),)
