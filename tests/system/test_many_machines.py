"""Two web processes and two workers, each as on a machine of its own, on one PostgreSQL and one Redis."""

import os
import signal
import uuid
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import psycopg
import psycopg.sql

from tests.system.machine import Program, started, until, using
from tests.system.visitor import Visitor, create_tournament, make_first_account


def test_one_person_uses_two_webs_and_either_worker_prints(tmp_path: Path, postgres_url: str, redis_url: str) -> None:
    """Started at once on an empty database. What one web process takes another knows; who is killed is not missed."""
    database = f"{postgres_url.rpartition('/')[0]}/{new_database(postgres_url)}"
    shared: dict[str, Any] = {
        "DATABASE_URL": database,
        "REDIS_URL": redis_url,
        "SECRET_KEY": "the same on all machines " * 2,
    }
    with ExitStack() as machines:
        programs = []
        for number, kind in enumerate(["worker", "web", "web", "worker"]):
            (tmp_path / str(number)).mkdir()
            programs.append(machines.enter_context(started(tmp_path / str(number), kind, **shared)))
        killed, one, two, other = programs
        for web in (one, two):
            web.until_ready()
        ways_in = [web.out.partition("/welcome/")[2] for web in (one, two)]
        assert ways_in[0] == ways_in[1] != ""
        until(lambda: all(len(using(program.data)) >= 2 for program in programs), "all four at work")
        dana = Visitor()
        make_first_account(dana, one)
        board = create_tournament(dana, two, "Fall Meet")
        for number in range(6):
            dana.get(one, f"{board}staff/")
            made = dana.post(one, f"{board}staff/", role="judge", label=f"Judge {number}", expires_on="2099-11-14")
            assert made.status == 200
        print_and_read(dana, one, two, board)
        assert one.stop() == 0
        assert (using(one.data), [program.err for program in programs]) == ([], [""] * 4)
        os.kill(killed.pid, signal.SIGKILL)
        until(lambda: two.get("/readyz").status == 200, "the other web and worker are ready")
        print_and_read(dana, two, two, board, paper="a4")
        assert [program.stop() for program in (two, other)] == [0, 0]
        assert [using(program.data) for program in (two, other)] == [[], []]


def print_and_read(visitor: Visitor, asked: Program, read: Program, board: str, paper: str = "letter") -> None:
    visitor.get(asked, f"{board}print/")
    job = visitor.post(asked, f"{board}print/badges/", paper=paper)
    assert "/jobs/" in job.path, job.body
    until(lambda: "Open the PDF" in visitor.get(read, job.path).body, "the PDF is ready")
    assert visitor.read(read, f"{job.path}file/")[:5] == b"%PDF-"


def new_database(url: str) -> str:
    """An empty database beside the others, so that the first account is still to be made."""
    name = f"people_{uuid.uuid4().hex[:8]}"
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(psycopg.sql.SQL("CREATE DATABASE {}").format(psycopg.sql.Identifier(name)))
    return name
