"""Copies a PostgreSQL database with the server's own program, pg_dump."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tournament.errors import Refused

MISSING = (
    "The program pg_dump is not on the machine of the worker. Install the package postgresql-client there, "
    "then try again."
)
TOO_OLD = (
    "The program pg_dump on the machine of the worker is older than the PostgreSQL server. Install a "
    "postgresql-client of the server’s version there, then try again."
)


def dump(database: Mapping[str, Any], target: Path) -> None:
    """In PostgreSQL's own format, of one moment, and readable: pg_restore can list what is in it."""
    _run(["pg_dump", "--format=custom", "--no-owner", f"--file={target}"], login(database))
    _run(["pg_restore", "--list", str(target)], {})


def _run(command: list[str], environment: Mapping[str, str]) -> None:
    try:
        done = subprocess.run(
            command,
            env={**os.environ, "LC_ALL": "C.UTF-8", **environment},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
    except FileNotFoundError as missing:
        raise Refused(MISSING) from missing
    if done.returncode:
        raise Refused(why(done.stderr))


def login(database: Mapping[str, Any]) -> dict[str, str]:
    """By the environment: the arguments of a process can be read by everybody on the machine."""
    given = {name: database.get(name.upper()) for name in ("host", "port", "user", "password")}
    given |= {"database": database["NAME"]}
    given |= {name: value for name, value in database.get("OPTIONS", {}).items() if isinstance(value, (str, int))}
    return {f"PG{name.upper()}": str(value) for name, value in given.items() if value}


def why(said: str) -> str:
    """What the program said, as a sentence that tells what to do."""
    if "server version mismatch" in said:
        return TOO_OLD
    errors = [line.partition("error: ")[2] for line in said.splitlines() if "error: " in line]
    reason = errors[0].rstrip(".") if errors else "it did not say why"
    return f"PostgreSQL’s program pg_dump failed: {reason}."[:220] + " Put that right, then try again."
