"""Canceling a job frees its worker at once, on both brokers: the worker's only process runs the next job."""

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
from tests.system.program import ROOT, Program, clean_environment, wait_until

REQUEST_JOB = """
from foundation.jobs.actions import request_job
from foundation.people.actor import SYSTEM
from foundation.tournaments import Tournament
request_job(SYSTEM, Tournament.objects.get(), "{kind}", "{kind}", {{}})
"""
CANCEL_JOB = """
from foundation.jobs.actions import cancel
from foundation.jobs.models import Job
from foundation.people.actor import SYSTEM
cancel(SYSTEM, Job.objects.get(kind="test.endless"))
"""


@pytest.mark.parametrize("broker", ["folder", "redis"])
def test_canceled_job_frees_its_worker(
    tmp_path: Path, empty_installation: Path, broker: str, request: pytest.FixtureRequest
) -> None:
    environment = {"REDIS_URL": request.getfixturevalue("redis_url")} if broker == "redis" else {}
    program = Program(tmp_path, **environment)
    shutil.copytree(empty_installation, program.data)
    try:
        program.run_python('from tests import factories; factories.tournament(factories.user("Dana Director"))')
        program.run_python(REQUEST_JOB.format(kind="test.endless"))
        with running_worker(program) as worker:
            wait_until(lambda: job_states(program) == [("test.endless", "running", 1)], "the endless job runs")
            program.run_python(CANCEL_JOB)
            program.run_python(REQUEST_JOB.format(kind="test.quick"))
            done = [("test.endless", "cancelled", 1), ("test.quick", "done", 1)]
            wait_until(lambda: job_states(program) == done, "the next job is done")
            assert worker.poll() is None
        assert job_states(program) == done
        assert worker.returncode == 0
    finally:
        program.stop_and_clean_up()


def job_states(program: Program) -> list[tuple[str, str, int]]:
    return program.query_database("SELECT kind, state, attempts FROM jobs_job ORDER BY created_at")


@contextmanager
def running_worker(program: Program) -> Iterator[subprocess.Popen[bytes]]:
    """A worker with one process. The SIGTERM at the end waits for its job."""
    command = [sys.executable, "-m", "celery", "--quiet", "--app", "tests.system.endless_jobs", "worker"]
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
