"""Copies the database, as of one moment, into a file."""

from __future__ import annotations

from pathlib import Path

from django.db import connection
from django.db.models import Max

from foundation.activity.models import LogLine
from foundation.backups import files, postgres, sqlite
from foundation.backups.models import Backup


def file_suffix() -> str:
    return {"sqlite": "sqlite3", "postgresql": "dump"}[connection.vendor]


def last_line_id() -> int:
    last: int | None = LogLine.objects.aggregate(last=Max("pk"))["last"]
    return last or 0


def copy_database(part: Path) -> None:
    """Copy the database while others write to it."""
    if connection.vendor == "sqlite":
        database = Path(connection.settings_dict["NAME"])
        files.require_space(database.stat().st_size)
        sqlite.copy(database, part)
    else:
        files.require_space(Backup.objects.aggregate(largest=Max("bytes"))["largest"] or 0)
        postgres.dump(connection.settings_dict, part)


def copy_to(path: Path) -> tuple[int, str]:
    """Copy the database inside a transaction in which no one else writes; return the file's size and digest."""
    with files.refuse_on_disk_error(), files.partial_file(path) as part:
        copy_database(part)
        files.move_into_place(part, path)
        return path.stat().st_size, files.digest_of(path)
