"""Private PostgreSQL and Redis servers for the tests, on free ports and in temporary folders."""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psycopg
import redis as redis_client

from config.processes import signal_on_parent_death
from tests.helpers import PATIENCE

PASSWORD = "not/for@everybody"  # with characters that must be encoded in a URL


class Missing(Exception):
    """A program that the tests need isn't installed; the message is a sentence."""


@dataclass
class TestServer:
    """A server that a test can kill and start again on the same data. `ping`: raises until the server is ready."""

    url: str
    command: Sequence[str | Path]
    folder: Path
    stop_signal: signal.Signals
    ping: Callable[[], None]
    executable: str | None = None
    process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                self.command,
                executable=self.executable,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                process_group=0,  # Ctrl-C goes only to the tests; the server stops after them
                preexec_fn=signal_on_parent_death(self.stop_signal),
                **_unprivileged(self.folder),
            )
        _wait_until_ready(self.process, self.folder, self.ping)

    def kill(self) -> None:
        """Kill the server and everything that it has started."""
        assert self.process is not None
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        if self.process is None or self.process.poll() is not None:
            return
        self.process.send_signal(self.stop_signal)
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


@contextmanager
def postgres(*, durable: bool = False) -> Iterator[str]:
    """The URL of an empty database on a private PostgreSQL server. `durable`: with the usual guarantees for writes."""
    # By default the data doesn't have to survive a power cut, because it doesn't outlive the tests.
    fast_settings = () if durable else ("fsync=off", "synchronous_commit=off", "full_page_writes=off")
    with postgres_server(*fast_settings) as server:
        yield server.url


@contextmanager
def postgres_server(*settings: str) -> Iterator[TestServer]:
    programs = _postgres_programs()
    with _temporary_folder("pg") as folder:
        data, port = folder / "data", free_port()
        (folder / "password").write_text(PASSWORD)
        login = ["-U", "headtable", "-A", "scram-sha-256", f"--pwfile={folder / 'password'}"]
        initdb: list[str | Path] = [programs / "initdb", "-D", data, *login, "-E", "UTF8", "-N"]
        created = subprocess.run(initdb, **_unprivileged(folder), capture_output=True, text=True)
        if created.returncode:
            raise Missing(f"PostgreSQL could not make a database folder: {created.stderr.strip()}")
        here = ["-c", "listen_addresses=127.0.0.1", "-c", f"unix_socket_directories={folder}", "-p", str(port)]
        chosen = [word for each in ("max_connections=200", *settings) for word in ("-c", each)]
        command: list[str | Path] = [programs / "postgres", "-D", data, *here, *chosen]
        at = f"postgresql://headtable:{quote(PASSWORD, safe='')}@127.0.0.1:{port}"
        server = TestServer(f"{at}/headtable", command, folder, signal.SIGINT, lambda: _make_database(at))
        try:
            server.start()
            yield server
        finally:
            server.stop()


def _make_database(server: str) -> None:
    with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
        if connection.execute("SELECT 1 FROM pg_database WHERE datname = 'headtable'").fetchone() is None:
            connection.execute("CREATE DATABASE headtable")


@contextmanager
def redis() -> Iterator[str]:
    """The URL of an empty private Redis server."""
    with redis_server() as server:
        yield server.url


@contextmanager
def redis_server() -> Iterator[TestServer]:
    """A Redis server without persistence: after a restart it is empty."""
    # Debian's redis-tools has the server only under the name of one of its tools; argv[0] decides what it runs as.
    program = shutil.which("redis-server") or shutil.which("redis-check-rdb")
    if program is None:
        raise Missing("Redis is not installed: the Debian package is redis-tools.")
    with _temporary_folder("redis") as folder:
        port = free_port()
        here = ["--bind", "127.0.0.1", "--port", str(port), "--dir", str(folder), "--requirepass", PASSWORD]
        url = f"redis://:{quote(PASSWORD, safe='')}@127.0.0.1:{port}/0"
        command = ["redis-server", *here, "--save", "", "--appendonly", "no"]
        server = TestServer(url, command, folder, signal.SIGTERM, lambda: _ping(url), executable=program)
        try:
            server.start()
            yield server
        finally:
            server.stop()


def _ping(url: str) -> None:
    with redis_client.Redis.from_url(url) as client:
        client.ping()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _postgres_programs() -> Path:
    versions = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: float(path.parts[-3]))
    found = [str(path) for path in versions] or [path for path in [shutil.which("initdb")] if path]
    if not found:
        raise Missing("PostgreSQL is not installed: the Debian package is postgresql.")
    return Path(found[-1]).parent


@contextmanager
def _temporary_folder(name: str) -> Iterator[Path]:
    """A folder owned by the server's user, with a short name, because the path of a socket is limited to 107 bytes."""
    with tempfile.TemporaryDirectory(prefix=f"{name}-", dir="/tmp", ignore_cleanup_errors=True) as folder:
        if os.geteuid() == 0:
            shutil.chown(folder, _server_user().pw_uid, _server_user().pw_gid)
        yield Path(folder)


def _server_user() -> pwd.struct_passwd:
    """The user that runs the server, because PostgreSQL refuses to run as root."""
    try:
        return pwd.getpwnam("postgres")
    except KeyError:
        return pwd.getpwnam("nobody")


def _unprivileged(folder: Path) -> dict[str, Any]:
    options: dict[str, Any] = {"cwd": folder, "env": {**os.environ, "LC_ALL": "C.UTF-8"}}
    if os.geteuid() == 0:
        options |= {"user": _server_user().pw_uid, "group": _server_user().pw_gid, "extra_groups": []}
    return options


def _wait_until_ready(process: subprocess.Popen[bytes], folder: Path, ping: Any) -> None:
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            ping()
        except (psycopg.OperationalError, redis_client.RedisError) as error:
            if process.poll() is not None or time.monotonic() > deadline:
                raise Missing(f"A server did not start: {(folder / 'log').read_text().strip()}") from error
            time.sleep(0.05)
        else:
            return
