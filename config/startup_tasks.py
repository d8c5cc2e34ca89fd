"""Tasks before the start: migrate the database and collect the static files.

Any number of processes may start at once: one does the work, and the others wait for it.
"""

import fcntl
import hashlib
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.db import connection, connections
from django.db.backends.postgresql.base import DatabaseWrapper as PostgreSQL
from django.db.migrations.executor import MigrationExecutor

from config.startup_checks import StartupError

# Files of packages that no page uses; compressing them would take most of the first start.
NOT_SERVED = ["rest_framework", "django_htmx/ext/*", "django_htmx/ht*-4*"]
MIGRATION_LOCK_KEY = 7_284_001  # of the advisory lock in PostgreSQL


def run_startup_tasks() -> None:
    with file_lock(settings.DATA / "prepare.lock"):
        migrate()
        collect_static_files()
    close_connections()


def migrate() -> None:
    if not has_pending_migrations():
        return
    with _migration_lock():
        call_command("migrate", interactive=False, verbosity=0)


def has_pending_migrations() -> bool:
    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def wait_for_migrations(seconds: float = 180.0) -> None:
    """Wait until a web process, perhaps on another machine, has migrated the database. Workers don't migrate."""
    deadline = time.monotonic() + seconds
    while has_pending_migrations():
        if time.monotonic() > deadline:
            raise StartupError(
                "The database is not prepared for this version; start a web process first (bin/run web)."
            )
        time.sleep(0.5)
    close_connections()


def collect_static_files() -> None:
    stamp: Path = settings.DATA / "static.stamp"
    current = _fingerprint()
    if stamp.exists() and stamp.read_text() == current and settings.STATIC_ROOT.exists():
        return
    call_command("collectstatic", interactive=False, verbosity=0, ignore_patterns=NOT_SERVED)
    stamp.write_text(current)


def _fingerprint() -> str:
    """A hash that changes whenever a static file does."""
    digest = hashlib.sha256()
    for finder in get_finders():
        for path, storage in finder.list(NOT_SERVED):
            state = Path(storage.path(path)).stat()
            digest.update(f"{path} {state.st_size} {state.st_mtime_ns}\n".encode())
    return digest.hexdigest()


@contextmanager
def file_lock(file: Path) -> Iterator[None]:
    """Hold an exclusive lock on a file, waiting for it if necessary."""
    with file.open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@contextmanager
def _migration_lock() -> Iterator[None]:
    """Let one machine at a time migrate a shared PostgreSQL database."""
    if connection.vendor != "postgresql":
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [MIGRATION_LOCK_KEY])
        try:
            yield
        finally:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [MIGRATION_LOCK_KEY])


def close_connections() -> None:
    """Close the database connections before this process starts others."""
    database = connections["default"]
    database.close()
    if isinstance(database, PostgreSQL):
        database.close_pool()
