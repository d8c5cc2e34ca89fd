"""Real processes for the system tests: starts `bin/run` as a person would, and looks at it from outside."""

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
OURS = ("DATABASE_URL", "REDIS_URL", "PUBLIC_URL", "ALLOWED_HOSTS", "SECRET_KEY", "HEADTABLE_DATA", "PYTHONPATH")


def until(ask: Callable[[], object], what: str, seconds: float = PATIENCE) -> float:
    """Ask again and again until it is so; the seconds that it took."""
    begin = time.monotonic()
    while not ask():
        waited = time.monotonic() - begin
        assert waited < seconds, f"after {waited:.0f} seconds still not: {what}"
        time.sleep(0.05)
    return time.monotonic() - begin


def clean_environment() -> dict[str, str]:
    """Nothing of the tests' own settings."""
    return {name: value for name, value in os.environ.items() if name not in OURS}


@dataclass(frozen=True)
class Answer:
    status: int
    body: str
    path: str = ""


class Program:
    """One `bin/run`, in a folder of its own."""

    def __init__(self, folder: Path, *arguments: str, **environment: str) -> None:
        self.folder = folder
        self.data = folder / "data"
        self.port = free_port()
        self.arguments = arguments
        self.environment = environment
        self.process: subprocess.Popen[bytes] | None = None
        self.before: Callable[[], None] = lambda: None  # what the new process does to itself before it begins
        self.before_shell = signal_on_parent_death(signal.SIGKILL)
        self._inside: subprocess.Popen[str] | None = None

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
                preexec_fn=self._first(signal_on_parent_death(signal.SIGTERM)),
            )
        return self

    def _first(self, tie: Callable[[], None]) -> Callable[[], None]:
        def both() -> None:
            tie()
            self.before()

        return both

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

    def until_up(self) -> float:
        return self._until(lambda: "Ctrl-C stops it." in self.out, "up")

    def until_ready(self) -> float:
        return self._until(lambda: self.get("/readyz").status == 200, "ready")

    def _until(self, ask: Callable[[], object], what: str) -> float:
        def asked_while_running() -> object:
            assert self.process is not None
            assert self.process.poll() is None, f"ended instead of being {what}: {self.out}{self.err}"
            return ask()

        try:
            return until(asked_while_running, what)
        except AssertionError as late:
            raise AssertionError(f"{late}\n{self.get('/readyz')}\n{self.out}{self.err}") from late

    def get(self, path: str, **headers: str) -> Answer:
        """Status 0 when nobody answers."""
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
        """The process started by this one whose command has a word in it; 0 when there is none."""
        return next((pid for pid, parent, _ in processes() if parent == self.pid and word in command_of(pid)), 0)

    def wait(self, seconds: float = PATIENCE) -> int:
        assert self.process is not None
        return self.process.wait(seconds)

    def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        os.kill(self.pid, number)
        return self.wait()

    def shell(self, code: str) -> str:
        """What Python prints inside the installation, as `bin/run manage shell` has it."""
        if self._inside is None:
            self._inside = self._go_inside()
        assert self._inside.stdin
        assert self._inside.stdout
        self._inside.stdin.write(json.dumps(code) + "\n")
        self._inside.stdin.flush()
        line = self._inside.stdout.readline()
        assert line, "the shell has ended"
        answer = json.loads(line)
        assert not answer["problem"], answer["problem"]
        return str(answer["printed"])

    def _go_inside(self) -> subprocess.Popen[str]:
        self.data.mkdir(parents=True, exist_ok=True)
        environment = clean_environment() | self.environment
        environment |= {"HEADTABLE_DATA": str(self.data), "DJANGO_SETTINGS_MODULE": "config.settings"}
        return subprocess.Popen(
            [sys.executable, "-m", "tests.system.inside"],
            cwd=ROOT,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            preexec_fn=self.before_shell,
        )

    def ask(self, question: str) -> list[tuple[Any, ...]]:
        """Rows of its database, asked past the program."""
        if url := self.environment.get("DATABASE_URL"):
            with psycopg.connect(url) as connection:
                return connection.execute(question).fetchall()
        with closing(sqlite3.connect(self.data / "headtable.sqlite3", timeout=20)) as database:
            return database.execute(question).fetchall()

    def end(self) -> None:
        """Whatever a test has left."""
        if self._inside is not None:
            self._inside.communicate()
            self._inside = None
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(PATIENCE)
            finally:
                self.process.kill()


@contextmanager
def started(folder: Path, *arguments: str, prepared: Path | None = None, **environment: str) -> Iterator[Program]:
    """`prepared`: a data folder to begin with, whose tables and static files are made already."""
    program = Program(folder, *arguments, **environment)
    if prepared:
        shutil.copytree(prepared, program.data)
    try:
        yield program.start()
    finally:
        program.end()


def processes() -> list[tuple[int, int, int]]:
    """Every living process: its number, its parent, its group."""
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


def members(group: int) -> list[int]:
    return [pid for pid, _, its_group in processes() if its_group == group]


def using(folder: Path) -> list[str]:
    """The commands of all processes that work on a data folder, found by their command or environment."""
    mark = f"HEADTABLE_DATA={folder}\0".encode()
    found = []
    for pid, _, _ in processes():
        try:
            if str(folder) in command_of(pid) or mark in Path(f"/proc/{pid}/environ").read_bytes():
                found.append(command_of(pid))
        except (FileNotFoundError, ProcessLookupError, PermissionError):
            continue
    return found


def listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
