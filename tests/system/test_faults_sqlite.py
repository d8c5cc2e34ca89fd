"""On a laptop with SQLite, processes are killed or the power is cut. Nothing that was acknowledged is lost."""

from __future__ import annotations

import json
import os
import shutil
import signal
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.system.fault_timing import FAULTS_PER_TEST, FaultTiming
from tests.system.pending_requests import Workload, find_half_saved_rows
from tests.system.program import Program, processes, processes_in_group, processes_using, running_program, wait_until

Kill = Callable[[int, int], None]


@pytest.fixture(scope="module")
def workload(tmp_path_factory: pytest.TempPathFactory, scenario_folder: Path) -> Iterator[Workload]:
    """One program for all tests of this file. The first batch is done without a fault."""
    with running_program(tmp_path_factory.mktemp("faults"), template=scenario_folder) as program:
        program.wait_until_ready()
        workload = Workload(program, json.loads((scenario_folder / "scenario.json").read_text()))
        workload.run(workload.next_batch())
        workload.assert_saved_once()
        yield workload


def kill_and_wait(program: Program, word: str, kill: Kill, timing: FaultTiming, window: float) -> Callable[[], None]:
    """Kill this process and wait until it is replaced."""

    def cause_fault() -> None:
        timing.wait(window)
        before = program.child(word)
        kill(before, signal.SIGKILL)
        # Requests in progress are finished first.
        wait_until(lambda: processes_in_group(before) == [], "no process of it is left")
        wait_until(lambda: program.child(word) not in (0, before), f"another {word}")

    return cause_fault


@pytest.mark.parametrize(("word", "name"), [("gunicorn", "web"), ("celery", "worker")])
def test_process_is_killed_while_people_work(workload: Workload, timing: FaultTiming, word: str, name: str) -> None:
    """The process restarts and says so; repeated requests are done once."""
    program = workload.program
    sentence = f"The {name} process stopped (killed by SIGKILL). Restarting it."
    window, restarts, deaths = workload.measure_batch(), program.out.count(sentence), [0.0]
    for number in range(1, FAULTS_PER_TEST + 1):
        # A process that dies five times in half a minute isn't restarted; test_supervisor.py tests that.
        wait_until(
            lambda: len([each for each in deaths if time.monotonic() - each < 31]) < 4, "time passes since the last one"
        )
        kill = (os.kill, os.killpg)[number % 2]  # its first process only, or all of them
        workload.run(workload.next_batch(), kill_and_wait(program, word, kill, timing, window))
        deaths.append(time.monotonic())
        program.wait_until_ready()
        workload.assert_saved_once()
        assert program.out.count(sentence) == restarts + number
    workload.wait_until_printed()


def all_processes(program: Program) -> list[int]:
    """The supervisor and every process that it started."""
    groups = {program.child(word) for word in ("gunicorn", "celery")}
    return [program.pid, *(pid for pid, _, group in processes() if group in groups)]


def cut_power(program: Program) -> None:
    """Stop all processes at once and keep only what is on the disk."""
    stopped = all_processes(program)
    for number in (signal.SIGSTOP, signal.SIGKILL):
        for pid in stopped:
            os.kill(pid, number)
    program.wait()
    wait_until(
        lambda: [each for each in processes_using(program.data) if "python_server" not in each] == [], "no process runs"
    )
    (program.data / "headtable.sqlite3-shm").unlink(missing_ok=True)
    (program.data / "running").write_text("another boot of the computer")


def test_power_is_cut_while_people_work(workload: Workload, timing: FaultTiming, tmp_path: Path) -> None:
    """Acknowledged changes are there, others are absent or complete. The next start says what happened."""
    program = workload.program
    window = workload.measure_batch()
    for number in range(FAULTS_PER_TEST):
        batch = workload.next_batch()

        def cut_power_later() -> None:
            timing.wait(window)
            cut_power(program)

        workload.run(batch, cut_power_later, once=True)
        assert_truncated_logs_are_consistent(program, timing, tmp_path / str(number))
        program.start().wait_until_ready()
        assert program.out.splitlines()[:3] == [
            "Starting Headtable…",
            "Headtable didn’t shut down normally last time (the computer was turned off).",
            "The database was checked and is fine.",
        ]
        workload.assert_saved_once()
        workload.run(batch)
        workload.assert_saved_once()
    workload.wait_until_printed()


def assert_truncated_logs_are_consistent(program: Program, timing: FaultTiming, folder: Path) -> None:
    """Any shorter write-ahead log gives a valid earlier state."""
    database, log = (program.data / f"headtable.sqlite3{end}" for end in ("", "-wal"))
    content = log.read_bytes() if log.exists() else b""  # closing the last connection empties it
    lines = [key for (key,) in log_lines_in_copy(database, folder / "all", content)]
    for number in range(8):
        written = content[: timing.randrange(len(content) + 1)]
        copy = Program(folder / str(number))
        found = [key for (key,) in log_lines_in_copy(database, copy.data, written)]
        assert found == lines[: len(found)]
        assert [*find_half_saved_rows(copy)] == []


def log_lines_in_copy(database: Path, folder: Path, write_ahead_log: bytes) -> list[tuple[int]]:
    """The activity log in a copy of the database with this write-ahead log, which must pass SQLite's check."""
    folder.mkdir(parents=True)
    shutil.copy(database, folder / database.name)
    (folder / f"{database.name}-wal").write_bytes(write_ahead_log)
    with closing(sqlite3.connect(folder / database.name)) as copy:
        assert copy.execute("PRAGMA quick_check").fetchall() == [("ok",)]
        return copy.execute("SELECT id FROM activity_logline ORDER BY id").fetchall()


def test_every_save_is_on_the_disk_before_it_is_acknowledged(workload: Workload) -> None:
    """2 is FULL: SQLite waits for the disk at every commit."""
    code = """
from django.db import connection
with connection.cursor() as cursor:
    print([cursor.execute(f"PRAGMA {name}").fetchone()[0] for name in ("synchronous", "journal_mode")])
"""
    assert workload.program.run_python(code) == "[2, 'wal']\n"


def test_damaged_database_is_not_served(workload: Workload, tmp_path: Path) -> None:
    """After a crash a damaged file is reported, with the newest backup."""
    program = Program(tmp_path)
    (program.data / "backups").mkdir(parents=True)
    (program.data / "backups" / "noon.sqlite3").touch()
    (program.data / "running").touch()
    with closing(sqlite3.connect(workload.program.data / "headtable.sqlite3")) as database:
        database.execute("VACUUM INTO ?", [str(program.data / "headtable.sqlite3")])
    [(page,)] = program.query_database("SELECT rootpage FROM sqlite_master WHERE name = 'activity_logline'")
    [(size,)] = program.query_database("PRAGMA page_size")
    with (program.data / "headtable.sqlite3").open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"x" * size)
    assert program.start().wait() == 1
    assert program.out.splitlines()[1:] == [
        "Headtable didn’t shut down normally last time (the computer was turned off)."
    ]
    damaged = f"The database {program.data}/headtable.sqlite3 is damaged ("
    assert (program.err.count("\n"), program.err.startswith(damaged)) == (1, True)
    assert program.err.endswith("Restore the latest backup with: bin/run manage restore noon.sqlite3\n")
