"""One laptop on SQLite: parts killed in the middle of everything, and the power cut. Nothing acknowledged is lost."""

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

from tests.system.chance import Chance
from tests.system.errands import Errands, must_be_whole
from tests.system.machine import Program, members, processes, started, until, using

Kill = Callable[[int, int], None]


@pytest.fixture(scope="module")
def errands(tmp_path_factory: pytest.TempPathFactory, staged: Path) -> Iterator[Errands]:
    """One program for all tests of this file, with a day's work to do. The first handful is done in peace."""
    with started(tmp_path_factory.mktemp("faults"), prepared=staged) as program:
        program.until_ready()
        errands = Errands(program, json.loads((staged / "stage.json").read_text()))
        errands.run(errands.handful(), lambda: None)
        errands.must_be_there_once()
        yield errands


def at_work(errands: Errands) -> float:
    """The seconds that a handful takes here when nothing strikes."""
    begin = time.monotonic()
    errands.run(errands.handful(), lambda: None)
    return time.monotonic() - begin


def killing(program: Program, word: str, kill: Kill, chance: Chance, window: float) -> Callable[[], None]:
    """Strikes at this part, and waits until it is there again by itself; nothing is left of the one before."""

    def strike() -> None:
        chance.wait(window)
        before = program.child(word)
        kill(before, signal.SIGKILL)
        until(lambda: members(before) == [], "nothing is left of it")  # what was in flight is finished first
        until(lambda: program.child(word) not in (0, before), f"another {word}")

    return strike


@pytest.mark.parametrize(("word", "name"), [("gunicorn", "web"), ("celery", "worker")])
def test_part_killed_in_the_middle(errands: Errands, chance: Chance, word: str, name: str) -> None:
    """It comes back by itself and says so; everybody who sends again is answered, and everything is done once."""
    program = errands.program
    sentence = f"The {name} process was killed by SIGKILL; it is started again."
    window, said, deaths = at_work(errands), program.out.count(sentence), [0.0]
    for number in range(1, chance.strikes + 1):
        # Who dies five times in half a minute is not started again: that is another promise.
        until(lambda: len([each for each in deaths if time.monotonic() - each < 31]) < 4, "a while since the last")
        kill = (os.kill, os.killpg)[number % 2]  # its first process alone, or all of them
        errands.run(errands.handful(), killing(program, word, kill, chance, window))
        deaths.append(time.monotonic())
        program.until_ready()
        errands.must_be_there_once()
        assert program.out.count(sentence) == said + number
    errands.until_printed()


def everybody(program: Program) -> list[int]:
    """The supervisor and all that it has started."""
    groups = {program.child(word) for word in ("gunicorn", "celery")}
    return [program.pid, *(pid for pid, _, group in processes() if group in groups)]


def cut_the_power(program: Program) -> None:
    """Everybody stops at one moment; what is on the disk is all there is, without the memory that processes share."""
    stopped = everybody(program)
    for number in (signal.SIGSTOP, signal.SIGKILL):
        for pid in stopped:
            os.kill(pid, number)
    program.wait()
    until(lambda: [each for each in using(program.data) if "inside" not in each] == [], "nothing runs")
    (program.data / "headtable.sqlite3-shm").unlink(missing_ok=True)
    (program.data / "running").write_text("as before another start of the computer")


def test_power_cut_in_the_middle(errands: Errands, chance: Chance, tmp_path: Path) -> None:
    """What was acknowledged is there; what was not is absent or whole. The next start says what happened."""
    program = errands.program
    window = at_work(errands)
    for number in range(chance.strikes):
        handful = errands.handful()

        def strike() -> None:
            chance.wait(window)
            cut_the_power(program)

        errands.run(handful, strike, once=True)
        shorter_logs_are_whole(program, chance, tmp_path / str(number))
        program.start().until_ready()
        told = program.out.splitlines()
        assert told[:3] == [
            "Starting Headtable…",
            "The last run did not end properly: the computer was switched off.",
            "The database was checked and is whole.",
        ]
        errands.must_be_there_once()
        errands.run(handful, lambda: None)
        errands.must_be_there_once()
    errands.until_printed()


def shorter_logs_are_whole(program: Program, chance: Chance, folder: Path) -> None:
    """A disk that has lost the end of SQLite's log, wherever: the database is whole, with all up to some moment."""
    database, log = (program.data / f"headtable.sqlite3{end}" for end in ("", "-wal"))
    log_now = log.read_bytes() if log.exists() else b""  # whoever closes the database last empties it
    lines = [key for (key,) in lines_of(database, folder / "all", log_now)]
    for number in range(8):
        written = log_now[: chance.randrange(len(log_now) + 1)]
        copy = Program(folder / str(number))
        found = [key for (key,) in lines_of(database, copy.data, written)]
        assert found == lines[: len(found)]
        assert [*must_be_whole(copy)] == []


def lines_of(database: Path, folder: Path, log: bytes) -> list[tuple[int]]:
    """The log of a copy of the database with this much of SQLite's own log, which it opens without complaint."""
    folder.mkdir(parents=True)
    shutil.copy(database, folder / database.name)
    (folder / f"{database.name}-wal").write_bytes(log)
    with closing(sqlite3.connect(folder / database.name)) as copy:
        assert copy.execute("PRAGMA quick_check").fetchall() == [("ok",)]
        return copy.execute("SELECT id FROM activity_logline ORDER BY id").fetchall()


def test_every_save_is_on_the_disk_before_it_is_acknowledged(errands: Errands) -> None:
    """2 is FULL: SQLite waits for the disk at every commit."""
    code = """
from django.db import connection
with connection.cursor() as cursor:
    print([cursor.execute(f"PRAGMA {name}").fetchone()[0] for name in ("synchronous", "journal_mode")])
"""
    assert errands.program.shell(code) == "[2, 'wal']\n"


def test_damaged_database_is_not_served(errands: Errands, tmp_path: Path) -> None:
    """After an end that was none the file is looked through; what is damaged is said, and which backup there is."""
    program = Program(tmp_path)
    (program.data / "backups").mkdir(parents=True)
    (program.data / "backups" / "noon.sqlite3").touch()
    (program.data / "running").touch()
    with closing(sqlite3.connect(errands.program.data / "headtable.sqlite3")) as database:
        database.execute("VACUUM INTO ?", [str(program.data / "headtable.sqlite3")])
    [(page,)] = program.ask("SELECT rootpage FROM sqlite_master WHERE name = 'activity_logline'")
    [(size,)] = program.ask("PRAGMA page_size")
    with (program.data / "headtable.sqlite3").open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"x" * size)
    assert program.start().wait() == 1
    assert program.out.splitlines()[1:] == ["The last run did not end properly: the computer was switched off."]
    damaged = f"The database {program.data}/headtable.sqlite3 is damaged ("
    assert (program.err.count("\n"), program.err.startswith(damaged)) == (1, True)
    assert program.err.endswith("Go back to the latest backup with: bin/run manage restore noon.sqlite3\n")
