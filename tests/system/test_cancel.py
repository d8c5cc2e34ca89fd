"""A canceled job lets go of its worker at once, on both brokers: a worker's only process does the next job."""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from config.processes import signal_on_parent_death
from tests.system.machine import ROOT, Program, clean_environment, until

ASK = """
from foundation.jobs.actions import request_job
from foundation.people.actor import SYSTEM
from foundation.tournaments import Tournament
request_job(SYSTEM, Tournament.objects.get(), "{kind}", "{kind}", {{}})
"""
CANCEL = """
from foundation.jobs.actions import cancel
from foundation.jobs.models import Job
from foundation.people.actor import SYSTEM
cancel(SYSTEM, Job.objects.get(kind="test.endless"))
"""


@pytest.mark.parametrize("broker", ["folder", "redis"])
def test_canceled_job_lets_go_of_its_worker(
    tmp_path: Path, prepared: Path, broker: str, request: pytest.FixtureRequest
) -> None:
    environment = {"REDIS_URL": request.getfixturevalue("redis_url")} if broker == "redis" else {}
    program = Program(tmp_path, **environment)
    shutil.copytree(prepared, program.data)
    try:
        program.shell('from tests import factories; factories.tournament(factories.user("Dana Director"))')
        program.shell(ASK.format(kind="test.endless"))
        with worker_on(program) as worker:
            until(lambda: states(program) == [("test.endless", "running", 1)], "the endless job runs")
            program.shell(CANCEL)
            program.shell(ASK.format(kind="test.quick"))
            done = [("test.endless", "cancelled", 1), ("test.quick", "done", 1)]
            until(lambda: states(program) == done, "the next job is done")
            assert worker.poll() is None
        assert states(program) == done
        assert worker.returncode == 0
    finally:
        program.end()


def states(program: Program) -> list[tuple[str, str, int]]:
    return program.ask("SELECT kind, state, attempts FROM jobs_job ORDER BY created_at")


@contextmanager
def worker_on(program: Program) -> Iterator[subprocess.Popen[bytes]]:
    """A worker with one process; the SIGTERM at the end waits for its job."""
    command = [sys.executable, "-m", "celery", "--quiet", "--app", "tests.system.endless", "worker"]
    worker = subprocess.Popen(
        [*command, "--concurrency", "1", "--loglevel", "WARNING"],
        cwd=ROOT,
        env=clean_environment() | program.environment | {"HEADTABLE_DATA": str(program.data)},
        stdin=subprocess.DEVNULL,
        preexec_fn=signal_on_parent_death(signal.SIGTERM),
    )
    try:
        yield worker
    finally:
        worker.terminate()
        worker.wait()
