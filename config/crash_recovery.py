"""The start after a crash: the power was cut, or the processes were killed.

A marker file is in the data folder while Headtable runs. If it is still there at the next start, the last run didn't
end properly. Then the database is checked before anyone uses it, and the result is printed.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from config.data_folder import data_folder
from config.startup_checks import StartupError
from foundation.disk import sync_to_disk

RUNNING_FILE = "running"
BOOT_ID_FILE = Path("/proc/sys/kernel/random/boot_id")
RUNNING_JOBS = "SELECT count(*) FROM jobs_job WHERE state = 'running' AND part_of_id IS NULL"

Say = Callable[[str], None]


def report_last_run(say: Say) -> None:
    """If the last run crashed, say so and check the database."""
    marker = data_folder() / RUNNING_FILE
    if not marker.exists():
        return
    if _read(marker) == _boot_id():
        say("Headtable didn’t shut down normally last time (it was stopped by the system).")
    else:
        say("Headtable didn’t shut down normally last time (the computer was turned off).")
        (data_folder() / "static.stamp").unlink(missing_ok=True)  # collect the static files again; some may be lost
    database = data_folder() / "headtable.sqlite3"
    if not os.environ.get("DATABASE_URL") and database.exists():
        _check_database(database, say)


def mark_running() -> None:
    """Create the marker file of a running Headtable."""
    marker = data_folder() / RUNNING_FILE
    marker.write_text(_boot_id())
    sync_to_disk(marker)
    sync_to_disk(marker.parent)


def mark_stopped() -> None:
    """Delete the marker file."""
    with contextlib.suppress(OSError):  # the folder may have become read-only
        (data_folder() / RUNNING_FILE).unlink()


def _check_database(database: Path, say: Say) -> None:
    """Check that the database file is intact, and say which jobs were running. Raises if it is damaged."""
    try:
        with closing(sqlite3.connect(database)) as connection:
            messages = [row[0] for row in connection.execute("PRAGMA quick_check(3)")]
            jobs = _count_running_jobs(connection)
    except sqlite3.DatabaseError as error:
        messages, jobs = [str(error)], 0
    if messages != ["ok"]:
        lines = [line for message in messages for line in message.splitlines() if not line.startswith("***")]
        raise StartupError(f"The database {database} is damaged ({lines[0]}). {_restore_advice()}")
    say("The database was checked and is fine.")
    if jobs:
        many = f"{jobs} jobs were in progress. They’ll start again."
        say(many if jobs > 1 else "1 job was in progress. It’ll start again.")


def _count_running_jobs(connection: sqlite3.Connection) -> int:
    try:
        return int(connection.execute(RUNNING_JOBS).fetchone()[0])
    except sqlite3.OperationalError:  # the very first start crashed before the table existed
        return 0


def _restore_advice() -> str:
    backups = sorted((data_folder() / "backups").glob("*.sqlite3"), key=lambda path: path.stat().st_mtime)
    if not backups:
        return "There’s no backup in the data folder. Replace the database with an undamaged copy."
    return f"Restore the latest backup with: bin/run manage restore {backups[-1].name}"


def _boot_id() -> str:
    """An ID that changes with each boot of the computer; empty if the system has none."""
    return _read(BOOT_ID_FILE)


def _read(file: Path) -> str:
    try:
        return file.read_text().strip()
    except OSError:
        return ""
