"""The one folder that the program writes to: database, secret key, collected static files, broker, logs."""

import os
import secrets
from pathlib import Path

# Held while something runs here: by bin/run, by its web process, and by parts that were started one by one.
LOCKS = RUN_LOCK, WEB_LOCK, PARTS_LOCK = "run.lock", "web.lock", "parts.lock"
ONLY_THE_OWNERS = 0o077  # the umask: what is written is for no other user of the machine, names of children are in it
BASE = Path(__file__).resolve().parent.parent


def data_folder() -> Path:
    """`HEADTABLE_DATA`, or `var/` beside the code."""
    return Path(os.environ.get("HEADTABLE_DATA") or BASE / "var").resolve()


def secret_key(folder: Path) -> str:
    """The installation's secret, made once, readable by its owner only."""
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
        os.link(half_written, path)  # of two first starts at once, one key wins and both use it
    except FileExistsError:
        pass
    finally:
        half_written.unlink()
    return path.read_text().strip()
