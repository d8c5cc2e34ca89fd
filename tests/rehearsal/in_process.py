"""Plays a rehearsal inside the test process, on the test database."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from foundation.people.models import User
from rehearsal import schedule
from rehearsal.acknowledgments import Acknowledgments
from rehearsal.connections import InProcessConnection, shared_database_connection
from rehearsal.state import Plan, Rehearsal
from rehearsal.tasks import signed_in
from rehearsal.visitors import Visitor


@contextmanager
def rehearsed_in_process(director: User, plan: Plan, until: str = schedule.FINISHED) -> Iterator[Rehearsal]:
    connection, acknowledged = InProcessConnection(), Acknowledgments()
    with shared_database_connection(), signed_in(director) as session:
        visitor = Visitor(director.name, connection, acknowledged)
        visitor.client.cookies.set("sessionid", session)
        rehearsal = schedule.create_rehearsal(
            plan, connection, visitor, acknowledged, lambda done, total, words: None, until
        )
        schedule.run_rehearsal(rehearsal, until)
        yield rehearsal
