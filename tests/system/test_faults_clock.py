"""The clock is set back an hour, while Headtable runs and while it is stopped. Event times don't change.

Only the program's own clock is changed, by a library (`clock.c`) that reads the number of hours from a file.
"""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.helpers import PATIENCE
from tests.system.pending_requests import Workload
from tests.system.program import Program, running_program, wait_until


class ShiftedClock:
    """The clock of one program, some hours behind. A library that is loaded first subtracts the hours."""

    def __init__(self, folder: Path) -> None:
        self.file, self.hours, library = folder / "hours", 0, folder / "clock.so"
        source = Path(__file__).with_name("clock.c")
        subprocess.run(["tcc", "-shared", "-nostdlib", "-o", library, source], check=True)
        self.environment = {"LD_PRELOAD": str(library), "CLOCK_BEHIND": str(self.file)}

    def set_back(self) -> None:
        """Set the clock back by another hour."""
        self.hours += 1
        new = self.file.with_suffix(".new")
        new.write_text(str(self.hours))
        new.rename(self.file)


@pytest.fixture(scope="module")
def clock(tmp_path_factory: pytest.TempPathFactory) -> ShiftedClock:
    return ShiftedClock(tmp_path_factory.mktemp("clock"))


@pytest.fixture(scope="module")
def workload(
    tmp_path_factory: pytest.TempPathFactory, scenario_folder: Path, clock: ShiftedClock
) -> Iterator[Workload]:
    with running_program(tmp_path_factory.mktemp("hours"), template=scenario_folder, **clock.environment) as program:
        program.wait_until_ready()
        yield Workload(program, json.loads((scenario_folder / "scenario.json").read_text()))


def get(program: Program, path: str, **headers: str) -> tuple[int, str, str]:
    """Request a page; return its status, content, and ETag."""
    with closing(http.client.HTTPConnection("127.0.0.1", program.port, timeout=PATIENCE)) as connection:
        connection.request("GET", path, headers=headers)
        response = connection.getresponse()
        return response.status, response.read().decode(), response.headers.get("ETag", "")


def hour_of(program: Program) -> str:
    """The date and hour of the program's responses."""
    with closing(http.client.HTTPConnection("127.0.0.1", program.port, timeout=PATIENCE)) as connection:
        connection.request("GET", "/healthz")
        return connection.getresponse().headers["Date"].rpartition(" ")[0].split(":")[0]


class RunningRound:
    """A round that is being played, with its clock and the log of its tournament."""

    def __init__(self, workload: Workload) -> None:
        draws = workload.scenario["draws"]
        self.program, self.slug = workload.program, draws["slug"]
        self.cookie, self.token = f"sessionid={draws['session']}", f"Bearer {draws['token']}"

    def elapsed(self) -> float:
        """The seconds on the round's clock."""
        status, page, _ = get(self.program, f"/t/{self.slug}/clock/", Cookie=self.cookie)
        found = re.search(r'data-elapsed="([\d.]+)"', page)
        assert (status, found is not None) == (200, True), page
        return float(found[1]) if found else 0.0

    def read_log(self, since: int) -> tuple[list[int], int]:
        """The ids of the next log lines, and where the ones after them start."""
        path = f"/api/tournaments/{self.slug}/log/?since={since}&limit=5"
        answer = json.loads(get(self.program, path, Authorization=self.token)[1])
        return [line["id"] for line in answer["lines"]], answer["next"]


@pytest.fixture(scope="module")
def running_round(workload: Workload) -> RunningRound:
    """Draw and publish the first round, and start its clock."""
    workload.run(workload.next_batch())
    workload.run(workload.next_batch())
    number = workload.scenario["draws"]["rounds"][0]
    workload.run([workload.api_request("publish", f"rounds/{number}/start/", "draws", {"version": 2})])
    return RunningRound(workload)


def test_clock_is_set_back_while_the_program_runs(
    workload: Workload, running_round: RunningRound, clock: ShiftedClock
) -> None:
    program = workload.program
    known, hour = [*workload.all], hour_of(program)
    wait_until(lambda: running_round.elapsed() >= 1, "the clock of the round runs")
    elapsed = running_round.elapsed()
    page = f"/t/{workload.scenario['appeals']['slug']}/standings/"
    cookie = f"sessionid={workload.scenario['appeals']['session']}"
    *_, version = get(program, page, Cookie=cookie)
    last = workload.next_batch()
    document = next(each for each in last if each.kind == "print")
    wait_until(lambda: document.send(program), "the document is ordered")
    wait_until(
        lambda: ("running",) in program.query_database("SELECT state FROM jobs_job"), "the document is being printed"
    )

    clock.set_back()
    os.killpg(program.child("celery"), signal.SIGKILL)  # its lease was given before the clock was set back
    wait_until(lambda: hour_of(program) != hour, "an hour earlier")

    assert elapsed <= running_round.elapsed() < elapsed + 1800
    assert get(program, page, **{"Cookie": cookie, "If-None-Match": version})[0] == 304
    assert [request.send(program) for request in known] == [True] * len(known)
    assert [set(request.statuses) for request in known] == [{request.statuses[0]} for request in known]
    workload.run(last)
    assert get(program, page, **{"Cookie": cookie, "If-None-Match": version})[0] == 200
    workload.assert_saved_once()
    assert program.query_database("SELECT count(*) FROM scoring_result WHERE until < since") == [(0,)]
    assert_log_continues(running_round)
    workload.wait_until_printed()
    program.wait_until_ready()


def assert_log_continues(running_round: RunningRound) -> None:
    """Polling continues past lines that were written before the change."""
    since, seen = 0, []
    for _ in range(60):
        lines, since = running_round.read_log(since)
        seen += [line for line in lines if line not in seen]
    of_tournament = "SELECT l.id, t.slug FROM activity_logline l JOIN tournament_tournament t ON t.id = l.tournament_id"
    newest = max(
        line for line, slug in running_round.program.query_database(of_tournament) if slug == running_round.slug
    )
    assert seen == sorted(seen)
    assert seen[-1] == newest


def test_clock_is_set_back_while_the_program_is_stopped(
    workload: Workload, running_round: RunningRound, clock: ShiftedClock
) -> None:
    """The start warns; time continues from the last known moment."""
    program = workload.program
    assert program.stop() == 0
    clock.set_back()
    program.start().wait_until_ready()
    first, second = program.out.splitlines()[1:3]
    assert first.startswith("This computer’s clock is behind. It says ")
    assert second == "Your data stays in the right order. Correct the clock, then restart Headtable."
    elapsed = running_round.elapsed()
    wait_until(lambda: running_round.elapsed() > elapsed, "the clock of the round runs")
    workload.run(workload.next_batch())
    workload.assert_saved_once()
    assert program.query_database("SELECT count(*) FROM scoring_result WHERE until < since") == [(0,)]
