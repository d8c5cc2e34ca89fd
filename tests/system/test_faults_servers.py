"""PostgreSQL or Redis is killed while people work: pages explain it, and everything continues afterward."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from contextlib import closing

import psycopg
import pytest

from tests import servers
from tests.system.fault_timing import FAULTS_PER_TEST, FaultTiming
from tests.system.pending_requests import Workload
from tests.system.program import Program, wait_until

OUTAGE = "The database isn’t responding right now."
PREPARE = "from config.startup_tasks import run_startup_tasks; run_startup_tasks()"
CREATE_SCENARIO = "from tests.system.fault_scenario import create_scenario; print(create_scenario())"


@pytest.fixture(scope="module")
def database() -> Iterator[servers.TestServer]:
    """A server without fsync: a killed process loses nothing, and these tests don't cut the power."""
    with servers.postgres_server("fsync=off", "full_page_writes=off") as server:
        yield server


@pytest.fixture(scope="module")
def broker() -> Iterator[servers.TestServer]:
    with servers.redis_server() as server:
        yield server


@pytest.fixture(scope="module")
def workload(
    tmp_path_factory: pytest.TempPathFactory, database: servers.TestServer, broker: servers.TestServer
) -> Iterator[Workload]:
    shared = {"DATABASE_URL": database.url, "REDIS_URL": broker.url, "SECRET_KEY": "the same on all machines " * 2}
    program = Program(tmp_path_factory.mktemp("servers"), **shared)
    try:
        program.run_python(PREPARE)
        scenario = json.loads(program.run_python(CREATE_SCENARIO).splitlines()[-1])
        program.start().wait_until_ready()
        workload = Workload(program, scenario)
        workload.run(workload.next_batch())
        yield workload
    finally:
        program.stop_and_clean_up()


def test_postgresql_is_killed_while_people_work(
    workload: Workload, database: servers.TestServer, timing: FaultTiming
) -> None:
    """The whole server, with an outage until it is started again, or one of its processes, after which it recovers."""
    program, window = workload.program, workload.measure_batch()
    restarts = program.out.count("Restarting it")

    def kill_server() -> None:
        timing.wait(window)
        database.kill()
        try:
            assert_outage_is_reported(workload)
        finally:
            database.start()

    def kill_backend() -> None:
        timing.wait(window)
        with closing(psycopg.connect(database.url, autocommit=True)) as witness:
            os.kill(other_backend(witness), signal.SIGKILL)
            wait_until(lambda: is_closed(witness), "PostgreSQL closes all connections and recovers")

    for cause_fault in [kill_server, kill_backend, *timing.choices([kill_server, kill_backend], k=FAULTS_PER_TEST - 2)]:
        workload.run(workload.next_batch(), cause_fault)
        program.wait_until_ready()
        workload.assert_saved_once()
    workload.wait_until_printed()
    assert program.out.count("Restarting it") == restarts


def assert_outage_is_reported(workload: Workload) -> None:
    """Health checks, pages, and the API report it, and the web process keeps running."""
    program, draws = workload.program, workload.scenario["draws"]
    wait_until(lambda: '"database": "The database isn\\u2019t responding."' in program.get("/readyz").body, "noticed")
    assert program.get("/healthz").status == 200
    page = program.get(f"/t/{draws['slug']}/", Cookie=f"sessionid={draws['session']}")
    assert (page.status, f"<p>{OUTAGE}</p>" in page.body, "Try again" in page.body) == (503, True, True)
    answer = program.get(f"/api/tournaments/{draws['slug']}/draws/", Authorization=f"Bearer {draws['token']}")
    assert (answer.status, json.loads(answer.body)["title"]) == (503, OUTAGE)


def other_backend(connection: psycopg.Connection) -> int:
    """The PostgreSQL process of another connection, one of the program's."""
    [(pid,)] = connection.execute(
        "SELECT pid FROM pg_stat_activity WHERE datname = 'headtable' AND pid <> pg_backend_pid() "
        "ORDER BY state_change DESC LIMIT 1"
    )
    return int(pid)


def is_closed(connection: psycopg.Connection) -> bool:
    try:
        connection.execute("SELECT 1")
    except psycopg.OperationalError:
        return True
    return False


def test_redis_is_killed_while_people_work(workload: Workload, broker: servers.TestServer, timing: FaultTiming) -> None:
    """Only printing waits for it; everything else works without it."""
    program, window = workload.program, workload.measure_batch()
    for _ in range(FAULTS_PER_TEST):

        def kill_redis() -> None:
            timing.wait(window)
            broker.kill()
            wait_until(lambda: '"broker": "Redis isn\\u2019t responding."' in program.get("/readyz").body, "noticed")

        try:
            workload.run(workload.next_batch(), kill_redis)
            meanwhile = workload.next_batch()
            workload.run(meanwhile)
            assert [set(each.statuses) for each in meanwhile] == [{each.statuses[-1]} for each in meanwhile]
            workload.assert_saved_once()
        finally:
            broker.start()
        program.wait_until_ready()
        workload.wait_until_printed()  # a worker that can't reconnect to Redis is restarted
        program.wait_until_ready()
