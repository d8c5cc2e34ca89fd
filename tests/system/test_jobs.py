"""Print jobs through real workers: killed in the middle and taken up again, finished at a stop, done once each."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.system.machine import ROOT, Program, started, until

ASK = """
from tests import factories
from printing.actions import print_badges
from tournament.people.actor import Actor
director = factories.user("Dana Director")
for number in range({jobs}):
    meet = factories.tournament(director, f"Meet {{number}}")
    for badge in range({badges}):
        factories.badge(meet, label=f"Scores {{badge}}")
    job = print_badges(Actor(user=director), meet, base="http://192.0.2.1", paper="letter")
    print("job", job.pk)
"""
LOOK = """
import json
from tournament.jobs.models import Job, JobResult
rows = [(j.state, j.attempts, j.done, j.total) for j in Job.objects.order_by("created_at")]
print(json.dumps({"rows": rows, "results": JobResult.objects.count()}))
"""


def shell(program: Program, code: str) -> str:
    """Python inside the installation, as `bin/run manage shell` has it."""
    environment = os.environ | program.environment | {"HEADTABLE_DATA": str(program.data)}
    if "SECRET_KEY" not in program.environment:
        environment.pop("SECRET_KEY", None)
    command = [sys.executable, "manage.py", "shell", "--no-imports", "--command", code]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def look(program: Program) -> dict:
    return json.loads(shell(program, LOOK).splitlines()[-1])


@pytest.fixture
def program(tmp_path: Path):
    with started(tmp_path) as running:
        running.until_ready()
        yield running


def until_half_made(program: Program) -> None:
    """Asked in the database itself: a process that asks takes as long as the job."""
    with closing(sqlite3.connect(program.data / "headtable.sqlite3")) as database:
        until(lambda: ("running",) in database.execute("SELECT state FROM jobs_job"), "the job is being made")


def test_job_of_a_killed_worker_is_taken_up_again_and_done_once(program: Program) -> None:
    shell(program, ASK.format(jobs=1, badges=400))
    until_half_made(program)
    os.kill(program.child("celery"), signal.SIGKILL)
    until(lambda: look(program)["rows"][0][0] == "done", "the job is done")
    state, attempts, done, total = look(program)["rows"][0]
    assert (state, attempts, done == total, look(program)["results"]) == ("done", 2, True, 1)
    assert "The worker process was killed by SIGKILL; it is started again." in program.out


def test_job_in_flight_at_the_stop_is_finished(program: Program) -> None:
    shell(program, ASK.format(jobs=1, badges=200))
    until_half_made(program)
    assert program.stop() == 0
    assert (look(program)["rows"][0][:2], look(program)["results"]) == (["done", 1], 1)


def test_job_asked_for_while_nothing_runs_is_done_at_the_next_start(program: Program) -> None:
    assert program.stop() == 0
    shell(program, ASK.format(jobs=1, badges=2))
    for message in (program.data / "broker").rglob("*.json"):
        message.unlink()  # even the wake-up is lost
    program.start()
    program.until_ready()
    until(lambda: look(program)["rows"][0][0] == "done", "the job is done")
    assert look(program)["rows"][0][1] == 1
