"""A rehearsal that is played inside the test, on its database."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from foundation.people.models import User
from rehearsal import day
from rehearsal.ledger import Ledger
from rehearsal.stage import Plan, Stage
from rehearsal.tasks import signed_in
from rehearsal.visitors import Visitor
from rehearsal.ways import InsideThisProcess, one_connection


@contextmanager
def rehearsed(director: User, plan: Plan, until: str = day.FINISHED) -> Iterator[Stage]:
    way, ledger = InsideThisProcess(), Ledger()
    with one_connection(), signed_in(director) as session:
        visitor = Visitor(director.name, way, ledger)
        visitor.client.cookies.set("sessionid", session)
        stage = day.open_stage(plan, way, visitor, ledger, lambda done, total, words: None, until)
        day.run(stage, until)
        yield stage
