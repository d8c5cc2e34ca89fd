"""Restoring a backup while everything runs. The present data becomes a backup first."""

from __future__ import annotations

import fcntl
import shutil
import sqlite3
import uuid
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from foundation.backups import database_copy, sqlite
from foundation.backups.actions import RestoreRequest, restore
from foundation.backups.files import folder
from foundation.backups.models import Backup
from foundation.backups.sources import open_backup
from foundation.errors import Refused
from foundation.pending_migrations import has_pending_migrations
from foundation.people.actor import Actor
from foundation.people.models import User
from foundation.tournaments import Tournament

SUFFIXES = ("", "-wal", "-shm", "-journal")  # of a SQLite database and the files beside it
NEWER = (
    "The current database is from a newer version of Headtable. Stop Headtable and move that database away, or set "
    "DATABASE_URL to an empty one. Then try again."
)


def restore_backup(actor: Actor, backup: Backup) -> Tournament:
    """Restore one of the listed backups."""
    file = folder() / backup.filename
    if not file.is_file():
        raise Refused("This backup’s file isn’t on this computer. Nothing was changed.")
    return restore_file(actor, file, backup.tournament, backup.reason)


def restore_file(actor: Actor, file: Path, tournament: Tournament | None = None, reason: str = "") -> Tournament:
    """Restore any backup file. The present data becomes a backup of the tournament that is returned."""
    with open_backup(file) as source:
        request = RestoreRequest(file.name, reason or file.name, source, _path_for_present_copy())
        try:
            listing_tournament = restore(actor, tournament, request=request)
        except BaseException:
            request.delete_present_copy()
            raise
    if request.present_copy and not Backup.objects.filter(filename=request.present_copy.name).exists():
        request.delete_present_copy()  # the request was sent twice, and the first one did it
    return listing_tournament


def _path_for_present_copy() -> Path | None:
    """Return a path for the present data; None for a new installation without any."""
    if not (User.objects.exists() or Tournament.objects.exists()):
        return None
    folder().mkdir(mode=0o700, parents=True, exist_ok=True)
    name = f"{timezone.localtime():%Y-%m-%d-%H%M}-before-restore-{uuid.uuid4().hex[:8]}"
    return folder() / f"{name}.{database_copy.file_suffix()}"


# -- from the command line --------------------------------------------------------------------------------------------


def prepare_database(locks: Sequence[Path]) -> Path | None:
    """Make sure that there is a database of this version; return where a damaged one was moved, if there was one.

    A damaged database is moved and migrations run only while no process of Headtable has the database open.
    """
    moved = None
    if connection.vendor == "sqlite":
        database = Path(connection.settings_dict["NAME"])
        if database.exists() and not _is_sound(database):
            with hold_locks(locks):
                connection.close()
                moved = _move_damaged(database)
    if set(MigrationRecorder(connection).applied_migrations()) - MigrationLoader(None).disk_migrations.keys():
        raise Refused(NEWER)
    if has_pending_migrations():
        with hold_locks(locks):
            call_command("migrate", interactive=False, verbosity=0)
    return moved


def _is_sound(database: Path) -> bool:
    try:
        sqlite.check(database)
    except sqlite3.DatabaseError:
        return False
    return True


@contextmanager
def hold_locks(locks: Sequence[Path]) -> Iterator[None]:
    """Hold every lock of a running Headtable, so that none can start; refuse if one is running."""
    with ExitStack() as held:
        for path in locks:
            lock = held.enter_context(path.open("a"))
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as running:
                raise Refused(f"Headtable is running in {path.parent}. Stop it first.") from running
        yield


def _move_damaged(database: Path) -> Path:
    """Move the damaged database to the backups, so that it is deleted with them when names are removed."""
    folder().mkdir(mode=0o700, parents=True, exist_ok=True)
    moved = folder() / f"{timezone.localtime():%Y-%m-%d-%H%M%S}-damaged-{uuid.uuid4().hex[:8]}.sqlite3"
    for ending in SUFFIXES:
        beside = database.with_name(database.name + ending)
        if beside.exists():
            shutil.move(beside, moved.with_name(moved.name + ending))
    return moved
