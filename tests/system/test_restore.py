"""Back to a backup with real processes: under a running program, and on a clean machine, on both databases."""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path
from typing import Any

from tests.system.machine import ROOT, Program, started, until
from tests.system.test_jobs import shell
from tests.system.test_many_machines import new_database
from tests.system.visitor import Visitor, create_tournament

FILL = """
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
BACKUP = re.compile(r"/backups/(\d+)/restore/.*?: ([\w.-]+)<", re.S)


class Dana(Visitor):
    """The director, at one program after the other."""

    def sign_in(self, program: Program) -> None:
        self.program = program
        self.get(program, "/account/sign-in/")
        self.post(program, "/account/sign-in/", login="dana@example.org", password="cubes on the mat")

    def backups(self, board: str) -> list[tuple[str, str]]:
        """Number and name of each, newest first."""
        return BACKUP.findall(self.get(self.program, f"{board}backups/").body)

    def standings(self, board: str) -> list[bytes]:
        lists = [f"{board}standings/?list={kind}&format=json" for kind in ("players", "teams", "schools")]
        return [self.read(self.program, path) for path in lists]

    def go_back(self, board: str, number: str) -> None:
        self.get(self.program, f"{board}backups/{number}/restore/")
        answer = self.post(self.program, f"{board}backups/{number}/restore/", word="go back")
        assert (answer.status, answer.path) == (200, f"{board}backups/"), answer.body


def restore(program: Program, name: str) -> subprocess.CompletedProcess[str]:
    command = [str(ROOT / "bin" / "run"), "--data", str(program.data), "manage", "restore", name]
    unset = dict.fromkeys(("SECRET_KEY", "DATABASE_URL", "REDIS_URL"), "")
    return subprocess.run(
        command, capture_output=True, text=True, env={**os.environ, **unset, **program.environment}, check=False
    )


def back_and_back_again(program: Program, dana: Dana, board: str) -> str:
    """Spoil it, go back on the page, undo that on the page, and go back once more; the name of the backup."""
    until(lambda: dana.backups(board), "the backup is made")
    ((number, name),) = dana.backups(board)
    before = dana.standings(board)
    spoiled = create_tournament(dana, program, "Spoiled Meet")
    dana.go_back(board, number)
    assert (dana.get(program, spoiled).status, dana.standings(board)) == (404, before)
    ((undo, _), _) = dana.backups(board)
    dana.go_back(board, undo)
    assert dana.get(program, spoiled).status == 200
    until(lambda: program.get("/readyz").status == 200, "everything works on")
    return name


def test_backup_is_restored_under_a_running_program_and_on_a_clean_machine(tmp_path: Path) -> None:
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
    dana = Dana()
    with started(tmp_path / "one") as program:
        program.until_ready()
        board = shell(program, FILL).split()[-1]
        dana.sign_in(program)
        before = dana.standings(board)
        name = back_and_back_again(program, dana, board)
        assert program.stop() == 0
        assert program.err == ""
        shutil.copy(program.data / "backups" / name, tmp_path / name)
        aside = until_damaged_and_restored(program, name)
        assert (aside.parent, aside.read_bytes()) == (program.data / "backups", b"spoiled" * 1000)
    with started(tmp_path / "other") as clean:
        clean.until_up()
        done = restore(clean, str(tmp_path / name))
        assert (done.stderr, done.stdout) == ("", f"The database is that of {name} now.\n")
        dana.sign_in(clean)
        assert dana.standings(board) == before
        assert f"by the backup {name}" in dana.get(clean, "/log/").body


def until_damaged_and_restored(program: Program, name: str) -> Path:
    """A database that is none any more is put aside as it is, and the backup is there."""
    database = program.data / "headtable.sqlite3"
    database.write_bytes(b"spoiled" * 1000)
    done = restore(program, name)
    assert (done.returncode, done.stderr) == (0, "")
    first, second = done.stdout.splitlines()
    assert first == f"The database is that of {name} now."
    with closing(sqlite3.connect(database)) as restored:
        assert restored.execute("SELECT count(*) FROM tournament_tournament").fetchone() == (1,)
    return Path(second.removeprefix("The damaged one of before is kept as ").removesuffix("."))


TOLD = """
import hashlib, json
from tests.scoring.full_tournament import standings_snapshot
from foundation.tournaments import Tournament
print(hashlib.sha256(json.dumps(standings_snapshot(Tournament.objects.get()), default=str).encode()).hexdigest())
"""


def test_backup_is_restored_on_postgresql_as_well(tmp_path: Path, postgres_url: str, redis_url: str) -> None:
    """There the clean machine has an empty database, and nothing was ever started on it."""
    server = postgres_url.rpartition("/")[0]
    shared: dict[str, Any] = {"REDIS_URL": redis_url, "SECRET_KEY": "the same on all machines " * 2}
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
    with started(tmp_path / "one", DATABASE_URL=f"{server}/{new_database(postgres_url)}", **shared) as program:
        program.until_ready()
        board, before = shell(program, FILL + TOLD).split()[-2:]
        dana = Dana()
        dana.sign_in(program)
        name = back_and_back_again(program, dana, board)
        backup = program.data / "backups" / name
    clean = Program(tmp_path / "other", DATABASE_URL=f"{server}/{new_database(postgres_url)}", **shared)
    done = restore(clean, str(backup))
    assert (done.stderr, done.stdout) == ("", f"The database is that of {name} now.\n")
    try:
        assert shell(clean, TOLD).split()[-1] == before
    finally:
        clean.end()
