"""A print job in pieces, with real workers on Redis and PostgreSQL: one is killed in the middle, the paper is whole."""

from __future__ import annotations

import os
import signal
import uuid
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.printing.pages import words
from tests.system.machine import Program, started, until, using
from tests.system.test_many_machines import new_database

TABLES = 300
PREPARE = f"""
from config import startup_tasks
startup_tasks.run_startup_tasks()
from tests.collecting_round import create_collecting_round
create_collecting_round({TABLES})
"""
ASK = """
from printing.queries import rounds_of
from printing.requests import PrintRequest
from printing.submission import submit_request
from tests.factories import director_of
from foundation.tournaments import Tournament
from foundation.people.actor import Actor
meet = Tournament.objects.get()
request = PrintRequest(
    "scoresheets", "{paper}", "http://192.0.2.1", rounds=(rounds_of(meet).get(),), options={{"back": "variations"}}
)
job = submit_request(Actor(user=director_of(meet)), meet, request=request)
"""
MIDDLE = """
SELECT count(*) FILTER (WHERE state = 'done'), count(*) FILTER (WHERE state = 'running'), count(*)
FROM jobs_job WHERE part_of_id IS NOT NULL
"""


@pytest.fixture
def machine(tmp_path: Path, postgres_url: str, redis_url: str) -> Iterator[tuple[Callable[[], Program], Program]]:
    """Starts a worker as on a machine of its own; all of them have one database and one broker."""
    shared: dict[str, Any] = {
        "DATABASE_URL": f"{postgres_url.rpartition('/')[0]}/{new_database(postgres_url)}",
        "REDIS_URL": f"{redis_url.rpartition('/')[0]}/1",  # no messages of other tests
        "SECRET_KEY": "the same on all machines " * 2,
    }
    with ExitStack() as machines:

        def start() -> Program:
            folder = tmp_path / uuid.uuid4().hex
            folder.mkdir()
            return machines.enter_context(started(folder, "worker", **shared))

        inside = Program(tmp_path, **shared)
        machines.callback(inside.end)
        yield start, inside


def in_the_middle(program: Program) -> bool:
    [(done, running, total)] = program.ask(MIDDLE)
    return done > 0 and running > 0 and done < total


def made(program: Program) -> list[tuple[str, int, bool]]:
    """State and attempts of each document, and whether it came to its end."""
    return program.ask(
        "SELECT state, attempts, done = total FROM jobs_job WHERE part_of_id IS NULL AND kind = 'print.document' "
        "ORDER BY created_at"
    )


def pdfs(program: Program) -> list[bytes]:
    rows = program.ask("SELECT content FROM jobs_jobresult r JOIN jobs_job j ON j.id = r.job_id ORDER BY j.created_at")
    return [bytes(content) for (content,) in rows]


def assert_whole(pdf: bytes) -> None:
    """Each table once, in order, each with its back."""
    pages = words(pdf)
    assert len(pages) == 2 * TABLES
    codes = [f"EQ-E-1-{number}-v1" for number in range(1, TABLES + 1)]
    found = Counter(code for page in pages[::2] for code in page.split() if code.startswith("EQ-E-1-"))
    assert found == Counter(codes)
    assert [codes[at] in page.split() for at, page in enumerate(pages[::2])] == [True] * TABLES
    assert {"Sideways" in page for page in pages[1::2]} == {True}


def test_pieces_of_a_killed_worker_are_taken_up_by_another_and_made_once(
    machine: tuple[Callable[[], Program], Program],
) -> None:
    """First by one that is started afterwards; then by one that works beside it."""
    start, inside = machine
    inside.shell(PREPARE)
    first = start()
    inside.shell(ASK.format(paper="letter"))
    until(lambda: in_the_middle(inside), "some pieces are made and others not")
    os.kill(first.pid, signal.SIGKILL)
    first.wait()
    until(lambda: using(first.data) == [], "nothing of it is left")
    assert made(inside)[0][0] == "running", "killed in the middle"
    second, third = start(), start()
    until(lambda: made(inside) == [("done", 2, True)], "done")
    until(lambda: all(len(using(each.data)) > 2 for each in (second, third)), "both at work")
    inside.shell(ASK.format(paper="a4"))
    until(lambda: in_the_middle(inside), "some pieces are made and others not")
    os.kill(second.pid, signal.SIGKILL)
    until(lambda: made(inside)[1][0] == "done", "done")
    assert made(inside)[1] in [("done", 1, True), ("done", 2, True)]
    assert inside.ask(MIDDLE) == [(0, 0, 0)]
    for pdf in pdfs(inside):
        assert_whole(pdf)
    assert len(pdfs(inside)) == 2
