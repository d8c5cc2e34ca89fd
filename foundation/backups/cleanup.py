"""Deletes backup files: those that hold removed student names, those marked as removed, and abandoned partial ones."""

from __future__ import annotations

import time
from datetime import datetime

from django.db import connection

from foundation.backups.files import PART, folder
from foundation.backups.models import Backup

ABANDONED_SECONDS = 3600.0  # since a partial file was last written to


def remove_backups_with_names() -> None:
    """Remove the backups of every tournament, since each one holds the whole database."""
    Backup.objects.all().remove(Backup.RemovedFor.NAMES)


def remove_files(names_gone: datetime | None) -> None:
    """Delete this machine's files that are marked as removed, and unknown ones that may hold removed names.

    A file is unknown if a restore went back to before it was made. `names_gone`: when names were last removed.
    """
    if not folder().is_dir():
        return
    is_removed = {filename: bool(removed) for filename, removed in Backup.objects.values_list("filename", "removed_at")}
    for path in folder().iterdir():
        written = path.stat().st_mtime
        is_abandoned = PART in path.suffix and written < time.time() - ABANDONED_SECONDS
        may_hold_names = names_gone is not None and written < names_gone.timestamp()
        if is_removed.get(path.name, may_hold_names) or is_abandoned:
            path.unlink(missing_ok=True)


def compact_database() -> None:
    """Rewrite the SQLite file: it keeps deleted rows until their space is reused."""
    if connection.vendor == "sqlite" and not connection.in_atomic_block:
        with connection.cursor() as cursor:
            cursor.execute("VACUUM")
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
