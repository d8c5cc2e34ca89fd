"""The only folder that Headtable writes to: database, secret key, collected static files, broker, logs."""

import os
import secrets
from pathlib import Path

# Held while something runs on this folder: by bin/run, by its web process, and by separately started processes.
LOCKS = RUN_LOCK, WEB_LOCK, PARTS_LOCK = "run.lock", "web.lock", "parts.lock"
OWNER_ONLY_UMASK = 0o077  # no other user of the machine may read the files, because they have names of students
BASE = Path(__file__).resolve().parent.parent


def data_folder() -> Path:
    """`HEADTABLE_DATA`, or `var/` beside the code."""
    return Path(os.environ.get("HEADTABLE_DATA") or BASE / "var").resolve()


def secret_key(folder: Path) -> str:
    """The installation's secret key. It is created once and readable only by its owner."""
    path = folder / "secret_key"
    try:
        return path.read_text().strip()
    except FileNotFoundError:
        folder.mkdir(parents=True, exist_ok=True)
    half_written = folder / f"secret_key.{os.getpid()}"
    descriptor = os.open(half_written, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w") as file:
        file.write(secrets.token_urlsafe(50))
        file.flush()
        os.fsync(file.fileno())
    try:
        os.link(half_written, path)  # if two processes start for the first time at once, both use the same key
    except FileExistsError:
        pass
    finally:
        half_written.unlink()
    return path.read_text().strip()
