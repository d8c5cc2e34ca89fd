"""Copies a SQLite database while others write to it, and looks whether a copy is whole."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

WAIT = 20.0  # seconds for a lock


class NotWhole(sqlite3.DatabaseError):
    """The file is damaged, or is not what it should be."""


def copy(source: Path, target: Path) -> None:
    """The database as it is at one moment, in one file that needs no other beside it."""
    with closing(connect(source)) as live, closing(connect(target, "rw")) as made:
        live.execute("BEGIN")
        expected = _counts(live)  # from here on this connection sees that moment, whatever others write
        live.backup(made)
        live.rollback()
        made.execute("PRAGMA journal_mode=DELETE")
    if check(target) != expected:
        raise NotWhole("rows are missing in the copy")


def check(file: Path) -> dict[str, int]:
    """How many rows each table has, if the file is a whole database."""
    with closing(connect(file)) as database:
        found = [line for (line,) in database.execute("PRAGMA integrity_check")]
        if found != ["ok"]:
            raise NotWhole(str(found[0]))
        return _counts(database)


def connect(file: Path, mode: str = "ro") -> sqlite3.Connection:
    """Never makes a file that is not there."""
    return sqlite3.connect(f"file:{quote(str(file))}?mode={mode}", uri=True, timeout=WAIT, isolation_level=None)


def _counts(database: sqlite3.Connection) -> dict[str, int]:
    names = database.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    tables = [name for (name,) in names.fetchall()]
    return {name: database.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for name in tables}  # noqa: S608
