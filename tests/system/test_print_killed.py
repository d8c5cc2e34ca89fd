"""A print job in pieces with two workers; one is killed, and the PDF is complete."""

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
from tests.system.program import Program, processes_using, running_program, wait_until
from tests.system.test_many_machines import create_database

TABLES = 300
PREPARE = f"""
from config import startup_tasks
startup_tasks.run_startup_tasks()
from tests.collecting_round import create_collecting_round
create_collecting_round({TABLES})
"""
ORDER_SCORESHEETS = """
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
PIECES_QUERY = """
SELECT count(*) FILTER (WHERE state = 'done'), count(*) FILTER (WHERE state = 'running'), count(*)
FROM jobs_job WHERE part_of_id IS NOT NULL
"""


@pytest.fixture
def start_worker(tmp_path: Path, postgres_url: str, redis_url: str) -> Iterator[tuple[Callable[[], Program], Program]]:
    """A function that starts a worker, as if on another machine, and a program with the same database and broker."""
    shared: dict[str, Any] = {
        "DATABASE_URL": f"{postgres_url.rpartition('/')[0]}/{create_database(postgres_url)}",
        "REDIS_URL": f"{redis_url.rpartition('/')[0]}/1",  # no messages of other tests
        "SECRET_KEY": "the same on all machines " * 2,
    }
    with ExitStack() as machines:

        def start() -> Program:
            folder = tmp_path / uuid.uuid4().hex
            folder.mkdir()
            return machines.enter_context(running_program(folder, "worker", **shared))

        program = Program(tmp_path, **shared)
        machines.callback(program.stop_and_clean_up)
        yield start, program


def is_partly_done(program: Program) -> bool:
    [(done, running, total)] = program.query_database(PIECES_QUERY)
    return done > 0 and running > 0 and done < total


def document_states(program: Program) -> list[tuple[str, int, bool]]:
    """State and attempts of each document, and whether its progress is complete."""
    return program.query_database(
        "SELECT state, attempts, done = total FROM jobs_job WHERE part_of_id IS NULL AND kind = 'print.document' "
        "ORDER BY created_at"
    )


def pdfs(program: Program) -> list[bytes]:
    rows = program.query_database(
        "SELECT content FROM jobs_jobresult r JOIN jobs_job j ON j.id = r.job_id ORDER BY j.created_at"
    )
    return [bytes(content) for (content,) in rows]


def assert_pdf_is_complete(pdf: bytes) -> None:
    """Each table appears once, in order, with its back."""
    pages = words(pdf)
    assert len(pages) == 2 * TABLES
    codes = [f"EQ-E-1-{number}-v1" for number in range(1, TABLES + 1)]
    found = Counter(code for page in pages[::2] for code in page.split() if code.startswith("EQ-E-1-"))
    assert found == Counter(codes)
    assert [codes[at] in page.split() for at, page in enumerate(pages[::2])] == [True] * TABLES
    assert {"Sideways" in page for page in pages[1::2]} == {True}


def test_other_worker_finishes_the_pieces_of_a_killed_one(
    start_worker: tuple[Callable[[], Program], Program],
) -> None:
    """Once with a worker started afterward, once with one already running."""
    start, program = start_worker
    program.run_python(PREPARE)
    first = start()
    program.run_python(ORDER_SCORESHEETS.format(paper="letter"))
    wait_until(lambda: is_partly_done(program), "some pieces are done and others not")
    os.kill(first.pid, signal.SIGKILL)
    first.wait()
    wait_until(lambda: processes_using(first.data) == [], "no process of it is left")
    assert document_states(program)[0][0] == "running", "killed in the middle"
    second, third = start(), start()
    wait_until(lambda: document_states(program) == [("done", 2, True)], "done")
    wait_until(lambda: all(len(processes_using(each.data)) > 2 for each in (second, third)), "both at work")
    program.run_python(ORDER_SCORESHEETS.format(paper="a4"))
    wait_until(lambda: is_partly_done(program), "some pieces are done and others not")
    os.kill(second.pid, signal.SIGKILL)
    wait_until(lambda: document_states(program)[1][0] == "done", "done")
    assert document_states(program)[1] in [("done", 1, True), ("done", 2, True)]
    assert program.query_database(PIECES_QUERY) == [(0, 0, 0)]
    for pdf in pdfs(program):
        assert_pdf_is_complete(pdf)
    assert len(pdfs(program)) == 2
