"""Tasks before the start: migrate the database, collect the static files, and check the clock.

Any number of processes may start at once: one does the work, and the others wait for it.
"""

import fcntl
import hashlib
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.db import connection, connections
from django.db.backends.postgresql.base import DatabaseWrapper as PostgreSQL
from django.db.models import Max
from django.utils import timezone
from django.utils.formats import date_format

from config.startup_checks import StartupError
from foundation import steady_clock
from foundation.pending_migrations import has_pending_migrations

# Files of packages that no page uses; compressing them would take most of the first start.
NOT_SERVED = ["rest_framework", "django_htmx/ext/*", "django_htmx/ht*-4*"]
CLOCK_TOLERANCE = timedelta(minutes=2)  # a smaller difference is a clock that was corrected
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


def wait_for_migrations(seconds: float = 180.0) -> None:
    """Wait until a web process, perhaps on another machine, has migrated the database. Workers don't migrate."""
    deadline = time.monotonic() + seconds
    while has_pending_migrations():
        if time.monotonic() > deadline:
            raise StartupError("The database isn’t ready for this version. Start a web process first with: bin/run web")
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


def start_clock(say: Callable[[str], None]) -> None:
    """Warn if the clock is behind the latest saved time, and pass a reading to the child processes.

    With it, event times never go backward (see `foundation/steady_clock.py`).
    """
    now, latest = timezone.now(), max(_latest_times(), default=None)
    if latest and latest > now + CLOCK_TOLERANCE:
        said, done = (date_format(timezone.localtime(each), "M j, g:i A") for each in (now, latest))
        say(f"This computer’s clock is behind. It says {said}, but changes were saved here on {done}.")
        say("Your data stays in the right order. Correct the clock, then restart Headtable.")
    behind = max((latest - now).total_seconds(), 0.0) if latest else 0.0
    os.environ.setdefault(steady_clock.CLOCK_VARIABLE, steady_clock.clock_reading(time.time() + behind))


def _latest_times() -> Iterator[datetime]:
    """The latest times in the database."""
    from foundation.activity.models import LogLine  # models can be imported only once Django is set up
    from scoring.models import Result
    from tournament.rounds.models import Round

    yield from LogLine.objects.order_by("-id").values_list("at", flat=True)[:1]
    yield from Result.with_replaced.order_by("-id").values_list("since", flat=True)[:1]
    if started := Round.objects.aggregate(latest=Max("started_at"))["latest"]:
        yield started


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
