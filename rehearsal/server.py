"""A server for one rehearsal: with a data folder of its own, gone afterwards."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from config.data_folder import BASE
from config.processes import signal_on_parent_death

UP = "Ctrl-C stops it."
STARTS_WITHIN = 600.0  # on a busy machine
WELCOME = re.compile(r"/welcome/[-\w]+/")
OURS = ("DATABASE_URL", "REDIS_URL", "PUBLIC_URL", "ALLOWED_HOSTS", "SECRET_KEY", "HEADTABLE_DATA")


class DidNotStart(Exception):
    """The server ended, or did not come up; the message says what it said."""


@dataclass(frozen=True)
class Server:
    """`welcome`: the link by which the first account is made."""

    url: str
    welcome: str


@contextmanager
def own_server(database_url: str = "") -> Iterator[Server]:
    """SQLite in a temporary folder, or an empty PostgreSQL database."""
    with tempfile.TemporaryDirectory(prefix="headtable-rehearsal-", ignore_cleanup_errors=True) as name:
        folder, port = Path(name), _free_port()
        environment = {key: value for key, value in os.environ.items() if key not in OURS}
        if database_url:
            environment["DATABASE_URL"] = database_url
        command = [sys.executable, "-P", "-m", "config.serve", "--port", str(port), "--data", str(folder / "data")]
        with (folder / "said").open("wb") as said:
            process = subprocess.Popen(
                command,
                cwd=BASE,
                env=environment | {"PYTHONPATH": str(BASE)},
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=subprocess.STDOUT,
                preexec_fn=signal_on_parent_death(signal.SIGTERM),
            )
        try:
            yield Server(f"http://localhost:{port}", _until_up(process, folder / "said"))
        finally:
            process.terminate()
            process.wait(60)


def _until_up(process: subprocess.Popen[bytes], said: Path) -> str:
    deadline = time.monotonic() + STARTS_WITHIN
    while UP not in (words := said.read_text()):
        if process.poll() is not None or time.monotonic() > deadline:
            raise DidNotStart(words.strip() or "The server did not start.")
        time.sleep(0.1)
    found = WELCOME.search(words)
    if found is None:
        raise DidNotStart("This database is in use already. A rehearsal of its own wants an empty one, or --url.")
    return found[0]


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
