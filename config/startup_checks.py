"""Checks before anything starts. Each problem is one sentence that never contains a password.

The PostgreSQL and Redis clients are imported where they are used, so that a single laptop starts faster.
"""

import errno
import os
import socket
import sqlite3
import tempfile
from pathlib import Path
from urllib.parse import SplitResult, urlsplit

CONNECT_TIMEOUT = 5  # seconds until a server counts as unreachable


class StartupError(Exception):
    """Headtable can't start; the message is one sentence for the person who started it."""


def check_data_folder(folder: Path) -> None:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError as error:
        raise StartupError(
            f"Headtable can’t write to the data folder {folder} ({_reason(error)}). Choose another one with --data."
        ) from error


def check_port(bind: str, port: int) -> None:
    family = socket.AF_INET6 if ":" in bind else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((bind, port))
        except socket.gaierror as error:
            raise StartupError(
                f"There’s no address {bind} on this computer. Choose another one with --bind."
            ) from error
        except OSError as error:
            raise StartupError(_bind_error(error, bind, port)) from error


def _bind_error(error: OSError, bind: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"Another program is using port {port}. Choose another port, such as --port {port + 1}."
    if error.errno == errno.EACCES:
        return f"Port {port} is reserved for the administrator. Choose one above 1023, such as --port 8000."
    return f"{bind} isn’t an address of this computer ({_reason(error)}). Choose another one with --bind."


def check_environment(*, separate_processes: bool) -> None:
    """Check the settings that need no connection. `separate_processes`: web and worker are started one by one."""
    check_public_url(os.environ.get("PUBLIC_URL", ""))
    check_allowed_hosts(os.environ.get("ALLOWED_HOSTS", ""))
    if not (separate_processes and os.environ.get("DATABASE_URL")):
        return
    if not os.environ.get("REDIS_URL"):
        raise StartupError(
            "DATABASE_URL is set, but REDIS_URL isn’t. "
            "Web and worker processes on several computers need Redis to find each other."
        )
    if not os.environ.get("SECRET_KEY"):
        raise StartupError(
            "DATABASE_URL is set, but SECRET_KEY isn’t. Set the same long random text on every computer."
        )


def check_public_url(text: str) -> None:
    if not text:
        return
    parts = _split(text)
    if (
        parts is None
        or parts.scheme not in ("http", "https")
        or not parts.hostname
        or parts.username is not None
        or parts.path not in ("", "/")
        or parts.query
        or parts.fragment
    ):
        raise StartupError(
            "PUBLIC_URL must be the address that people enter, "
            "with http:// or https:// and nothing after the name. Example: https://games.example.org"
        )


def check_allowed_hosts(text: str) -> None:
    if "/" in text:
        raise StartupError(
            "ALLOWED_HOSTS must be a list of names separated by commas, without http://. Example: games.example.org"
        )


def check_sqlite(file: Path) -> None:
    if not file.exists():
        return
    try:
        connection = sqlite3.connect(file)
        try:
            connection.execute("SELECT count(*) FROM sqlite_master")
        finally:
            connection.close()
    except sqlite3.Error as error:
        raise StartupError(
            f"The database {file} can’t be opened ({error}). Replace it with an undamaged copy."
        ) from error


def check_postgres(text: str) -> None:
    parts = _split(text)
    if parts is None or parts.scheme not in ("postgres", "postgresql") or not parts.path.strip("/"):
        raise StartupError(
            "DATABASE_URL must look like postgresql://user:password@host:5432/database. "
            "Special characters in the password must be percent-encoded."
        )
    import psycopg

    server = f"{parts.hostname}:{parts.port or 5432}" if parts.hostname else "this computer"
    try:
        psycopg.connect(text, connect_timeout=CONNECT_TIMEOUT).close()
    except psycopg.OperationalError as error:
        raise StartupError(
            f"DATABASE_URL doesn’t work. Can’t connect to PostgreSQL on {server}: {_server_message(str(error))}."
        ) from error
    except psycopg.Error as error:
        raise StartupError("DATABASE_URL has an option that PostgreSQL doesn’t know.") from error


def check_redis(text: str) -> None:
    parts = _split(text)
    if parts is None or parts.scheme not in ("redis", "rediss") or not parts.hostname:
        raise StartupError("REDIS_URL must look like redis://:password@host:6379/0.")
    import redis

    server = f"{parts.hostname}:{parts.port or 6379}"
    try:
        timeouts = {"socket_connect_timeout": CONNECT_TIMEOUT, "socket_timeout": CONNECT_TIMEOUT}
        with redis.Redis.from_url(text, **timeouts) as client:
            client.ping()
    except (redis.AuthenticationError, redis.ResponseError) as error:
        raise StartupError(f"REDIS_URL doesn’t work. Redis on {server} rejected the user name or password.") from error
    except (redis.RedisError, OSError, ValueError) as error:
        raise StartupError(f"REDIS_URL doesn’t work. Redis on {server} isn’t responding.") from error


def _split(text: str) -> SplitResult | None:
    """The parts of a URL, or None if it is malformed. Python's own error message could contain a password."""
    try:
        parts = urlsplit(text)
        _ = parts.port
    except ValueError:
        return None
    return parts


def _server_message(message: str) -> str:
    """The message of the server or the network, without the address that libpq puts in front of it."""
    line = [line for line in message.splitlines() if line.strip() and not line.startswith("\t")][-1]
    words = line.rpartition("failed: ")[2].removeprefix("connection is bad: ").removeprefix("FATAL:")
    return words.strip().rstrip(".")


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()
