"""A wrong setting causes one sentence instead of a traceback, and never shows a password."""

import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.helpers import PATIENCE
from tests.servers import PASSWORD, free_port
from tests.system.program import ROOT, clean_environment

CLOSED_PORT = 1  # no server listens on it
DATABASE_SHAPE = (
    "DATABASE_URL must look like postgresql://user:password@host:5432/database. "
    "Special characters in the password must be percent-encoded."
)
PUBLIC_SHAPE = (
    "PUBLIC_URL must be the address that people enter, "
    "with http:// or https:// and nothing after the name. Example: https://games.example.org"
)
HOSTS_SHAPE = "ALLOWED_HOSTS must be a list of names separated by commas, without http://. Example: games.example.org"


def start_and_fail(folder: Path, *arguments: str, **environment: str) -> str:
    """Start the program, which must fail, and return its standard error."""
    options = [] if arguments[:1] == ("worker",) or "--port" in arguments else ["--port", str(free_port())]
    run = subprocess.run(
        [ROOT / "bin" / "run", *arguments, *options, *(() if "--data" in arguments else ("--data", str(folder)))],
        env=clean_environment() | environment,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert (run.returncode, run.stdout) == (1, "")
    return run.stderr


@pytest.mark.parametrize(
    ("environment", "sentence"),
    [
        ({"DATABASE_URL": "mysql://u:secret@localhost/h"}, DATABASE_SHAPE),
        ({"DATABASE_URL": "postgresql://u:sec/ret@localhost:5432/h"}, DATABASE_SHAPE),
        ({"DATABASE_URL": "postgresql://u:secret@localhost"}, DATABASE_SHAPE),
        (
            {"DATABASE_URL": f"postgresql://u:secret@127.0.0.1:{CLOSED_PORT}/h?madeup=1"},
            "DATABASE_URL has an option that PostgreSQL doesn’t know.",
        ),
        ({"REDIS_URL": "localhost:6379"}, "REDIS_URL must look like redis://:password@host:6379/0."),
        (
            {"REDIS_URL": f"redis://:secret@127.0.0.1:{CLOSED_PORT}/0"},
            f"REDIS_URL doesn’t work. Redis on 127.0.0.1:{CLOSED_PORT} isn’t responding.",
        ),
        ({"PUBLIC_URL": "games.example.org"}, PUBLIC_SHAPE),
        ({"PUBLIC_URL": "https://games.example.org/headtable"}, PUBLIC_SHAPE),
        ({"ALLOWED_HOSTS": "https://games.example.org"}, HOSTS_SHAPE),
    ],
    ids=[
        "another kind of database",
        "slash in the password",
        "no database name",
        "made-up option",
        "Redis without scheme",
        "Redis away",
        "public address without scheme",
        "public address with a path",
        "allowed host with scheme",
    ],
)
def test_wrong_environment_variable(tmp_path: Path, environment: dict[str, str], sentence: str) -> None:
    assert start_and_fail(tmp_path, **environment) == sentence + "\n"


def test_unreachable_postgres(tmp_path: Path) -> None:
    error = start_and_fail(tmp_path, DATABASE_URL=f"postgresql://u:secret@127.0.0.1:{CLOSED_PORT}/h")
    where = f"DATABASE_URL doesn’t work. Can’t connect to PostgreSQL on 127.0.0.1:{CLOSED_PORT}"
    assert error == f"{where}: Connection refused.\n"


def test_wrong_password_of_postgres(tmp_path: Path, postgres_url: str) -> None:
    wrong = postgres_url.replace(postgres_url.split(":")[2].split("@")[0], "guess")
    error = start_and_fail(tmp_path, DATABASE_URL=wrong)
    assert error.endswith(': password authentication failed for user "headtable".\n')
    assert error.count("\n") == 1
    assert "guess" not in error


def test_missing_database_of_postgres(tmp_path: Path, postgres_url: str) -> None:
    error = start_and_fail(tmp_path, DATABASE_URL=postgres_url.removesuffix("headtable") + "elsewhere")
    assert error.endswith(': database "elsewhere" does not exist.\n')
    assert PASSWORD not in error


def test_wrong_password_of_redis(tmp_path: Path, redis_url: str) -> None:
    port = redis_url.rpartition(":")[2].partition("/")[0]
    error = start_and_fail(tmp_path, REDIS_URL=f"redis://:guess@127.0.0.1:{port}/0")
    where = f"REDIS_URL doesn’t work. Redis on 127.0.0.1:{port}"
    assert error == f"{where} rejected the user name or password.\n"


@pytest.mark.parametrize("kind", ["web", "worker"])
def test_several_machines_need_redis_and_the_same_key(
    tmp_path: Path, postgres_url: str, redis_url: str, kind: str
) -> None:
    assert start_and_fail(tmp_path, kind, DATABASE_URL=postgres_url) == (
        "DATABASE_URL is set, but REDIS_URL isn’t. "
        "Web and worker processes on several computers need Redis to find each other.\n"
    )
    assert start_and_fail(tmp_path, kind, DATABASE_URL=postgres_url, REDIS_URL=redis_url) == (
        "DATABASE_URL is set, but SECRET_KEY isn’t. Set the same long random text on every computer.\n"
    )


@pytest.fixture
def busy_port() -> Iterator[int]:
    with socket.socket() as other:
        other.bind(("0.0.0.0", 0))
        other.listen()
        yield other.getsockname()[1]


@pytest.mark.parametrize("kind", [(), ("web",)])
def test_busy_port(tmp_path: Path, busy_port: int, kind: tuple[str, ...]) -> None:
    error = start_and_fail(tmp_path, *kind, "--port", str(busy_port))
    assert error == f"Another program is using port {busy_port}. Choose another port, such as --port {busy_port + 1}.\n"


def test_bind_address_of_another_computer(tmp_path: Path) -> None:
    error = start_and_fail(tmp_path, "--bind", "198.51.100.7")
    reason = "198.51.100.7 isn’t an address of this computer (cannot assign requested address)"
    assert error == f"{reason}. Choose another one with --bind.\n"


def test_data_folder_is_not_writable(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    folder = tmp_path / "file" / "data"
    error = start_and_fail(tmp_path, "--data", str(folder))
    assert error == (
        f"Headtable can’t write to the data folder {folder} (not a directory). Choose another one with --data.\n"
    )


def test_database_file_is_not_a_database(tmp_path: Path) -> None:
    file = tmp_path / "headtable.sqlite3"
    file.write_text("a spreadsheet, perhaps" * 100)
    assert start_and_fail(tmp_path) == (
        f"The database {file} can’t be opened (file is not a database). Replace it with an undamaged copy.\n"
    )
