"""The laptop's clock is set back an hour while Headtable runs, and another hour while it does not. Nothing goes by it.

The program has a clock of its own (`clock.c`), which a number in a file sets.
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
from tests.system.errands import Errands
from tests.system.machine import Program, started, until


class Clock:
    """Of the program alone: a small library that is loaded before it takes hours off what the clock says."""

    def __init__(self, folder: Path) -> None:
        self.file, self.hours, library = folder / "hours", 0, folder / "clock.so"
        source = Path(__file__).with_name("clock.c")
        subprocess.run(["tcc", "-shared", "-nostdlib", "-o", library, source], check=True)
        self.environment = {"LD_PRELOAD": str(library), "CLOCK_BEHIND": str(self.file)}

    def back(self) -> None:
        self.hours += 1
        new = self.file.with_suffix(".new")
        new.write_text(str(self.hours))
        new.rename(self.file)


@pytest.fixture(scope="module")
def clock(tmp_path_factory: pytest.TempPathFactory) -> Clock:
    return Clock(tmp_path_factory.mktemp("clock"))


@pytest.fixture(scope="module")
def errands(tmp_path_factory: pytest.TempPathFactory, staged: Path, clock: Clock) -> Iterator[Errands]:
    with started(tmp_path_factory.mktemp("hours"), prepared=staged, **clock.environment) as program:
        program.until_ready()
        yield Errands(program, json.loads((staged / "stage.json").read_text()))


def get(program: Program, path: str, **headers: str) -> tuple[int, str, str]:
    """Status, page and version."""
    with closing(http.client.HTTPConnection("127.0.0.1", program.port, timeout=PATIENCE)) as connection:
        connection.request("GET", path, headers=headers)
        response = connection.getresponse()
        return response.status, response.read().decode(), response.headers.get("ETag", "")


def hour_of(program: Program) -> str:
    """As the program's answers are dated, minutes left out."""
    with closing(http.client.HTTPConnection("127.0.0.1", program.port, timeout=PATIENCE)) as connection:
        connection.request("GET", "/healthz")
        return connection.getresponse().headers["Date"].rpartition(" ")[0].split(":")[0]


class Scene:
    """The tournament whose round is played."""

    def __init__(self, errands: Errands) -> None:
        scene = errands.stage["draws"]
        self.program, self.slug = errands.program, scene["slug"]
        self.cookie, self.token = f"sessionid={scene['session']}", f"Bearer {scene['token']}"
        self.round = scene["rounds"][0]

    def elapsed(self) -> float:
        """The seconds that the room's clock has run."""
        status, page, _ = get(self.program, f"/t/{self.slug}/clock/", Cookie=self.cookie)
        found = re.search(r'data-elapsed="([\d.]+)"', page)
        assert (status, found is not None) == (200, True), page
        return float(found[1]) if found else 0.0

    def log(self, since: int) -> tuple[list[int], int]:
        path = f"/api/tournaments/{self.slug}/log/?since={since}&limit=5"
        answer = json.loads(get(self.program, path, Authorization=self.token)[1])
        return [line["id"] for line in answer["lines"]], answer["next"]


@pytest.fixture(scope="module")
def scene(errands: Errands) -> Scene:
    """The first round is drawn and published, and its clock is started."""
    errands.run(errands.handful(), lambda: None)
    errands.run(errands.handful(), lambda: None)
    scene = Scene(errands)
    start = errands._call("publish", f"rounds/{scene.round}/start/", errands.stage["draws"], {"version": 2})
    errands.run([start], lambda: None)
    return scene


def test_clock_set_back_an_hour(errands: Errands, scene: Scene, clock: Clock) -> None:
    program = errands.program
    known, hour = [*errands.all], hour_of(program)
    until(lambda: scene.elapsed() >= 1, "the clock of the room runs")
    elapsed = scene.elapsed()
    page = f"/t/{errands.stage['appeals']['slug']}/standings/"
    cookie = f"sessionid={errands.stage['appeals']['session']}"
    *_, version = get(program, page, Cookie=cookie)
    last = errands.handful()
    paper = next(each for each in last if each.what == "print")
    until(lambda: paper.send(program), "the paper is asked for")
    until(lambda: ("running",) in program.ask("SELECT state FROM jobs_job"), "the paper is being made")

    clock.back()
    os.killpg(program.child("celery"), signal.SIGKILL)  # its lease was given by the clock of before
    until(lambda: hour_of(program) != hour, "an hour earlier")

    assert elapsed <= scene.elapsed() < elapsed + 1800
    assert get(program, page, **{"Cookie": cookie, "If-None-Match": version})[0] == 304
    assert [errand.send(program) for errand in known] == [True] * len(known)
    assert [set(errand.answers) for errand in known] == [{errand.answers[0]} for errand in known]
    errands.run(last, lambda: None)
    assert get(program, page, **{"Cookie": cookie, "If-None-Match": version})[0] == 200
    errands.must_be_there_once()
    assert program.ask("SELECT count(*) FROM scoring_result WHERE until < since") == [(0,)]
    assert the_log_goes_on(scene)
    errands.until_printed()
    program.until_ready()


def the_log_goes_on(scene: Scene) -> bool:
    """Who polls comes past the lines that were written before the clock was set back."""
    since, seen = 0, []
    for _ in range(60):
        lines, since = scene.log(since)
        seen += [line for line in lines if line not in seen]
    of_tournament = "SELECT l.id, t.slug FROM activity_logline l JOIN tournament_tournament t ON t.id = l.tournament_id"
    newest = max(line for line, slug in scene.program.ask(of_tournament) if slug == scene.slug)
    return seen == sorted(seen) and seen[-1] == newest


def test_clock_set_back_while_it_is_off(errands: Errands, scene: Scene, clock: Clock) -> None:
    """The start tells it; time goes on from the last moment that is known."""
    program = errands.program
    assert program.stop() == 0
    clock.back()
    program.start().until_ready()
    first, second = program.out.splitlines()[1:3]
    assert first.startswith("The clock of this computer is behind: it says ")
    assert second == "Everything keeps its order. Set the clock right, then start Headtable again."
    elapsed = scene.elapsed()
    until(lambda: scene.elapsed() > elapsed, "the clock of the room runs")
    errands.run(errands.handful(), lambda: None)
    errands.must_be_there_once()
    assert program.ask("SELECT count(*) FROM scoring_result WHERE until < since") == [(0,)]
