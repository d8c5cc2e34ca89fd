"""A temporary server for one rehearsal, with its own data folder that is deleted afterward."""

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

UP = "Press Ctrl-C to stop."
START_TIMEOUT = 600.0  # on a busy machine
WELCOME = re.compile(r"/welcome/[-\w]+/")
HEADTABLE_VARIABLES = ("DATABASE_URL", "REDIS_URL", "PUBLIC_URL", "ALLOWED_HOSTS", "SECRET_KEY", "HEADTABLE_DATA")


class ServerNotStarted(Exception):
    """The server exited or didn't start in time; the message is its output."""


@dataclass(frozen=True)
class Server:
    """`welcome`: the path of the link that creates the first account."""

    url: str
    welcome: str


@contextmanager
def temporary_server(database_url: str = "") -> Iterator[Server]:
    """Run a server on SQLite in a temporary folder, or on an empty PostgreSQL database."""
    with tempfile.TemporaryDirectory(prefix="headtable-rehearsal-", ignore_cleanup_errors=True) as name:
        folder, port = Path(name), _free_port()
        environment = {key: value for key, value in os.environ.items() if key not in HEADTABLE_VARIABLES}
        if database_url:
            environment["DATABASE_URL"] = database_url
        command = [sys.executable, "-P", "-m", "config.serve", "--port", str(port), "--data", str(folder / "data")]
        with (folder / "said").open("wb") as output:
            process = subprocess.Popen(
                command,
                cwd=BASE,
                env=environment | {"PYTHONPATH": str(BASE)},
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                preexec_fn=signal_on_parent_death(signal.SIGTERM),
            )
        try:
            yield Server(f"http://localhost:{port}", _wait_until_up(process, folder / "said"))
        finally:
            process.terminate()
            process.wait(60)


def _wait_until_up(process: subprocess.Popen[bytes], output: Path) -> str:
    deadline = time.monotonic() + START_TIMEOUT
    while UP not in (text := output.read_text()):
        if process.poll() is not None or time.monotonic() > deadline:
            raise ServerNotStarted(text.strip() or "The server didn’t start.")
        time.sleep(0.1)
    match = WELCOME.search(text)
    if match is None:
        raise ServerNotStarted("Another program is using this database. Choose an empty database, or use --url.")
    return match[0]


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
