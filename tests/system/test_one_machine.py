"""`bin/run` on one machine: what it prints, what it writes, and how it stops."""

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.system.machine import ROOT, Program, listens, started, until, using

WAY_IN = re.compile(r"^  (http://localhost:\d+)(/welcome/\S+)$", re.MULTILINE)


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    with started(tmp_path_factory.mktemp("one")) as program:
        program.until_up()
        yield program


def test_first_start_tells_addresses_and_way_in(program: Program) -> None:
    here = f"http://localhost:{program.port}"
    assert program.out.splitlines()[:4] == [
        "Starting Headtable…",
        "Headtable is up.",
        "",
        f"  On this computer   {here}/",
    ]
    found = WAY_IN.search(program.out)
    assert found is not None
    assert found[1] == here
    assert program.get(found[2]).status == 200


def test_first_start_prints_nothing_else(program: Program) -> None:
    program.until_ready()
    assert program.err == ""


def test_health(program: Program) -> None:
    assert (program.get("/healthz").status, program.get("/healthz").body) == (200, "ok")
    program.until_ready()
    assert program.get("/readyz").body == '{"database": "ok", "broker": "ok", "worker": "ok"}'


def mode_of(path: Path) -> int:
    return path.stat().st_mode & 0o777


def test_everything_that_is_written_is_the_owners_alone(program: Program) -> None:
    """But for the collected styles and scripts, which are nobody's secret."""
    program.until_ready()
    assert (mode_of(program.data / "headtable.sqlite3"), mode_of(program.data / "secret_key")) == (0o600, 0o600)
    found = [path for path in program.data.rglob("*") if program.data / "static" not in path.parents]
    assert [path for path in found if path.exists() and mode_of(path) & 0o077] == []


def test_so_is_a_folder_that_the_command_line_makes(tmp_path: Path) -> None:
    data = tmp_path / "new"
    command = [sys.executable, str(ROOT / "manage.py"), "version"]
    subprocess.run(command, env=os.environ | {"HEADTABLE_DATA": str(data)}, capture_output=True, check=True)
    assert mode_of(data) == 0o700


def test_connections_without_a_request_keep_nobody_waiting(program: Program) -> None:
    idle = [socket.create_connection(("127.0.0.1", program.port)) for _ in range(20)]
    try:
        assert until(lambda: program.get("/healthz").status == 200, "served") < 3
    finally:
        for connection in idle:
            connection.close()


def test_second_program_on_the_same_folder_is_refused(program: Program) -> None:
    command = [str(ROOT / "bin" / "run"), "--data", str(program.data), "--port", "1"]
    second = subprocess.run(command, capture_output=True, text=True)
    assert second.returncode == 1
    assert second.stderr == (
        f"Headtable is already running on {program.data}; stop it first, or choose another folder with --data.\n"
    )


def test_manage_works_on_the_same_data(program: Program) -> None:
    command = [str(ROOT / "bin" / "run"), "--data", str(program.data), "manage", "showmigrations", "--plan"]
    shown = subprocess.run(command, capture_output=True, text=True)
    assert (shown.returncode, shown.stderr) == (0, "")
    assert "[ ]" not in shown.stdout


@pytest.fixture(scope="module")
def again(tmp_path_factory: pytest.TempPathFactory, prepared: Path) -> Iterator[Program]:
    """One that is started and stopped by each test."""
    program = Program(tmp_path_factory.mktemp("again"))
    shutil.copytree(prepared, program.data)
    yield program
    program.end()


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_stop_leaves_nothing_behind_and_the_next_start_finds_all(again: Program, how: signal.Signals) -> None:
    """By the system, by Ctrl-C, and when the terminal is closed; a request in flight is answered."""
    before = _beside_the_code()
    again.start().until_up()
    again.until_ready()
    assert again.err == ""
    with socket.create_connection(("127.0.0.1", again.port)) as slow:
        head = "POST /login/ HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n"
        slow.sendall(f"{head}Content-Length: 12\r\n\r\nemail=".encode())
        until(lambda: again.get("/healthz").status == 200, "served beside a slow request")
        os.kill(again.pid, how)
        until(lambda: not listens(again.port), "closed for new requests")
        slow.sendall(b"nobody")
        assert slow.makefile("rb").readline().startswith(b"HTTP/1.1 ")
    assert again.wait() == 0
    assert again.out.endswith("Stopping: what is in flight is being finished.\nStopped.\n")
    assert using(again.data) == []
    assert _beside_the_code() == before
    assert [list((again.folder / name).iterdir()) for name in ("home", "tmp", "here")] == [[], [], []]
    ways_in = again.folder / "ways in"
    ways_in.touch()
    found = " ".join(path for _, path in WAY_IN.findall(again.out))
    assert ways_in.read_text() in ("", found)
    ways_in.write_text(found)


def _beside_the_code() -> set[str]:
    return {path.name for path in ROOT.iterdir() if not path.name.startswith(".")}
