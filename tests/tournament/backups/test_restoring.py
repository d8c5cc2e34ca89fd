"""The way back: the backup takes the database's place, and the database of before is kept."""

from __future__ import annotations

import fcntl
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection

from tournament.backups import files
from tournament.backups.restoring import restore
from tournament.errors import Refused


def database(path: Path, *names: str) -> Path:
    """A database of ours, as far as a restore looks at it, with something in the log beside it."""
    with closing(sqlite3.connect(path)) as made, made:
        made.execute("PRAGMA journal_mode=WAL")
        made.execute("CREATE TABLE django_migrations (name)")
        made.execute("CREATE TABLE tournament_tournament (name)")
        made.executemany("INSERT INTO tournament_tournament VALUES (?)", [(name,) for name in names])
    return path


def names_in(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as opened:
        return [name for (name,) in opened.execute("SELECT name FROM tournament_tournament")]


@pytest.fixture
def now(tmp_path: Path) -> Path:
    return database(tmp_path / "now.sqlite3", "Fall Meet", "Spoiled Meet")


@pytest.fixture
def backup(tmp_path: Path) -> Path:
    return database(tmp_path / "backup.sqlite3", "Fall Meet")


@pytest.fixture
def locks(tmp_path: Path) -> list[Path]:
    return [tmp_path / "run.lock", tmp_path / "web.lock"]


def test_backup_takes_the_place_and_the_database_of_before_is_kept(now: Path, backup: Path, locks: list[Path]) -> None:
    asides = [restore(backup, now, locks) for _ in range(2)]
    assert (names_in(now), names_in(backup)) == (["Fall Meet"], ["Fall Meet"])
    assert [names_in(aside) for aside in asides if aside] == [["Fall Meet", "Spoiled Meet"], ["Fall Meet"]]
    assert sorted(files.folder().iterdir()) == sorted(asides)
    assert [path.name for path in now.parent.glob("now.sqlite3*")] == ["now.sqlite3"]


def test_restore_where_there_is_no_database_yet(tmp_path: Path, backup: Path, locks: list[Path]) -> None:
    assert restore(backup, tmp_path / "new.sqlite3", locks) is None
    assert names_in(tmp_path / "new.sqlite3") == ["Fall Meet"]


def test_damaged_database_is_put_aside_as_it_is(now: Path, backup: Path, locks: list[Path]) -> None:
    now.write_bytes(b"spoiled" * 1000)
    now.with_name("now.sqlite3-wal").write_bytes(b"its log")
    aside = restore(backup, now, locks)
    assert aside
    assert aside.read_bytes() == b"spoiled" * 1000
    assert aside.with_name(f"{aside.name}-wal").read_bytes() == b"its log"
    assert names_in(now) == ["Fall Meet"]


@pytest.mark.parametrize("number", [0, 1])
def test_nothing_is_restored_while_the_program_runs(now: Path, backup: Path, locks: list[Path], number: int) -> None:
    with locks[number].open("a") as running:
        fcntl.flock(running, fcntl.LOCK_SH)
        with pytest.raises(Refused, match=f"Headtable is running on {now.parent}. Stop it first."):
            restore(backup, now, locks)
    assert names_in(now) == ["Fall Meet", "Spoiled Meet"]


def test_nothing_is_restored_while_another_program_reads(now: Path, backup: Path, locks: list[Path]) -> None:
    with closing(sqlite3.connect(now)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM tournament_tournament").fetchone()
        with pytest.raises(Refused, match="Another program has the database open"):
            restore(backup, now, locks)
    assert names_in(now) == ["Fall Meet", "Spoiled Meet"]
    assert list(files.folder().iterdir()) == []


def test_file_that_is_no_backup_changes_nothing(now: Path, tmp_path: Path, locks: list[Path]) -> None:
    (tmp_path / "letter.txt").write_text("Dear director, " * 1000)
    with closing(sqlite3.connect(tmp_path / "other.sqlite3")) as other, other:
        other.execute("CREATE TABLE songs (title)")
    sentences = []
    for name in ("letter.txt", "other.sqlite3"):
        with pytest.raises(Refused) as refusal:
            restore(tmp_path / name, now, locks)
        sentences.append(refusal.value.sentence.removeprefix(str(tmp_path)))
    assert sentences == [
        "/letter.txt cannot be used (file is not a database). Nothing was changed.",
        "/other.sqlite3 is not a database of Headtable. Nothing was changed.",
    ]
    assert names_in(now) == ["Fall Meet", "Spoiled Meet"]


def test_command_finds_a_backup_by_its_name_alone(db: None, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(CommandError, match=r"There is no backup missing\.sqlite3"):
        call_command("restore", "missing.sqlite3")
    files.folder().mkdir()
    (files.folder() / "found.sqlite3").write_bytes(b"no database at all" * 100)
    if connection.vendor == "sqlite":
        with pytest.raises(CommandError, match="cannot be used"):
            call_command("restore", "found.sqlite3")
        return
    call_command("restore", "found.sqlite3")
    assert capsys.readouterr().out.splitlines()[-1] == (
        '  pg_restore --clean --if-exists --no-owner --single-transaction --dbname="$DATABASE_URL" '
        f"{settings.BACKUPS}/found.sqlite3"
    )
