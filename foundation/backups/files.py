"""The folder of the backups on this machine: a file gets its name only when it is whole and on the disk."""

from __future__ import annotations

import errno
import hashlib
import os
import shutil
import sqlite3
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings
from django.template.defaultfilters import filesizeformat

from foundation.errors import Refused

PART = ".part"
SPARE = 64 * 1024 * 1024  # bytes that stay free beside a backup: people go on saving


def folder() -> Path:
    return Path(settings.BACKUPS)


def leave_room(size: int) -> None:
    """A backup never takes the last room on the disk, which the saves of the day need."""
    place = next(path for path in (folder(), *folder().parents) if path.is_dir())
    free = shutil.disk_usage(place).free
    if free < size + SPARE:
        raise Refused(
            f"The disk is nearly full: a backup would need {filesizeformat(size)} of the {filesizeformat(free)} that "
            "are left for saving scores. Make room where the data folder is, then try again."
        )


@contextmanager
def half_made(path: Path) -> Iterator[Path]:
    """An empty file beside `path`, for its owner's eyes alone; gone in the end unless it was put in place."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    part = path.with_name(f"{path.name}.{uuid.uuid4().hex[:8]}{PART}")
    os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    try:
        yield part
    finally:
        part.unlink(missing_ok=True)


def put_in_place(part: Path, path: Path) -> None:
    """On the disk first, then under its name: after a power cut there is the whole file or none."""
    _to_disk(part)
    part.replace(path)
    _to_disk(path.parent)


def _to_disk(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def digest_of(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


@contextmanager
def problems_told() -> Iterator[None]:
    """What the disk or the database declines becomes one sentence for whoever asked for the backup."""
    try:
        yield
    except (OSError, sqlite3.Error) as problem:
        raise Refused(_sentence(problem)) from problem


def _sentence(problem: OSError | sqlite3.Error) -> str:
    full = (getattr(problem, "errno", None), getattr(problem, "sqlite_errorname", ""))
    if full[0] == errno.ENOSPC or full[1] == "SQLITE_FULL":
        return "The disk is full. Make room where the data folder is, then try again."
    if isinstance(problem, OSError):
        reason = (problem.strerror or str(problem)).lower()
        return f"The folder of the backups cannot be written to ({reason}). Put that right, then try again."
    return f"The database could not be copied ({problem}). Try again, and look at the disk if that does not help."
