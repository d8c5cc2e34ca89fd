"""Opens a backup file and checks it before anything is changed: is it a backup, is it complete, which version is it?

A backup of an older version is migrated in a copy, so that it has the same tables as the database.
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


class BackupSource(Protocol):
    """An opened backup with the tables of this version."""

    def replace_rows(self, tables: Set[str]) -> None: ...


@contextmanager
def open_backup(file: Path) -> Iterator[BackupSource]:
    """Open a backup of this kind of database, of this version or an older one; refuse any other file."""
    _check_digest(file)
    with files.refuse_on_disk_error():
        if connection.vendor == "sqlite":
            with _from_sqlite(file) as source:
                yield source
        else:
            with _from_postgres(file) as source:
                yield source


def _check_digest(file: Path) -> None:
    row = Backup.objects.filter(filename=file.name).first() if file.parent == files.folder() else None
    if row and row.digest and row.digest != files.digest_of(file):
        raise Refused(f"{file.name} is damaged and can’t be used. {NOTHING_CHANGED}")


@contextmanager
def _from_sqlite(file: Path) -> Iterator[BackupSource]:
    with files.partial_file(files.folder() / "restore.sqlite3") as part:
        try:
            if postgres.is_dump(file):
                raise Refused(f"{file} is a backup of a PostgreSQL database, but this one is SQLite. {NOTHING_CHANGED}")
            if not sqlite.copy(file, part).keys() >= MUST_HAVE:
                raise Refused(f"{file} isn’t a Headtable database. {NOTHING_CHANGED}")
            migrations = sqlite.migrations_in(part)
        except sqlite3.Error as problem:
            raise Refused(f"{file} can’t be used ({problem}). {NOTHING_CHANGED}") from problem
        if _is_older(migrations, file):
            _migrate(f"sqlite:///{quote(str(part))}", file)
            sqlite.into_one_file(part)
        with sqlite.attached(part) as source:
            yield source


@contextmanager
def _from_postgres(file: Path) -> Iterator[BackupSource]:
    if not postgres.is_dump(file):
        raise Refused(f"{file} isn’t a backup of a PostgreSQL database. {NOTHING_CHANGED}")
    with files.partial_file(files.folder() / "restore.sql") as script:
        source = postgres.DumpScript(script)
        try:
            postgres.unpack(file, script)
            if not source.tables() >= MUST_HAVE:
                raise Refused(f"{file} isn’t a Headtable database. {NOTHING_CHANGED}")
            if _is_older(source.migrations(), file):
                with (
                    postgres.temporary_database(file) as url,
                    files.partial_file(files.folder() / "restore.dump") as newer,
                ):
                    _migrate(url, file)
                    postgres.dump(postgres.settings_of(url), newer)
                    postgres.unpack(newer, script)
        except postgres.PostgresError as problem:
            raise Refused(f"{file} can’t be used ({problem}). {NOTHING_CHANGED}") from problem
        yield source


def _is_older(found: Migrations, file: Path) -> bool:
    known = MigrationLoader(None).disk_migrations.keys()
    if found - known:
        raise Refused(f"{file.name} was made by a newer version of Headtable. Update Headtable first, then try again.")
    return bool(known - found)


def without_messages(output: str) -> str:
    """Return a failed command's output without error messages: PostgreSQL's quote rows."""
    return "\n".join(MAY_BE_LOGGED.findall(output))


def _migrate(url: str, file: Path) -> None:
    """Migrate the copy in a subprocess, for which it is the database."""
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
        logger.error("%s couldn’t be migrated:\n%s", file.name, without_messages(done.stderr))
        raise Refused(
            f"{file.name} is from an older version and couldn’t be converted. {NOTHING_CHANGED} See the error log on "
            "the server for details."
        )
