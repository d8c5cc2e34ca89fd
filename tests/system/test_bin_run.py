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

from tests.system.program import ROOT, Program, is_listening, processes_using, running_program, wait_until

WELCOME_LINK = re.compile(r"^  (http://localhost:\d+)(/welcome/\S+)$", re.MULTILINE)


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    with running_program(tmp_path_factory.mktemp("one")) as program:
        program.wait_until_up()
        yield program


def test_first_start_prints_its_address_and_the_welcome_link(program: Program) -> None:
    address = f"http://localhost:{program.port}"
    assert program.out.splitlines()[:4] == [
        "Starting Headtable…",
        "Headtable is running.",
        "",
        f"  On this computer   {address}/",
    ]
    found = WELCOME_LINK.search(program.out)
    assert found is not None
    assert found[1] == address
    assert program.get(found[2]).status == 200


def test_first_start_prints_nothing_else(program: Program) -> None:
    program.wait_until_ready()
    assert program.err == ""


def test_health_checks(program: Program) -> None:
    assert (program.get("/healthz").status, program.get("/healthz").body) == (200, "ok")
    program.wait_until_ready()
    assert program.get("/readyz").body == '{"database": "ok", "broker": "ok", "worker": "ok"}'


def permissions_of(path: Path) -> int:
    return path.stat().st_mode & 0o777


def test_only_the_owner_can_read_the_data_folder(program: Program) -> None:
    """Except for the collected static files, which aren't secret."""
    program.wait_until_ready()
    assert (permissions_of(program.data / "headtable.sqlite3"), permissions_of(program.data / "secret_key")) == (
        0o600,
        0o600,
    )
    found = [path for path in program.data.rglob("*") if program.data / "static" not in path.parents]
    assert [path for path in found if path.exists() and permissions_of(path) & 0o077] == []


def test_only_the_owner_can_read_a_folder_that_manage_py_creates(tmp_path: Path) -> None:
    data = tmp_path / "new"
    command = [sys.executable, str(ROOT / "manage.py"), "version"]
    subprocess.run(command, env=os.environ | {"HEADTABLE_DATA": str(data)}, capture_output=True, check=True)
    assert permissions_of(data) == 0o700


def test_idle_connections_do_not_block_requests(program: Program) -> None:
    idle = [socket.create_connection(("127.0.0.1", program.port)) for _ in range(20)]
    try:
        assert wait_until(lambda: program.get("/healthz").status == 200, "served") < 3
    finally:
        for connection in idle:
            connection.close()


def test_second_program_on_the_same_folder_is_refused(program: Program) -> None:
    command = [str(ROOT / "bin" / "run"), "--data", str(program.data), "--port", "1"]
    second = subprocess.run(command, capture_output=True, text=True)
    assert second.returncode == 1
    assert second.stderr == (
        f"Headtable is running in {program.data}. Stop it first, or choose another folder with --data.\n"
    )


def test_manage_uses_the_same_data_folder(program: Program) -> None:
    command = [str(ROOT / "bin" / "run"), "--data", str(program.data), "manage", "showmigrations", "--plan"]
    shown = subprocess.run(command, capture_output=True, text=True)
    assert (shown.returncode, shown.stderr) == (0, "")
    assert "[ ]" not in shown.stdout


@pytest.fixture(scope="module")
def restarted_program(tmp_path_factory: pytest.TempPathFactory, empty_installation: Path) -> Iterator[Program]:
    """A program that each test starts and stops."""
    program = Program(tmp_path_factory.mktemp("again"))
    shutil.copytree(empty_installation, program.data)
    yield program
    program.stop_and_clean_up()


@pytest.mark.parametrize("stop_signal", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_stop_cleans_up_and_the_next_start_finds_everything(
    restarted_program: Program, stop_signal: signal.Signals
) -> None:
    """Stopped by the system, by Ctrl-C, or by closing the terminal. A request in progress gets its response."""
    program, before = restarted_program, _files_in_repository()
    program.start().wait_until_up()
    program.wait_until_ready()
    assert program.err == ""
    with socket.create_connection(("127.0.0.1", program.port)) as slow:
        head = "POST /login/ HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n"
        slow.sendall(f"{head}Content-Length: 12\r\n\r\nemail=".encode())
        wait_until(lambda: program.get("/healthz").status == 200, "served during a slow request")
        os.kill(program.pid, stop_signal)
        wait_until(lambda: not is_listening(program.port), "closed for new requests")
        slow.sendall(b"nobody")
        assert slow.makefile("rb").readline().startswith(b"HTTP/1.1 ")
    assert program.wait() == 0
    assert program.out.endswith("Stopping… Finishing work in progress.\nStopped.\n")
    assert processes_using(program.data) == []
    assert _files_in_repository() == before
    assert [list((program.folder / name).iterdir()) for name in ("home", "tmp", "here")] == [[], [], []]
    links = program.folder / "welcome links"
    links.touch()
    found = " ".join(path for _, path in WELCOME_LINK.findall(program.out))
    assert links.read_text() in ("", found)
    links.write_text(found)


def _files_in_repository() -> set[str]:
    return {path.name for path in ROOT.iterdir() if not path.name.startswith(".")}
