"""Tells outages of the machine from bugs: the database is down, the disk is full, a folder is read-only.

Each outage has one sentence for the person at the browser. Everything works again as soon as the machine does.
"""

from __future__ import annotations

import errno
import shutil
import sqlite3

from django.conf import settings
from django.db import DatabaseError, InterfaceError, OperationalError
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from foundation.errors import error_chain

AWAY = _("The database isn’t responding right now.")
BUSY = _("The database is busy right now.")
FULL = _("The disk on the computer that runs Headtable is full. Free up some space, then continue.")
LOCKED = _("Headtable can’t write to its data folder right now.")
BROKEN = _("The disk on the computer that runs Headtable isn’t working correctly.")
REDIS_AWAY = _("Redis, a part of this installation, isn’t responding right now.")

MIN_FREE_BYTES = 256 * 1024  # with less space than this, a failing disk counts as full
SQLITE_ERRORS = {
    sqlite3.SQLITE_FULL: FULL,
    sqlite3.SQLITE_READONLY: LOCKED,
    sqlite3.SQLITE_CANTOPEN: LOCKED,
    sqlite3.SQLITE_PERM: LOCKED,
    sqlite3.SQLITE_IOERR: BROKEN,
    sqlite3.SQLITE_BUSY: BUSY,
}
POSTGRES_ERRORS = {"53100": FULL, "25006": LOCKED, "40P01": BUSY, "40001": BUSY, "55P03": BUSY}
SYSTEM_ERRORS = {
    errno.ENOSPC: FULL,
    errno.EDQUOT: FULL,
    errno.EROFS: LOCKED,
    errno.EACCES: LOCKED,
    errno.EPERM: LOCKED,
    errno.EIO: BROKEN,
}


def describe_outage(error: BaseException | None) -> str:
    """The sentence for an outage that caused this error; empty if the error is a bug."""
    for each in error_chain(error, follow_context=False):
        if sentence := _describe(each):
            return str(FULL if sentence in (LOCKED, BROKEN) and _is_disk_full() else sentence)
    return ""


def _describe(error: BaseException) -> str | Promise:
    if isinstance(error, DatabaseError | InterfaceError):
        return _describe_database_error(error)
    if type(error).__module__.startswith("redis.") and type(error).__name__ in ("ConnectionError", "TimeoutError"):
        return REDIS_AWAY
    if isinstance(error, OSError) and error.errno is not None:
        return SYSTEM_ERRORS.get(error.errno, "")
    return ""


def _describe_database_error(error: Exception) -> str | Promise:
    """Look up the database's error code. A PostgreSQL error without a code is about the connection."""
    cause = error.__cause__
    if isinstance(cause, sqlite3.Error):
        return SQLITE_ERRORS.get(getattr(cause, "sqlite_errorcode", 0) & 0xFF, "")
    state = getattr(cause, "sqlstate", None)
    if state in POSTGRES_ERRORS:
        return POSTGRES_ERRORS[state]
    if not isinstance(error, OperationalError | InterfaceError):
        return ""
    return AWAY if state is None or state[:2] in ("08", "53", "57") else ""


def _is_disk_full() -> bool:
    try:
        return shutil.disk_usage(settings.DATA).free < MIN_FREE_BYTES
    except OSError:
        return False
