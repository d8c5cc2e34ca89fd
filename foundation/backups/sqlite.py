"""Copies a SQLite database while others write to it, looks whether a copy is whole, and pours one into another."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Set
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from django.db import connection

WAIT = 20.0  # seconds for a lock
STEP = 2000  # pages that are copied at once


class NotWhole(sqlite3.DatabaseError):
    """The file is damaged, or is not what it should be."""


def copy(source: Path, target: Path, after_step: Callable[[int, int, int], None] | None = None) -> dict[str, int]:
    """The database as it is at one moment, in one file that needs no other beside it; how many rows each table has.

    Step by step, and whoever writes meanwhile waits for none of them: the log beside the file takes it.
    """
    with closing(connect(source)) as live, closing(connect(target, "rw")) as made:
        live.execute("BEGIN")
        expected = _counts(live)  # from here on this connection sees that moment, whatever others write
        live.backup(made, pages=STEP, progress=after_step)
        live.rollback()
    into_one_file(target)
    if check(target) != expected:
        raise NotWhole("rows are missing in the copy")
    return expected


def into_one_file(file: Path) -> None:
    """What the log beside it holds goes into it, and there is no log beside it any more."""
    with closing(connect(file, "rw")) as database:
        database.execute("PRAGMA journal_mode=DELETE")


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


def migrations_in(file: Path) -> set[tuple[str, str]]:
    with closing(connect(file)) as database:
        return set(database.execute("SELECT app, name FROM django_migrations"))


@dataclass(frozen=True)
class Attached:
    """Another file, as part of the connection that the rows are poured into."""

    name: str = "restored"

    def pour(self, tables: Set[str]) -> None:
        """Everything in these tables goes and what the file has comes. References are asked at the end of it all."""
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
def attached(file: Path) -> Iterator[Attached]:
    source = Attached()
    with connection.cursor() as cursor:
        cursor.execute(f"ATTACH DATABASE %s AS {source.name}", [f"file:{quote(str(file))}?mode=ro"])
        try:
            yield source
        finally:
            cursor.execute(f"DETACH DATABASE {source.name}")
