"""Copies a SQLite database while others write to it, checks a copy, and replaces the present rows with those of one."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Set
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from django.db import connection

LOCK_SECONDS = 20.0
PAGES_PER_STEP = 2000


class DamagedFile(sqlite3.DatabaseError):
    """The file is damaged, or isn't a database."""


def copy(source: Path, target: Path, after_step: Callable[[int, int, int], None] | None = None) -> dict[str, int]:
    """Copy the database as of one moment into a single file; return the number of rows in each table.

    The copy is made in steps, and doesn't block writers: their changes go to the write-ahead log.
    """
    with closing(connect(source)) as live, closing(connect(target, "rw")) as made:
        live.execute("BEGIN")
        expected = _counts(live)  # this starts the snapshot that the connection sees from here on
        live.backup(made, pages=PAGES_PER_STEP, progress=after_step)
        live.rollback()
    into_one_file(target)
    if check(target) != expected:
        raise DamagedFile("rows are missing in the copy")
    return expected


def into_one_file(file: Path) -> None:
    """Merge the write-ahead log into the file."""
    with closing(connect(file, "rw")) as database:
        database.execute("PRAGMA journal_mode=DELETE")


def check(file: Path) -> dict[str, int]:
    """Return the number of rows in each table; raise `DamagedFile` if the file isn't a sound database."""
    with closing(connect(file)) as database:
        problems = [line for (line,) in database.execute("PRAGMA integrity_check")]
        if problems != ["ok"]:
            raise DamagedFile(str(problems[0]))
        return _counts(database)


def connect(file: Path, mode: str = "ro") -> sqlite3.Connection:
    """Connect to an existing file; never create one."""
    return sqlite3.connect(f"file:{quote(str(file))}?mode={mode}", uri=True, timeout=LOCK_SECONDS, isolation_level=None)


def _counts(database: sqlite3.Connection) -> dict[str, int]:
    names = database.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    tables = [name for (name,) in names.fetchall()]
    return {name: database.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for name in tables}  # noqa: S608


def migrations_in(file: Path) -> set[tuple[str, str]]:
    with closing(connect(file)) as database:
        return set(database.execute("SELECT app, name FROM django_migrations"))


@dataclass(frozen=True)
class AttachedFile:
    """A backup file that is attached to the present connection."""

    name: str = "restored"

    def replace_rows(self, tables: Set[str]) -> None:
        """Replace the rows of these tables. Foreign keys are checked at the end of the transaction."""
        quoted = connection.ops.quote_name
        with connection.cursor() as cursor:
            for table in map(quoted, sorted(tables)):
                cursor.execute(f"DELETE FROM main.{table}")  # noqa: S608
            for table in sorted(tables):
                cursor.execute(f"PRAGMA main.table_info({quoted(table)})")
                columns = ", ".join(quoted(name) for _, name, *_ in cursor.fetchall())
                into, where = quoted(table), f"{self.name}.{quoted(table)}"
                cursor.execute(f"INSERT INTO main.{into} ({columns}) SELECT {columns} FROM {where}")  # noqa: S608


@contextmanager
def attached(file: Path) -> Iterator[AttachedFile]:
    source = AttachedFile()
    with connection.cursor() as cursor:
        cursor.execute(f"ATTACH DATABASE %s AS {source.name}", [f"file:{quote(str(file))}?mode=ro"])
        try:
            yield source
        finally:
            cursor.execute(f"DETACH DATABASE {source.name}")
