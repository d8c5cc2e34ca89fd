"""Restoring a backup with real processes: in a running program and on a clean machine, on both databases."""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path
from typing import Any

from tests.system.plain_browser import PlainBrowser, create_tournament
from tests.system.program import ROOT, Program, running_program, wait_until
from tests.system.test_many_machines import create_database

CREATE_TOURNAMENT = """
from pathlib import Path
from tests import factories
from tests.scoring.full_tournament import import_from_bytes
from foundation.backups.actions import back_up
from foundation.people.actor import Actor
director = factories.user("Dana Director", email="dana@example.org")
meet = import_from_bytes(Path("tests/data/archives/format-1.headtable.zip").read_bytes(), Actor(user=director))
back_up(Actor(user=director), meet)
print("at", meet.get_absolute_url())
"""
BACKUP = re.compile(r"/backups/(\d+)/restore/.*?visually-hidden\"> ([\w.-]+)<", re.S)


class DirectorBrowser(PlainBrowser):
    """A director who signs in to one program after the other."""

    def sign_in(self, program: Program) -> None:
        self.program = program
        self.get(program, "/account/sign-in/")
        self.post(program, "/account/sign-in/", login="dana@example.org", password="cubes on the mat")

    def list_backups(self, dashboard: str) -> list[tuple[str, str]]:
        """Number and name of each backup, newest first."""
        return BACKUP.findall(self.get(self.program, f"{dashboard}backups/").body)

    def read_standings(self, dashboard: str) -> list[bytes]:
        lists = [f"{dashboard}standings/?list={kind}&format=json" for kind in ("players", "teams", "schools")]
        return [self.download(self.program, path) for path in lists]

    def restore(self, dashboard: str, number: str) -> None:
        self.get(self.program, f"{dashboard}backups/{number}/restore/")
        answer = self.post(self.program, f"{dashboard}backups/{number}/restore/", word="restore")
        assert (answer.status, answer.path) == (200, f"{dashboard}backups/"), answer.body


def run_restore_command(program: Program, name: str) -> subprocess.CompletedProcess[str]:
    command = [str(ROOT / "bin" / "run"), "--data", str(program.data), "manage", "restore", name]
    unset = dict.fromkeys(("SECRET_KEY", "DATABASE_URL", "REDIS_URL"), "")
    return subprocess.run(
        command, capture_output=True, text=True, env={**os.environ, **unset, **program.environment}, check=False
    )


def restore_undo_and_restore_again(program: Program, director: DirectorBrowser, dashboard: str) -> str:
    """Change something, restore, undo the restore, restore again; return the backup's name."""
    wait_until(lambda: director.list_backups(dashboard), "the backup is ready")
    ((number, name),) = director.list_backups(dashboard)
    before = director.read_standings(dashboard)
    spoiled = create_tournament(director, program, "Spoiled Meet")
    director.restore(dashboard, number)
    assert (director.get(program, spoiled).status, director.read_standings(dashboard)) == (404, before)
    ((undo, _), _) = director.list_backups(dashboard)
    director.restore(dashboard, undo)
    assert director.get(program, spoiled).status == 200
    wait_until(lambda: program.get("/readyz").status == 200, "everything works again")
    return name


def test_backup_is_restored_in_a_running_program_and_on_a_clean_machine(
    tmp_path: Path, empty_installation: Path
) -> None:
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
    director = DirectorBrowser()
    with running_program(tmp_path / "one", template=empty_installation) as program:
        program.wait_until_ready()
        dashboard = program.run_python(CREATE_TOURNAMENT).split()[-1]
        director.sign_in(program)
        before = director.read_standings(dashboard)
        name = restore_undo_and_restore_again(program, director, dashboard)
        assert program.stop() == 0
        assert program.err == ""
        shutil.copy(program.data / "backups" / name, tmp_path / name)
        moved = restore_damaged_database(program, name)
        assert (moved.parent, moved.read_bytes()) == (program.data / "backups", b"spoiled" * 1000)
    with running_program(tmp_path / "other", template=empty_installation) as clean:
        clean.wait_until_up()
        done = run_restore_command(clean, str(tmp_path / name))
        assert (done.stderr, done.stdout) == ("", f"Backup {name} restored.\n")
        director.sign_in(clean)
        assert director.read_standings(dashboard) == before
        assert f"restored the backup {name}" in director.get(clean, "/log/").body


def restore_damaged_database(program: Program, name: str) -> Path:
    """A file that is no longer a database is moved, and the backup is restored. Return where it was moved."""
    database = program.data / "headtable.sqlite3"
    database.write_bytes(b"spoiled" * 1000)
    done = run_restore_command(program, name)
    assert (done.returncode, done.stderr) == (0, "")
    first, second = done.stdout.splitlines()
    assert first == f"Backup {name} restored."
    with closing(sqlite3.connect(database)) as restored:
        assert restored.execute("SELECT count(*) FROM tournament_tournament").fetchone() == (1,)
    return Path(second.removeprefix("The damaged database was moved to ").removesuffix("."))


HASH_CONTENT = """
import hashlib, json
from tests.scoring.full_tournament import standings_snapshot
from foundation.tournaments import Tournament
print(hashlib.sha256(json.dumps(standings_snapshot(Tournament.objects.get()), default=str).encode()).hexdigest())
"""


def test_backup_is_restored_on_postgresql(
    tmp_path: Path, empty_installation: Path, postgres_url: str, redis_url: str
) -> None:
    """On PostgreSQL the clean machine has an empty database and was never started."""
    server = postgres_url.rpartition("/")[0]
    shared: dict[str, Any] = {"REDIS_URL": redis_url, "SECRET_KEY": "the same on all machines " * 2}
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
    database = f"{server}/{create_database(postgres_url)}"
    with running_program(tmp_path / "one", template=empty_installation, DATABASE_URL=database, **shared) as program:
        program.wait_until_ready()
        dashboard, before = program.run_python(CREATE_TOURNAMENT + HASH_CONTENT).split()[-2:]
        director = DirectorBrowser()
        director.sign_in(program)
        name = restore_undo_and_restore_again(program, director, dashboard)
        backup = program.data / "backups" / name
    clean = Program(tmp_path / "other", DATABASE_URL=f"{server}/{create_database(postgres_url)}", **shared)
    done = run_restore_command(clean, str(backup))
    assert (done.stderr, done.stdout) == ("", f"Backup {name} restored.\n")
    try:
        assert clean.run_python(HASH_CONTENT).split()[-1] == before
    finally:
        clean.stop_and_clean_up()
