"""Puts a backup in the place of the database, while nothing runs, and keeps the database of before."""

from __future__ import annotations

import fcntl
import os
import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

from django.utils import timezone

from tournament.backups import sqlite
from tournament.backups.files import folder, half_made, put_in_place
from tournament.errors import Refused

BESIDE = ("-wal", "-shm", "-journal")  # what SQLite may keep beside its file; only damaged databases still have it
MUST_HAVE = {"django_migrations", "tournament_tournament"}


def restore(backup: Path, database: Path, locks: Sequence[Path]) -> Path | None:
    """Where the database of before is now; nothing if there was none. At no moment is there no database."""
    with nothing_running(locks), half_made(database) as part:
        _take(backup, part)
        aside = _put_aside(database) if database.exists() else None
        put_in_place(part, database)
    return aside


@contextmanager
def nothing_running(locks: Sequence[Path]) -> Iterator[None]:
    """Every way to start holds one of these locks; holding them all keeps everybody from starting meanwhile."""
    with ExitStack() as held:
        for path in locks:
            lock = held.enter_context(path.open("a"))
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as running:
                raise Refused(f"Headtable is running on {path.parent}. Stop it first.") from running
        yield


def _take(backup: Path, part: Path) -> None:
    try:
        sqlite.copy(backup, part)
        found = sqlite.check(part)
    except sqlite3.Error as problem:
        raise Refused(f"{backup} cannot be used ({problem}). Nothing was changed.") from problem
    if not found.keys() >= MUST_HAVE:
        raise Refused(f"{backup} is not a database of Headtable. Nothing was changed.")


def _put_aside(database: Path) -> Path:
    """Among the backups, so that it goes with them when names are removed."""
    folder().mkdir(mode=0o700, parents=True, exist_ok=True)
    aside = _free_name()
    _into_one_file(database)
    try:
        os.link(database, aside)
    except OSError:  # another disk, or one without links
        shutil.copy2(database, aside)
    for ending in BESIDE:
        beside = database.with_name(database.name + ending)
        if beside.exists():
            shutil.move(beside, aside.with_name(aside.name + ending))
    return aside


def _free_name() -> Path:
    name = f"{timezone.localtime():%Y-%m-%d-%H%M%S}-before-restore"
    numbered = (folder() / f"{name}{'' if number == 1 else f'-{number}'}.sqlite3" for number in range(1, 1000))
    return next(path for path in numbered if not path.exists())


def _into_one_file(database: Path) -> None:
    """What the log beside it holds goes into the file. SQLite refuses that while anybody has it open."""
    try:
        sqlite.check(database)
        with closing(sqlite.connect(database, "rw")) as now:
            now.execute("PRAGMA busy_timeout=0")
            now.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.DatabaseError as problem:
        if getattr(problem, "sqlite_errorname", "").startswith("SQLITE_BUSY"):
            raise Refused("Another program has the database open. Stop it first.") from problem
        # Damaged, which may be the reason for going back: it is kept as it is, with what is beside it.
