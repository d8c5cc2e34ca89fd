"""The backup folder on this machine. A file gets its final name only when it is complete and synced to disk."""

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

from foundation.disk import sync_to_disk
from foundation.errors import Refused

PART = ".part"
SPARE = 64 * 1024 * 1024  # bytes that must stay free for saving scores


def folder() -> Path:
    return Path(settings.BACKUPS)


def require_space(size: int) -> None:
    """Refuse if a backup of this size would fill the disk."""
    place = next(path for path in (folder(), *folder().parents) if path.is_dir())
    free = shutil.disk_usage(place).free
    if free < size + SPARE:
        raise Refused(
            f"The disk is nearly full. A backup needs {filesizeformat(size)} of the {filesizeformat(free)} left for "
            "saving scores. Free up space where the data folder is, then try again."
        )


@contextmanager
def partial_file(path: Path) -> Iterator[Path]:
    """Yield an empty file beside `path` that only its owner can read, and delete it afterwards unless it was moved."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    part = path.with_name(f"{path.name}.{uuid.uuid4().hex[:8]}{PART}")
    os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    try:
        yield part
    finally:
        part.unlink(missing_ok=True)


def move_into_place(part: Path, path: Path) -> None:
    """Sync the file to disk, then rename it: after a power cut there is the complete file or none."""
    sync_to_disk(part)
    part.replace(path)
    sync_to_disk(path.parent)


def digest_of(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


@contextmanager
def refuse_on_disk_error() -> Iterator[None]:
    """Turn an error of the disk or of SQLite into a refusal with a sentence."""
    try:
        yield
    except (OSError, sqlite3.Error) as problem:
        raise Refused(_sentence(problem)) from problem


def _sentence(problem: OSError | sqlite3.Error) -> str:
    full = (getattr(problem, "errno", None), getattr(problem, "sqlite_errorname", ""))
    if full[0] == errno.ENOSPC or full[1] == "SQLITE_FULL":
        return "The disk is full. Free up space where the data folder is, then try again."
    if isinstance(problem, OSError):
        reason = (problem.strerror or str(problem)).lower()
        return f"Headtable can’t write to the backup folder ({reason}). Fix this, then try again."
    return f"The database couldn’t be copied ({problem}). Try again. If that doesn’t help, check the disk."
