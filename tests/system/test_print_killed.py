"""A print job in pieces, with real workers on Redis and PostgreSQL: one is killed in the middle, the paper is whole."""

from __future__ import annotations

import json
import os
import signal
import uuid
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from itertools import count
from pathlib import Path

import psycopg
import pytest

from tests.printing.pages import words
from tests.system.machine import Program, started, until, using
from tests.system.test_jobs import shell
from tests.system.test_many_machines import new_database

TABLES = 300
NUMBERS = count(1)  # of databases in Redis: no test finds messages of another
PREPARE = f"""
from config import prepare
prepare.prepare()
from tests.floor import collecting
collecting({TABLES})
"""
ASK = """
from printing.actions import print_document
from printing.queries import rounds_of
from tests.factories import director_of
from tournament.models import Tournament
from tournament.people.actor import Actor
meet = Tournament.objects.get()
job = print_document(
    Actor(user=director_of(meet)), meet, document="scoresheets", base="http://192.0.2.1", paper="letter",
    round=rounds_of(meet).get(), options={"back": "variations"},
)
"""
LOOK = """
import json
from tournament.jobs.models import Job, JobResult
job = Job.objects.get(kind="print.document")
print(json.dumps([job.state, job.attempts, job.done == job.total, JobResult.objects.count()]))
"""
MIDDLE = """
SELECT count(*) FILTER (WHERE state = 'done'), count(*) FILTER (WHERE state = 'running'), count(*)
FROM jobs_job WHERE part_of_id IS NOT NULL
"""


@pytest.fixture
def machine(tmp_path: Path, postgres_url: str, redis_url: str):
    """Starts a worker as on a machine of its own; all of them have one database and one broker."""
    shared = {
        "DATABASE_URL": f"{postgres_url.rpartition('/')[0]}/{new_database(postgres_url)}",
        "REDIS_URL": f"{redis_url.rpartition('/')[0]}/{next(NUMBERS)}",
        "SECRET_KEY": "the same on all machines " * 2,
    }
    with ExitStack() as machines:

        def start() -> Program:
            folder = tmp_path / uuid.uuid4().hex
            folder.mkdir()
            return machines.enter_context(started(folder, "worker", **shared))

        yield start, Program(tmp_path, **shared)


def parts_of(program: Program) -> tuple[int, int, int]:
    """How many pieces are done, how many are being made, and how many there are."""
    with psycopg.connect(program.environment["DATABASE_URL"]) as connection:
        found = connection.execute(MIDDLE).fetchone()
    assert found is not None
    return found


def in_the_middle(program: Program) -> bool:
    done, running, total = parts_of(program)
    return done > 0 and running > 0 and done < total


def pdf_of(program: Program) -> bytes:
    with psycopg.connect(program.environment["DATABASE_URL"]) as connection:
        found = connection.execute("SELECT content FROM jobs_jobresult").fetchone()
    assert found is not None
    return bytes(found[0])


def look(program: Program) -> list[object]:
    return json.loads(shell(program, LOOK).splitlines()[-1])


def is_done(program: Program) -> bool:
    with psycopg.connect(program.environment["DATABASE_URL"]) as connection:
        states = connection.execute("SELECT state FROM jobs_job WHERE part_of_id IS NULL AND kind = 'print.document'")
        return [state for (state,) in states] == ["done"]


def assert_whole(pdf: bytes) -> None:
    """Each table once, in order, each with its back."""
    pages = words(pdf)
    assert len(pages) == 2 * TABLES
    codes = [f"E-1-{number}-v1" for number in range(1, TABLES + 1)]
    found = Counter(code for page in pages[::2] for code in page.split() if code.startswith("E-1-"))
    assert found == Counter(codes)
    assert [codes[at] in page.split() for at, page in enumerate(pages[::2])] == [True] * TABLES
    assert {"Sideways" in page for page in pages[1::2]} == {True}


def test_pieces_of_a_killed_worker_are_taken_up_by_another_and_made_once(
    machine: tuple[Callable[[], Program], Program],
) -> None:
    start, database = machine
    shell(database, PREPARE)
    first = start()
    shell(database, ASK)
    until(lambda: in_the_middle(database), "some pieces are made and others not")
    os.kill(first.pid, signal.SIGKILL)
    first.wait()
    until(lambda: using(first.data) == [], "nothing of it is left")
    assert not is_done(database), "killed in the middle"
    start()
    until(lambda: is_done(database), "done", 120)
    assert look(database) == ["done", 2, True, 1]
    assert parts_of(database) == (0, 0, 0)
    assert_whole(pdf_of(database))


def test_one_of_two_workers_killed_is_not_missed(machine: tuple[Callable[[], Program], Program]) -> None:
    start, database = machine
    shell(database, PREPARE)
    first, _ = start(), start()
    until(lambda: len(using(first.data)) > 2, "at work")
    shell(database, ASK)
    until(lambda: in_the_middle(database), "some pieces are made and others not")
    os.kill(first.pid, signal.SIGKILL)
    until(lambda: is_done(database), "done", 120)
    state, attempts, whole, results = look(database)
    assert (state, whole, results, attempts in (1, 2)) == ("done", True, 1, True)
    assert_whole(pdf_of(database))
