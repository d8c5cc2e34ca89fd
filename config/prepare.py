"""What stands between a good environment and a running program: the database's tables and the collected static files.

Any number of processes may do this at once: one does it, the others wait and find it done.
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

from config.preflight import Problem

# What packages carry and no page of ours asks for; compressing it would be most of the first start.
NOT_SERVED = ["rest_framework", "django_htmx/ext/*", "django_htmx/ht*-4*"]
MIGRATING = 7_284_001  # the key of our advisory lock in PostgreSQL


def prepare() -> None:
    with one_at_a_time(settings.DATA / "prepare.lock"):
        migrate()
        collect_static_files()
    close_connections()


def migrate() -> None:
    if not migrations_missing():
        return
    with _one_machine_at_a_time():
        call_command("migrate", interactive=False, verbosity=0)


def migrations_missing() -> bool:
    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def wait_for_migrations(seconds: float = 180.0) -> None:
    """A worker leaves the tables to the web processes, which may be starting at this moment on another machine."""
    deadline = time.monotonic() + seconds
    while migrations_missing():
        if time.monotonic() > deadline:
            raise Problem("The database is not prepared for this version; start a web process first (bin/run web).")
        time.sleep(0.5)
    close_connections()


def collect_static_files() -> None:
    stamp: Path = settings.DATA / "static.stamp"
    now = _fingerprint()
    if stamp.exists() and stamp.read_text() == now and settings.STATIC_ROOT.exists():
        return
    call_command("collectstatic", interactive=False, verbosity=0, ignore_patterns=NOT_SERVED)
    stamp.write_text(now)


def _fingerprint() -> str:
    """Changes whenever a static file does."""
    seen = hashlib.sha256()
    for finder in get_finders():
        for path, storage in finder.list(NOT_SERVED):
            state = Path(storage.path(path)).stat()
            seen.update(f"{path} {state.st_size} {state.st_mtime_ns}\n".encode())
    return seen.hexdigest()


@contextmanager
def one_at_a_time(file: Path) -> Iterator[None]:
    with file.open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@contextmanager
def _one_machine_at_a_time() -> Iterator[None]:
    if connection.vendor != "postgresql":
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [MIGRATING])
        try:
            yield
        finally:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [MIGRATING])


def close_connections() -> None:
    """Before other processes are started from this one."""
    database = connections["default"]
    database.close()
    if isinstance(database, PostgreSQL):
        database.close_pool()
