"""Dumps a PostgreSQL database with pg_dump, and replaces the present rows with those of a dump."""

from __future__ import annotations

import os
import re
import subprocess
import uuid
from collections.abc import Iterable, Iterator, Mapping, Set
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import dj_database_url
import psycopg
from django.conf import settings
from django.db import connection
from psycopg import sql

from foundation.errors import Refused

MISSING = "The program {} isn’t installed on the server. Install the package postgresql-client there, then try again."
TOO_OLD = (
    "The program {} is older than the PostgreSQL server. Install the same version of the package postgresql-client, "
    "then try again."
)
NO_ROOM_TO_CONVERT = (
    "This backup is from an older version. To convert it, the user {user} needs permission to create databases "
    "(ALTER ROLE {user} CREATEDB). Grant it, then try again."
)
DUMP = b"PGDMP"  # what every file of pg_dump begins with
COPY = re.compile(rb'COPY \w+\."?(\w+)"? \(([\w", ]+)\) FROM stdin;\n')
END = b"\\.\n"


class PostgresError(Exception):
    """One of PostgreSQL's programs failed; the message is its own."""


def dump(database: Mapping[str, Any], target: Path) -> None:
    """Dump the database in PostgreSQL's custom format, and check that pg_restore can list the file."""
    try:
        _run(["pg_dump", "--format=custom", "--no-owner", f"--file={target}"], login(database))
        _run(["pg_restore", "--list", str(target)], {})
    except PostgresError as problem:
        sentence = f"The program pg_dump failed: {problem}."[:220]
        raise Refused(f"{sentence} Fix this, then try again.") from problem


def is_dump(file: Path) -> bool:
    with file.open("rb") as opened:
        return opened.read(len(DUMP)) == DUMP


def _run(command: list[str], environment: Mapping[str, str]) -> None:
    try:
        done = subprocess.run(
            command,
            env={**os.environ, "LC_ALL": "C.UTF-8", **environment},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
        )
    except FileNotFoundError as missing:
        raise Refused(MISSING.format(command[0])) from missing
    if done.returncode:
        if "server version mismatch" in done.stderr:
            raise Refused(TOO_OLD.format(command[0]))
        raise PostgresError(first_error(done.stderr))


def login(database: Mapping[str, Any]) -> dict[str, str]:
    """Return the login as environment variables: anyone on the machine can read a process's arguments."""
    options = {name: database.get(name.upper()) for name in ("host", "port", "user", "password")}
    options |= {"database": database["NAME"]}
    options |= {name: value for name, value in database.get("OPTIONS", {}).items() if isinstance(value, (str, int))}
    return {f"PG{name.upper()}": str(value) for name, value in options.items() if value}


def first_error(output: str) -> str:
    """Return the first error in a program's output."""
    errors = [line.partition("error: ")[2] for line in output.splitlines() if "error: " in line]
    return errors[0].rstrip(".") if errors else "no reason given"


# -- restoring --------------------------------------------------------------------------------------------------------


def unpack(file: Path, script: Path) -> None:
    """Write the rows of a dump as an SQL script. A damaged file fails here, before anything changes."""
    _run(["pg_restore", "--data-only", f"--file={script}", str(file)], {})


@dataclass(frozen=True)
class DumpScript:
    """The script that `pg_restore` makes of a dump: for each table a COPY line, then one line per row."""

    path: Path

    def tables(self) -> set[str]:
        return {table for table, _, _ in self._parts()}

    def migrations(self) -> set[tuple[str, str]]:
        found = set()
        for table, columns, lines in self._parts():
            if table == "django_migrations":
                app, name = columns.index("app"), columns.index("name")
                rows = [line.decode().rstrip("\n").split("\t") for line in lines]
                found |= {(row[app], row[name]) for row in rows}
        return found

    def replace_rows(self, tables: Set[str]) -> None:
        """Replace the rows of these tables. Foreign keys are checked at the end of the transaction."""
        with connection.cursor() as cursor:
            for table in sorted(tables):
                cursor.execute(f"DELETE FROM {connection.ops.quote_name(table)}")  # noqa: S608
            for table, columns, lines in self._parts():
                if table in tables:
                    names = sql.SQL(", ").join(map(sql.Identifier, columns))
                    statement = sql.SQL("COPY {} ({}) FROM STDIN").format(sql.Identifier(table), names)
                    with cursor.copy(statement) as into:
                        for line in lines:
                            into.write(line)
            for table in sorted(tables):
                _advance_sequences(cursor, table)

    def _parts(self) -> Iterator[tuple[str, list[str], Iterator[bytes]]]:
        with self.path.open("rb") as script:
            for line in script:
                if found := COPY.fullmatch(line):
                    rows = _rows_of_table(script)
                    yield found[1].decode(), found[2].decode().replace('"', "").split(", "), rows
                    for _ in rows:  # skip rows that the caller didn't read
                        pass


def _rows_of_table(lines: Iterable[bytes]) -> Iterator[bytes]:
    for line in lines:
        if line == END:
            return
        yield line


def _advance_sequences(cursor: Any, table: str) -> None:
    """Continue the sequences above every key that ever existed, in the backup or in the present rows."""
    for sequence in connection.introspection.get_sequences(cursor, table):
        name, column = (connection.ops.quote_name(sequence[key]) for key in ("name", "column"))
        highest = f"SELECT max({column}) FROM {connection.ops.quote_name(table)}"  # noqa: S608
        last = f"SELECT last_value FROM {name}"  # noqa: S608
        cursor.execute(f"SELECT setval(%s, greatest(({highest}), ({last})))", [sequence["name"]])


@contextmanager
def temporary_database(file: Path) -> Iterator[str]:
    """Yield the URL of a temporary database with the contents of the file."""
    here = connection.settings_dict
    name = f"{here['NAME']}_restore_{uuid.uuid4().hex[:8]}"
    with connection.cursor() as cursor:
        try:
            cursor.execute(f"CREATE DATABASE {connection.ops.quote_name(name)} TEMPLATE template0")
        except Exception as problem:
            if isinstance(problem.__cause__, psycopg.errors.InsufficientPrivilege):
                raise Refused(NO_ROOM_TO_CONVERT.format(user=here["USER"])) from problem
            raise
    try:
        put = ["pg_restore", "--no-owner", "--exit-on-error", "--single-transaction", f"--dbname={name}", str(file)]
        _run(put, login(here))
        yield urlsplit(settings.DATABASE_URL)._replace(path=f"/{name}").geturl()
    finally:
        with connection.cursor() as cursor:
            cursor.execute(f"DROP DATABASE {connection.ops.quote_name(name)} WITH (FORCE)")


def settings_of(url: str) -> Mapping[str, Any]:
    found: Mapping[str, Any] = dj_database_url.parse(url)
    return found
