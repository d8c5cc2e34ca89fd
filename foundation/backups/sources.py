"""Looks at a file before anything is changed: whether it is a backup, whole, and of which version.

A backup of an older version is brought up to this one beside the database, so that both have the same tables.
"""

from __future__ import annotations

import logging
import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Set
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol
from urllib.parse import quote

from django.conf import settings
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from foundation.backups import files, postgres, sqlite
from foundation.backups.models import Backup
from foundation.errors import Refused

logger = logging.getLogger(__name__)

MUST_HAVE = {"django_migrations", "tournament_tournament"}
NOTHING_CHANGED = "Nothing was changed."
MAY_BE_LOGGED = re.compile(
    r'^(?:  File ".*|[\w.]*OperationalError\b.*|[\w.]*(?:Error|Violation|Exception)\b)', re.MULTILINE
)
Migrations = Set[tuple[str, str]]


class Source(Protocol):
    """Rows of this version's tables, ready to take the place of those that are there."""

    def pour(self, tables: Set[str]) -> None: ...


@contextmanager
def at_this_version(file: Path) -> Iterator[Source]:
    """What a file holds, if it is a backup of a database like ours, of this version or an older one."""
    _must_be_as_it_was_written(file)
    with files.problems_told():
        if connection.vendor == "sqlite":
            with _from_sqlite(file) as source:
                yield source
        else:
            with _from_postgres(file) as source:
                yield source


def _must_be_as_it_was_written(file: Path) -> None:
    row = Backup.objects.filter(filename=file.name).first() if file.parent == files.folder() else None
    if row and row.digest and row.digest != files.digest_of(file):
        raise Refused(f"{file.name} is damaged: it is not as it was written. {NOTHING_CHANGED}")


@contextmanager
def _from_sqlite(file: Path) -> Iterator[Source]:
    with files.half_made(files.folder() / "restore.sqlite3") as part:
        try:
            if postgres.is_dump(file):
                raise Refused(f"{file} is a backup of a PostgreSQL database, and this one is SQLite. {NOTHING_CHANGED}")
            if not sqlite.copy(file, part).keys() >= MUST_HAVE:
                raise Refused(f"{file} is not a database of Headtable. {NOTHING_CHANGED}")
            found = sqlite.migrations_in(part)
        except sqlite3.Error as problem:
            raise Refused(f"{file} cannot be used ({problem}). {NOTHING_CHANGED}") from problem
        if _is_older(found, file):
            _migrate(f"sqlite:///{quote(str(part))}", file)
            sqlite.into_one_file(part)
        with sqlite.attached(part) as source:
            yield source


@contextmanager
def _from_postgres(file: Path) -> Iterator[Source]:
    if not postgres.is_dump(file):
        raise Refused(f"{file} is not a backup of a PostgreSQL database. {NOTHING_CHANGED}")
    with files.half_made(files.folder() / "restore.sql") as script:
        source = postgres.Script(script)
        try:
            postgres.unpack(file, script)
            if not source.tables() >= MUST_HAVE:
                raise Refused(f"{file} is not a database of Headtable. {NOTHING_CHANGED}")
            if _is_older(source.migrations(), file):
                with postgres.put_elsewhere(file) as url, files.half_made(files.folder() / "restore.dump") as newer:
                    _migrate(url, file)
                    postgres.dump(postgres.settings_of(url), newer)
                    postgres.unpack(newer, script)
        except postgres.Failed as problem:
            raise Refused(f"{file} cannot be used ({problem}). {NOTHING_CHANGED}") from problem
        yield source


def _is_older(found: Migrations, file: Path) -> bool:
    known = MigrationLoader(None).disk_migrations.keys()
    if found - known:
        raise Refused(f"{file.name} was made by a newer version of Headtable. Upgrade this one first, then try again.")
    return bool(known - found)


def without_words(told: str) -> str:
    """What a failed command said, but for the messages of errors: those of PostgreSQL quote rows."""
    return "\n".join(MAY_BE_LOGGED.findall(told))


def _migrate(url: str, file: Path) -> None:
    """In a process of its own, for which that is the database: this one goes on with the present one."""
    ours = {"DATABASE_URL": url, "SECRET_KEY": settings.SECRET_KEY, "HEADTABLE_DATA": str(settings.DATA)}
    command = [sys.executable, str(settings.BASE_DIR / "manage.py"), "migrate", "--no-input", "--verbosity=0"]
    done = subprocess.run(
        command,
        cwd=settings.BASE_DIR,
        env={**os.environ, **ours, "DJANGO_SETTINGS_MODULE": "config.settings"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        logger.error("%s could not be migrated:\n%s", file.name, without_words(done.stderr))
        raise Refused(
            f"{file.name} is of an older version and could not be brought up to this one. {NOTHING_CHANGED} The log "
            "of the server says why."
        )
