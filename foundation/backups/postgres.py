"""Copies a PostgreSQL database with the server's own programs, and pours a copy into the present one."""

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

MISSING = (
    "The program {} is not on the machine that this is done on. Install the package postgresql-client there, then try "
    "again."
)
TOO_OLD = (
    "The program {} on the machine that this is done on is older than the PostgreSQL server. Install a "
    "postgresql-client of the server’s version there, then try again."
)
NO_ROOM_TO_CONVERT = (
    "This backup is of an older version, and is brought up to this one in a database of its own, which user {user} may "
    "not make. Let them (ALTER ROLE {user} CREATEDB), then try again."
)
DUMP = b"PGDMP"  # what every file of pg_dump begins with
COPY = re.compile(rb'COPY \w+\."?(\w+)"? \(([\w", ]+)\) FROM stdin;\n')
END = b"\\.\n"


class Failed(Exception):
    """One of PostgreSQL's programs declined, in its own words."""


def dump(database: Mapping[str, Any], target: Path) -> None:
    """In PostgreSQL's own format, of one moment, and readable: pg_restore can list what is in it."""
    try:
        _run(["pg_dump", "--format=custom", "--no-owner", f"--file={target}"], login(database))
        _run(["pg_restore", "--list", str(target)], {})
    except Failed as problem:
        sentence = f"PostgreSQL’s program pg_dump failed: {problem}."[:220]
        raise Refused(f"{sentence} Put that right, then try again.") from problem


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
        raise Failed(why(done.stderr))


def login(database: Mapping[str, Any]) -> dict[str, str]:
    """By the environment: the arguments of a process can be read by everybody on the machine."""
    given = {name: database.get(name.upper()) for name in ("host", "port", "user", "password")}
    given |= {"database": database["NAME"]}
    given |= {name: value for name, value in database.get("OPTIONS", {}).items() if isinstance(value, (str, int))}
    return {f"PG{name.upper()}": str(value) for name, value in given.items() if value}


def why(said: str) -> str:
    """The first thing that a program complained of."""
    errors = [line.partition("error: ")[2] for line in said.splitlines() if "error: " in line]
    return errors[0].rstrip(".") if errors else "it did not say why"


# -- the way back -----------------------------------------------------------------------------------------------------


def unpack(file: Path, script: Path) -> None:
    """The rows of a dump as text, table after table. A file that is not whole fails here, before anything changes."""
    _run(["pg_restore", "--data-only", f"--file={script}", str(file)], {})


@dataclass(frozen=True)
class Script:
    """The rows of a dump as `pg_restore` writes them down: a line with table and columns, then a line for each row."""

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

    def pour(self, tables: Set[str]) -> None:
        """Everything in these tables goes and what the file has comes. References are asked at the end of it all."""
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
                _number_on(cursor, table)

    def _parts(self) -> Iterator[tuple[str, list[str], Iterator[bytes]]]:
        with self.path.open("rb") as script:
            for line in script:
                if found := COPY.fullmatch(line):
                    rows = _until_the_end(script)
                    yield found[1].decode(), found[2].decode().replace('"', "").split(", "), rows
                    for _ in rows:  # those that nobody wanted
                        pass


def _until_the_end(lines: Iterable[bytes]) -> Iterator[bytes]:
    for line in lines:
        if line == END:
            return
        yield line


def _number_on(cursor: Any, table: str) -> None:
    """New rows get numbers that no row had, neither of those that came nor of those that went."""
    for sequence in connection.introspection.get_sequences(cursor, table):
        name, column = (connection.ops.quote_name(sequence[key]) for key in ("name", "column"))
        highest = f"SELECT max({column}) FROM {connection.ops.quote_name(table)}"  # noqa: S608
        last = f"SELECT last_value FROM {name}"  # noqa: S608
        cursor.execute(f"SELECT setval(%s, greatest(({highest}), ({last})))", [sequence["name"]])


@contextmanager
def put_elsewhere(file: Path) -> Iterator[str]:
    """The address of a database that holds what the file holds, for as long as it is needed."""
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
