"""Statistics of the running server: memory of each process, and size of the database."""

from __future__ import annotations

import os
import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from tests.system.program import command_of, processes

KINDS = {
    "supervisor": re.compile(r"config\.serve"),
    "web": re.compile(r"gunicorn"),
    "worker": re.compile(r"celery"),
    "PostgreSQL": re.compile(r"postgres"),
    "Redis": re.compile(r"redis"),
}


@dataclass(frozen=True)
class Memory:
    """The memory of one process in MB. `own`: its proportional set size (PSS)."""

    kind: str
    pid: int
    resident: float
    own: float


def with_descendants(*roots: int) -> list[int]:
    """These processes and all their descendants."""
    children = defaultdict(list)
    for pid, parent, _ in processes():
        children[parent].append(pid)
    result, waiting = [], list(roots)
    while waiting:
        pid = waiting.pop()
        result.append(pid)
        waiting += children[pid]
    return result


def memory_of(pids: Iterable[int]) -> list[Memory]:
    result = []
    for pid in pids:
        try:
            text = Path(f"/proc/{pid}/smaps_rollup").read_text()
        except (OSError, ProcessLookupError):
            continue
        kilobytes = {name: int(value) for name, value in re.findall(r"^(Rss|Pss):\s+(\d+)", text, re.MULTILINE)}
        command = command_of(pid)
        kind = next((kind for kind, words in KINDS.items() if words.search(command)), "")
        if kind and kilobytes:
            result.append(Memory(kind, pid, kilobytes["Rss"] / 1000, kilobytes["Pss"] / 1000))
    return result


def database_bytes() -> int:
    """The size of the database in bytes, after a checkpoint of SQLite's write-ahead log."""
    from django.db import connection

    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_database_size(current_database())")
            return int(cursor.fetchone()[0])
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA wal_checkpoint(PASSIVE)")
    return os.path.getsize(connection.settings_dict["NAME"])
