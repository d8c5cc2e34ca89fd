"""Removes backups: those that held names of children which were removed, on every machine, and half-made ones."""

from __future__ import annotations

import time
from datetime import datetime

from django.db import connection

from foundation.backups.files import PART, folder
from foundation.backups.models import Backup

LEFT_OVER_AFTER = 3600.0  # seconds in which nobody wrote to a half-made file


def remove_backups_with_names() -> None:
    """Remove the backups of every tournament, since each one holds the whole database."""
    Backup.objects.all().remove(Backup.RemovedFor.NAMES)


def remove_files(names_gone: datetime | None) -> None:
    """Files of this machine that a row says are removed; and of those that no row knows, what may hold names.

    After a restore the database does not know of later backups, nor of the database that was put aside.
    """
    if not folder().is_dir():
        return
    is_removed = {filename: bool(removed) for filename, removed in Backup.objects.values_list("filename", "removed_at")}
    for path in folder().iterdir():
        written = path.stat().st_mtime
        left_over = PART in path.suffix and written < time.time() - LEFT_OVER_AFTER
        may_hold_names = names_gone is not None and written < names_gone.timestamp()
        if is_removed.get(path.name, may_hold_names) or left_over:
            path.unlink(missing_ok=True)


def compact_database() -> None:
    """Write SQLite's file anew, since it keeps deleted rows until their space is reused."""
    if connection.vendor == "sqlite" and not connection.in_atomic_block:
        with connection.cursor() as cursor:
            cursor.execute("VACUUM")
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
