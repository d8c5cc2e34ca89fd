"""What can go wrong with the machine rather than with the program: the database away, the disk full, a folder locked.

Each is one sentence for the person at the browser. None of them is a bug: the page says how to go on, and everything
works again by itself as soon as the machine does.
"""

from __future__ import annotations

import errno
import shutil
import sqlite3
from collections.abc import Iterator

from django.conf import settings
from django.db import DatabaseError, InterfaceError, OperationalError

AWAY = "The database does not answer at the moment."
BUSY = "The database is busy at the moment."
FULL = "The disk of the computer that runs Headtable is full. Make room on it, then go on."
LOCKED = "Headtable cannot write to its data folder at the moment."
BROKEN = "The disk of the computer that runs Headtable does not work as it should."
REDIS_AWAY = "Redis, a part of this installation, does not answer at the moment."

ROOM = 256 * 1024  # bytes; with less than that left, a disk that fails is a disk that is full
OF_SQLITE = {
    sqlite3.SQLITE_FULL: FULL,
    sqlite3.SQLITE_READONLY: LOCKED,
    sqlite3.SQLITE_CANTOPEN: LOCKED,
    sqlite3.SQLITE_PERM: LOCKED,
    sqlite3.SQLITE_IOERR: BROKEN,
    sqlite3.SQLITE_BUSY: BUSY,
}
OF_POSTGRES = {"53100": FULL, "25006": LOCKED, "40P01": BUSY, "40001": BUSY, "55P03": BUSY}
OF_THE_SYSTEM = {
    errno.ENOSPC: FULL,
    errno.EDQUOT: FULL,
    errno.EROFS: LOCKED,
    errno.EACCES: LOCKED,
    errno.EPERM: LOCKED,
    errno.EIO: BROKEN,
}


def trouble_of(problem: BaseException | None) -> str:
    """The sentence for this problem; nothing when it is a bug."""
    for each in _chain(problem):
        if sentence := _sentence(each):
            return FULL if sentence in (LOCKED, BROKEN) and _no_room() else sentence
    return ""


def _sentence(problem: BaseException) -> str:
    if isinstance(problem, DatabaseError | InterfaceError):
        return _of_database(problem)
    if type(problem).__module__.startswith("redis.") and type(problem).__name__ in ("ConnectionError", "TimeoutError"):
        return REDIS_AWAY
    if isinstance(problem, OSError) and problem.errno is not None:
        return OF_THE_SYSTEM.get(problem.errno, "")
    return ""


def _of_database(problem: Exception) -> str:
    """By the code that the database gives it; an error of PostgreSQL without one is about the connection."""
    cause = problem.__cause__
    if isinstance(cause, sqlite3.Error):
        return OF_SQLITE.get(getattr(cause, "sqlite_errorcode", 0) & 0xFF, "")
    state = getattr(cause, "sqlstate", None)
    if state in OF_POSTGRES:
        return OF_POSTGRES[state]
    if not isinstance(problem, OperationalError | InterfaceError):
        return ""
    return AWAY if state is None or state[:2] in ("08", "53", "57") else ""


def _chain(problem: BaseException | None) -> Iterator[BaseException]:
    """The problem, and what it came from."""
    seen: set[int] = set()
    while problem is not None and id(problem) not in seen:
        seen.add(id(problem))
        yield problem
        problem = problem.__cause__


def _no_room() -> bool:
    try:
        return shutil.disk_usage(settings.DATA).free < ROOM
    except OSError:
        return False
