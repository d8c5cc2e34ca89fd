"""The way back: a backup takes the place of the database while everything runs, and what was there is kept."""

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
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from foundation.backups import database_copy, sqlite
from foundation.backups.actions import Way, restore
from foundation.backups.files import folder
from foundation.backups.models import Backup
from foundation.backups.sources import at_this_version
from foundation.errors import Refused
from foundation.people.actor import Actor
from foundation.people.models import User
from foundation.tournaments import Tournament

BESIDE = ("", "-wal", "-shm", "-journal")  # what SQLite may keep beside its file
NEWER = (
    "The present database is of a newer version of Headtable. Stop Headtable and move that database away, or give "
    "DATABASE_URL an empty one, then try again."
)


def go_back(actor: Actor, backup: Backup) -> Tournament:
    """To a backup of the list."""
    file = folder() / backup.filename
    if not file.is_file():
        raise Refused("The file of this backup is not on this machine. Nothing was changed.")
    return go_back_to(actor, file, backup.tournament, backup.reason)


def go_back_to(actor: Actor, file: Path, tournament: Tournament | None = None, reason: str = "") -> Tournament:
    """To any file that is a backup. What was there before becomes a backup of the tournament that is returned."""
    with at_this_version(file) as source:
        way = Way(file.name, reason or file.name, source, _where_to_keep())
        try:
            home = restore(actor, tournament, way=way)
        except BaseException:
            way.forget()
            raise
    if way.before and not Backup.objects.filter(filename=way.before.name).exists():
        way.forget()  # the same request came twice, and the first one has done it
    return home


def _where_to_keep() -> Path | None:
    """An installation where nobody was yet has nothing to keep."""
    if not (User.objects.exists() or Tournament.objects.exists()):
        return None
    folder().mkdir(mode=0o700, parents=True, exist_ok=True)
    name = f"{timezone.localtime():%Y-%m-%d-%H%M}-before-going-back-{uuid.uuid4().hex[:8]}"
    return folder() / f"{name}.{database_copy.ending()}"


# -- from the command line --------------------------------------------------------------------------------------------


def make_ready(locks: Sequence[Path]) -> Path | None:
    """There has to be a database with the tables of this version: where a damaged one is now, if there was one.

    What is no database any more is put aside, and only while nothing runs that has it open.
    """
    aside = None
    if connection.vendor == "sqlite":
        database = Path(connection.settings_dict["NAME"])
        if database.exists() and not _is_sound(database):
            with nothing_running(locks):
                connection.close()
                aside = _put_aside(database)
    if set(MigrationRecorder(connection).applied_migrations()) - MigrationLoader(None).disk_migrations.keys():
        raise Refused(NEWER)
    if _is_behind():
        with nothing_running(locks):
            call_command("migrate", interactive=False, verbosity=0)
    return aside


def _is_sound(database: Path) -> bool:
    try:
        sqlite.check(database)
    except sqlite3.DatabaseError:
        return False
    return True


def _is_behind() -> bool:
    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


@contextmanager
def nothing_running(locks: Sequence[Path]) -> Iterator[None]:
    """Every way to start holds one of these locks; holding them all keeps everybody from starting meanwhile."""
    with ExitStack() as held:
        for path in locks:
            lock = held.enter_context(path.open("a"))
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as running:
                raise Refused(f"Headtable is running on {path.parent}. Stop it first.") from running
        yield


def _put_aside(database: Path) -> Path:
    """As it is, among the backups, so that it goes with them when names are removed."""
    folder().mkdir(mode=0o700, parents=True, exist_ok=True)
    aside = folder() / f"{timezone.localtime():%Y-%m-%d-%H%M%S}-damaged-{uuid.uuid4().hex[:8]}.sqlite3"
    for ending in BESIDE:
        beside = database.with_name(database.name + ending)
        if beside.exists():
            shutil.move(beside, aside.with_name(aside.name + ending))
    return aside
