"""PostgreSQL and Redis killed in the middle of everything: a kind answer meanwhile, and on it goes by itself."""

from __future__ import annotations

import json
import os
import signal
import time
from collections.abc import Iterator
from contextlib import closing

import psycopg
import pytest

from tests import servers
from tests.system.chance import Chance
from tests.system.errands import Errands
from tests.system.machine import Program, until

AWAY = "The database does not answer at the moment."
PREPARE = "from config.startup_tasks import run_startup_tasks; run_startup_tasks()"
STAGE = "from tests.system.stage import set_the_stage; print(set_the_stage())"


@pytest.fixture(scope="module")
def database() -> Iterator[servers.Server]:
    """It acknowledges what it has written, as it does anywhere; what the disk itself may lose is not asked here."""
    with servers.postgres_server("fsync=off", "full_page_writes=off") as server:
        yield server


@pytest.fixture(scope="module")
def broker() -> Iterator[servers.Server]:
    with servers.redis_server() as server:
        yield server


@pytest.fixture(scope="module")
def errands(
    tmp_path_factory: pytest.TempPathFactory, database: servers.Server, broker: servers.Server
) -> Iterator[Errands]:
    shared = {"DATABASE_URL": database.url, "REDIS_URL": broker.url, "SECRET_KEY": "the same on all machines " * 2}
    program = Program(tmp_path_factory.mktemp("there"), **shared)
    try:
        program.shell(PREPARE)
        stage = json.loads(program.shell(STAGE).splitlines()[-1])
        program.start().until_ready()
        errands = Errands(program, stage)
        errands.run(errands.handful(), lambda: None)
        yield errands
    finally:
        program.end()


def at_work(errands: Errands) -> float:
    """The seconds that a handful takes when nothing strikes."""
    begin = time.monotonic()
    errands.run(errands.handful(), lambda: None)
    return time.monotonic() - begin


def test_database_killed_in_the_middle(errands: Errands, database: servers.Server, chance: Chance) -> None:
    """All of it, with a time when it is away; or one of its processes, after which it puts itself in order."""
    program, window = errands.program, at_work(errands)
    restarts = program.out.count("started again")

    def all_of_it() -> None:
        chance.wait(window)
        database.kill()
        try:
            it_is_told(errands)
        finally:
            database.start()

    def one_process() -> None:
        chance.wait(window)
        with closing(psycopg.connect(database.url, autocommit=True)) as witness:
            os.kill(backend_beside(witness), signal.SIGKILL)
            until(lambda: is_cut(witness), "PostgreSQL cuts everybody off and begins anew")

    for strike in [all_of_it, one_process, *chance.choices([all_of_it, one_process], k=chance.strikes - 2)]:
        errands.run(errands.handful(), strike)
        program.until_ready()
        errands.must_be_there_once()
    errands.until_printed()
    assert program.out.count("started again") == restarts


def it_is_told(errands: Errands) -> None:
    """To machines, to people and to programs; and a web process lives on."""
    program, scene = errands.program, errands.stage["draws"]
    until(lambda: '"database": "The database does not answer."' in program.get("/readyz").body, "noticed")
    assert program.get("/healthz").status == 200
    page = program.get(f"/t/{scene['slug']}/", Cookie=f"sessionid={scene['session']}")
    assert (page.status, f"<p>{AWAY}</p>" in page.body, "Try again" in page.body) == (503, True, True)
    answer = program.get(f"/api/tournaments/{scene['slug']}/draws/", Authorization=f"Bearer {scene['token']}")
    assert (answer.status, json.loads(answer.body)["title"]) == (503, AWAY)


def backend_beside(connection: psycopg.Connection) -> int:
    """A process that serves the program."""
    [(pid,)] = connection.execute(
        "SELECT pid FROM pg_stat_activity WHERE datname = 'headtable' AND pid <> pg_backend_pid() "
        "ORDER BY state_change DESC LIMIT 1"
    )
    return int(pid)


def is_cut(connection: psycopg.Connection) -> bool:
    try:
        connection.execute("SELECT 1")
    except psycopg.OperationalError:
        return True
    return False


def test_redis_killed_in_the_middle(errands: Errands, broker: servers.Server, chance: Chance) -> None:
    """Only what is printed waits for it; everything else is done while it is away."""
    program, window = errands.program, at_work(errands)
    for _ in range(chance.strikes):

        def strike() -> None:
            chance.wait(window)
            broker.kill()
            until(lambda: '"broker": "Redis does not answer."' in program.get("/readyz").body, "noticed")

        try:
            errands.run(errands.handful(), strike)
            meanwhile = errands.handful()
            errands.run(meanwhile, lambda: None)
            assert [set(each.answers) for each in meanwhile] == [{each.answers[-1]} for each in meanwhile]
            errands.must_be_there_once()
        finally:
            broker.start()
        program.until_ready()
        errands.until_printed()  # a worker that does not find its way back to Redis is started again
        program.until_ready()
