"""Starts `bin/run` as a person would, and observes it from outside, for the system tests."""

import http.client
import json
import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg

from config.processes import signal_on_parent_death
from tests.helpers import PATIENCE
from tests.servers import free_port

ROOT = Path(__file__).resolve().parents[2]
OWN_VARIABLES = (
    "DATABASE_URL",
    "REDIS_URL",
    "PUBLIC_URL",
    "ALLOWED_HOSTS",
    "SECRET_KEY",
    "HEADTABLE_DATA",
    "PYTHONPATH",
)


def wait_until(condition: Callable[[], object], what: str, seconds: float = PATIENCE) -> float:
    """Poll until the condition is true; return the seconds it took."""
    begin = time.monotonic()
    while not condition():
        waited = time.monotonic() - begin
        assert waited < seconds, f"after {waited:.0f} seconds still not: {what}"
        time.sleep(0.05)
    return time.monotonic() - begin


def clean_environment() -> dict[str, str]:
    """The environment without Headtable's variables."""
    return {name: value for name, value in os.environ.items() if name not in OWN_VARIABLES}


@dataclass(frozen=True)
class Answer:
    status: int
    body: str
    path: str = ""


class Program:
    """A `bin/run` with its own folder.

    `preexec`: called in the new process before `bin/run` starts. `python_preexec`: the same for `run_python`.
    """

    def __init__(self, folder: Path, *arguments: str, **environment: str) -> None:
        self.folder = folder
        self.data = folder / "data"
        self.port = free_port()
        self.arguments = arguments
        self.environment = environment
        self.process: subprocess.Popen[bytes] | None = None
        self.preexec: Callable[[], None] = lambda: None
        self.python_preexec = signal_on_parent_death(signal.SIGKILL)
        self._python: subprocess.Popen[str] | None = None

    def start(self) -> "Program":
        for name in ("home", "tmp", "here", "data"):
            (self.folder / name).mkdir(exist_ok=True)
        environment = clean_environment() | self.environment
        environment |= {"HOME": str(self.folder / "home"), "TMPDIR": str(self.folder / "tmp")}
        with (self.folder / "out").open("wb") as out, (self.folder / "err").open("wb") as err:
            self.process = subprocess.Popen(
                [ROOT / "bin" / "run", *self.arguments, *self._options()],
                cwd=self.folder / "here",
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=err,
                preexec_fn=self._preexec_chain(signal_on_parent_death(signal.SIGTERM)),
            )
        return self

    def _preexec_chain(self, first: Callable[[], None]) -> Callable[[], None]:
        def call_both() -> None:
            first()
            self.preexec()

        return call_both

    def _options(self) -> list[str]:
        serving = [] if self.arguments[:1] == ("worker",) else ["--port", str(self.port)]
        return [*serving, "--data", str(self.data)]

    @property
    def pid(self) -> int:
        assert self.process is not None
        return self.process.pid

    @property
    def out(self) -> str:
        return (self.folder / "out").read_text()

    @property
    def err(self) -> str:
        return (self.folder / "err").read_text()

    def wait_until_up(self) -> float:
        return self._wait_while_running(lambda: "Press Ctrl-C to stop." in self.out, "up")

    def wait_until_ready(self) -> float:
        return self._wait_while_running(lambda: self.get("/readyz").status == 200, "ready")

    def _wait_while_running(self, condition: Callable[[], object], what: str) -> float:
        def check_condition() -> object:
            assert self.process is not None
            assert self.process.poll() is None, f"ended instead of being {what}: {self.out}{self.err}"
            return condition()

        try:
            return wait_until(check_condition, what)
        except AssertionError as late:
            raise AssertionError(f"{late}\n{self.get('/readyz')}\n{self.out}{self.err}") from late

    def get(self, path: str, **headers: str) -> Answer:
        """Request a page. Status 0 means that there was no response."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            connection.request("GET", path, headers=headers)
            response = connection.getresponse()
            return Answer(response.status, response.read().decode())
        except (OSError, http.client.HTTPException):
            return Answer(0, "")
        finally:
            connection.close()

    def child(self, word: str) -> int:
        """The id of the child process with this word in its command, or 0."""
        return next((pid for pid, parent, _ in processes() if parent == self.pid and word in command_of(pid)), 0)

    def wait(self, seconds: float = PATIENCE) -> int:
        assert self.process is not None
        return self.process.wait(seconds)

    def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        os.kill(self.pid, number)
        return self.wait()

    def run_python(self, code: str) -> str:
        """Run code in this installation, like `bin/run manage shell`, and return what it prints."""
        if self._python is None:
            self._python = self._start_python()
        assert self._python.stdin
        assert self._python.stdout
        self._python.stdin.write(json.dumps(code) + "\n")
        self._python.stdin.flush()
        line = self._python.stdout.readline()
        assert line, "the Python process has ended"
        answer = json.loads(line)
        assert not answer["problem"], answer["problem"]
        return str(answer["printed"])

    def _start_python(self) -> subprocess.Popen[str]:
        self.data.mkdir(parents=True, exist_ok=True)
        environment = clean_environment() | self.environment
        environment |= {"HEADTABLE_DATA": str(self.data), "DJANGO_SETTINGS_MODULE": "config.settings"}
        return subprocess.Popen(
            [sys.executable, "-m", "tests.system.python_server"],
            cwd=ROOT,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            preexec_fn=self.python_preexec,
        )

    def query_database(self, sql: str) -> list[tuple[Any, ...]]:
        """Query the database directly and return the rows."""
        if url := self.environment.get("DATABASE_URL"):
            with psycopg.connect(url) as connection:
                return connection.execute(sql).fetchall()
        with closing(sqlite3.connect(self.data / "headtable.sqlite3", timeout=20)) as database:
            return database.execute(sql).fetchall()

    def stop_and_clean_up(self) -> None:
        """Stop whatever still runs after a test."""
        if self._python is not None:
            self._python.communicate()
            self._python = None
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(PATIENCE)
            finally:
                self.process.kill()


@contextmanager
def running_program(
    folder: Path, *arguments: str, template: Path | None = None, **environment: str
) -> Iterator[Program]:
    """Start `bin/run`, and stop it at the end. `template`: a data folder to copy, with tables and static files."""
    program = Program(folder, *arguments, **environment)
    if template:
        shutil.copytree(template, program.data)
    try:
        yield program.start()
    finally:
        program.stop_and_clean_up()


def processes() -> list[tuple[int, int, int]]:
    """The id, parent id, and group id of every running process."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                state, parent, group, *_ = (entry / "stat").read_text().rpartition(")")[2].split()
            except (FileNotFoundError, ProcessLookupError):
                continue
            if state != "Z":
                found.append((int(entry.name), int(parent), int(group)))
    return found


def command_of(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ")
    except (FileNotFoundError, ProcessLookupError):
        return ""


def processes_in_group(group: int) -> list[int]:
    return [pid for pid, _, its_group in processes() if its_group == group]


def processes_using(folder: Path) -> list[str]:
    """The commands of all processes that have this data folder in their command or environment."""
    mark = f"HEADTABLE_DATA={folder}\0".encode()
    found = []
    for pid, _, _ in processes():
        try:
            if str(folder) in command_of(pid) or mark in Path(f"/proc/{pid}/environ").read_bytes():
                found.append(command_of(pid))
        except (FileNotFoundError, ProcessLookupError, PermissionError):
            continue
    return found


def is_listening(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
