"""Writes that survive a power cut."""

from __future__ import annotations

import os
from pathlib import Path


def sync_to_disk(path: Path) -> None:
    """Make sure that a file, or the entries of a folder, are on the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
