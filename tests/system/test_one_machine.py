"""`bin/run` on one machine: what it prints, what it writes, and how it stops."""

import os
import re
import signal
import socket
import subprocess
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


def test_secret_key_is_the_owners_alone(program: Program) -> None:
    assert (program.data / "secret_key").stat().st_mode & 0o777 == 0o600


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


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_stop_leaves_nothing_behind(tmp_path: Path, how: signal.Signals) -> None:
    before = _beside_the_code()
    with started(tmp_path) as program:
        program.until_ready()
        assert program.stop(how) == 0
        assert program.out.endswith("Stopping: what is in flight is being finished.\nStopped.\n")
        assert not listens(program.port)
        assert using(program.data) == []
    assert _beside_the_code() == before
    assert [list((tmp_path / name).iterdir()) for name in ("home", "tmp", "here")] == [[], [], []]


def test_second_start_installs_nothing(tmp_path: Path) -> None:
    with started(tmp_path) as program:
        program.until_up()
        first_way_in = WAY_IN.findall(program.out)
        assert program.stop(signal.SIGHUP) == 0  # as when the terminal is closed
        program.start().until_up()
        assert program.err == ""
        assert WAY_IN.findall(program.out) == first_way_in


def test_request_in_flight_is_answered_at_the_stop(tmp_path: Path) -> None:
    with started(tmp_path) as program:
        program.until_up()
        with socket.create_connection(("127.0.0.1", program.port)) as slow:
            head = "POST /login/ HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n"
            slow.sendall(f"{head}Content-Length: 12\r\n\r\nemail=".encode())
            until(lambda: program.get("/healthz").status == 200, "served beside a slow request")
            os.kill(program.pid, signal.SIGTERM)
            until(lambda: not listens(program.port), "closed for new requests")
            slow.sendall(b"nobody")
            answer = slow.makefile("rb").readline()
        assert answer.startswith(b"HTTP/1.1 ")
        assert program.wait() == 0


def _beside_the_code() -> set[str]:
    return {path.name for path in ROOT.iterdir() if not path.name.startswith(".")}
