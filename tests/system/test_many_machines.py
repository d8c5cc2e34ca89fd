"""Two web processes and two workers, as if on four machines, share one PostgreSQL and one Redis."""

import os
import signal
import uuid
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import psycopg
import psycopg.sql

from tests.system.plain_browser import PlainBrowser, create_first_account, create_tournament
from tests.system.program import Program, processes_using, running_program, wait_until


def test_director_uses_two_web_processes_and_either_worker_prints(
    tmp_path: Path, postgres_url: str, redis_url: str
) -> None:
    """All start at once on an empty database. Both web processes know every change. The others continue without one."""
    database = f"{postgres_url.rpartition('/')[0]}/{create_database(postgres_url)}"
    shared: dict[str, Any] = {
        "DATABASE_URL": database,
        "REDIS_URL": redis_url,
        "SECRET_KEY": "the same on all machines " * 2,
    }
    with ExitStack() as machines:
        programs = []
        for number, kind in enumerate(["worker", "web", "web", "worker"]):
            (tmp_path / str(number)).mkdir()
            programs.append(machines.enter_context(running_program(tmp_path / str(number), kind, **shared)))
        killed, one, two, other = programs
        for web in (one, two):
            web.wait_until_ready()
        links = [web.out.partition("/welcome/")[2] for web in (one, two)]
        assert links[0] == links[1] != ""
        wait_until(lambda: all(len(processes_using(program.data)) >= 2 for program in programs), "all four at work")
        browser = PlainBrowser()
        create_first_account(browser, one)
        dashboard = create_tournament(browser, two, "Fall Meet")
        for number in range(6):
            browser.get(one, f"{dashboard}staff/")
            made = browser.post(
                one, f"{dashboard}staff/", role="judge", label=f"Judge {number}", expires_on="2099-11-14"
            )
            assert made.status == 200
        print_and_download(browser, one, two, dashboard)
        assert one.stop() == 0
        assert (processes_using(one.data), [program.err for program in programs]) == ([], [""] * 4)
        os.kill(killed.pid, signal.SIGKILL)
        wait_until(lambda: two.get("/readyz").status == 200, "the other web and worker are ready")
        print_and_download(browser, two, two, dashboard, paper="a4")
        assert [program.stop() for program in (two, other)] == [0, 0]
        assert [processes_using(program.data) for program in (two, other)] == [[], []]


def print_and_download(
    browser: PlainBrowser, web: Program, other_web: Program, dashboard: str, paper: str = "letter"
) -> None:
    browser.get(web, f"{dashboard}print/")
    job = browser.post(web, f"{dashboard}print/badges/", paper=paper)
    assert "/jobs/" in job.path, job.body
    wait_until(lambda: "Open PDF" in browser.get(other_web, job.path).body, "the PDF is ready")
    assert browser.download(other_web, f"{job.path}file/")[:5] == b"%PDF-"


def create_database(url: str) -> str:
    """Create an empty database, in which even the first account is missing, on the same server; return its name."""
    name = f"people_{uuid.uuid4().hex[:8]}"
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(psycopg.sql.SQL("CREATE DATABASE {}").format(psycopg.sql.Identifier(name)))
    return name
