"""Writes the database, as it is at one moment, into a file."""

from __future__ import annotations

from pathlib import Path

from django.db import connection
from django.db.models import Max

from foundation.activity.models import LogLine
from foundation.backups import files, postgres, sqlite
from foundation.backups.models import Backup


def ending() -> str:
    return {"sqlite": "sqlite3", "postgresql": "dump"}[connection.vendor]


def last_line() -> int:
    last: int | None = LogLine.objects.aggregate(last=Max("pk"))["last"]
    return last or 0


def write(part: Path) -> None:
    """While others write, too."""
    if connection.vendor == "sqlite":
        database = Path(connection.settings_dict["NAME"])
        files.leave_room(database.stat().st_size)
        sqlite.copy(database, part)
    else:
        files.leave_room(Backup.objects.aggregate(largest=Max("bytes"))["largest"] or 0)
        postgres.dump(connection.settings_dict, part)


def write_now(path: Path) -> tuple[int, str]:
    """Inside a transaction in which nobody else writes: size and digest of the file with what is there."""
    with files.problems_told(), files.half_made(path) as part:
        write(part)
        files.put_in_place(part, path)
        return path.stat().st_size, files.digest_of(path)
