"""The start after an end that was none: the power was cut, or everything was killed.

A file in the data folder is there while Headtable runs and gone when it has stopped. One that is still there at the
next start tells that the last run did not end properly. Then the database is checked before anybody uses it, and what
is found is said.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from config.datafolder import data_folder
from config.preflight import Problem

RUNS = "running"
BOOT = Path("/proc/sys/kernel/random/boot_id")
JOBS = "SELECT count(*) FROM jobs_job WHERE state = 'running' AND part_of_id IS NULL"

Say = Callable[[str], None]


def after_the_last_run(say: Say) -> None:
    """Look at how the last run ended; say it and what was found, if it did not end by itself."""
    mark = data_folder() / RUNS
    if not mark.exists():
        return
    if _read(mark) == _boot():
        say("The last run did not end properly: Headtable was killed.")
    else:
        say("The last run did not end properly: the computer was switched off.")
        (data_folder() / "static.stamp").unlink(missing_ok=True)  # what was not on the disk yet is collected again
    database = data_folder() / "headtable.sqlite3"
    if not os.environ.get("DATABASE_URL") and database.exists():
        _check(database, say)


def begins() -> None:
    """From now on this run has not ended."""
    mark = data_folder() / RUNS
    mark.write_text(_boot())
    _keep(mark)


def has_ended() -> None:
    with contextlib.suppress(OSError):  # a folder that cannot be written to any more
        (data_folder() / RUNS).unlink()


def _check(database: Path, say: Say) -> None:
    """Whether every page of the file is whole, and what was being made."""
    try:
        with closing(sqlite3.connect(database)) as connection:
            found = [row[0] for row in connection.execute("PRAGMA quick_check(3)")]
            jobs = _jobs(connection)
    except sqlite3.DatabaseError as error:
        found, jobs = [str(error)], 0
    if found != ["ok"]:
        lines = [line for each in found for line in each.splitlines() if not line.startswith("***")]
        raise Problem(f"The database {database} is damaged ({lines[0]}). {_way_on()}")
    say("The database was checked and is whole.")
    if jobs:
        many = f"{jobs} jobs were being made; they are taken up again."
        say(many if jobs > 1 else "A job was being made; it is taken up again.")


def _jobs(connection: sqlite3.Connection) -> int:
    try:
        return int(connection.execute(JOBS).fetchone()[0])
    except sqlite3.OperationalError:  # the very first start had not come so far
        return 0


def _way_on() -> str:
    backups = sorted((data_folder() / "backups").glob("*.sqlite3"), key=lambda path: path.stat().st_mtime)
    if not backups:
        return "There is no backup in the data folder; put back a copy that is whole."
    return f"Go back to the latest backup with: bin/run manage restore {backups[-1].name}"


def _boot() -> str:
    """Another one after each start of the computer; where none is known, none."""
    return _read(BOOT)


def _read(file: Path) -> str:
    try:
        return file.read_text().strip()
    except OSError:
        return ""


def _keep(file: Path) -> None:
    """On the disk, with its name, and not only on its way there."""
    for path in (file, file.parent):
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
