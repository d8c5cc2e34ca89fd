"""Opening backup files: of another version, damaged, or not a backup at all."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from foundation.backups import database_copy, files, sources
from foundation.backups.models import Backup
from foundation.backups.restore import hold_locks, prepare_database, restore_file
from foundation.errors import Refused
from foundation.people.actor import SYSTEM
from foundation.tournaments import Tournament
from tests import factories
from tournament.models import Team

for_real = pytest.mark.django_db(transaction=True)


def write_copy(path: Path) -> Path:
    path.touch()
    database_copy.copy_database(path)
    return path


def migrate_backups_to(name: str | None = None) -> None:
    """Migrate this app to a migration, or to its newest one."""
    executor = MigrationExecutor(connection)
    executor.migrate([("backups", name)] if name else executor.loader.graph.leaf_nodes("backups"))


def refusal_of(path: Path) -> str:
    with pytest.raises(Refused) as refusal:
        restore_file(SYSTEM, path)
    return refusal.value.sentence


@for_real
def test_backup_of_an_older_version_is_migrated(tournament: Tournament, tmp_path: Path) -> None:
    factories.team(tournament, "Abaci")
    try:
        migrate_backups_to("0001_initial")
        older = write_copy(tmp_path / "older")
    finally:
        migrate_backups_to()
    factories.team(tournament, "Bridges")
    restore_file(SYSTEM, older)
    assert [team.name for team in Team.objects.all()] == ["Abaci"]
    assert [backup.reason for backup in Backup.objects.all()] == ["before restoring “older”"]
    assert [path.name for path in files.folder().glob("restore*")] == []


@for_real
def test_backup_of_a_newer_version_is_refused(tournament: Tournament, tmp_path: Path) -> None:
    future = MigrationRecorder(connection).migration_qs.create(app="tournament", name="9999_future")
    try:
        newer = write_copy(tmp_path / "newer")
        with pytest.raises(CommandError, match="The current database is from a newer version"):
            call_command("restore", str(newer))
    finally:
        future.delete()
    assert refusal_of(newer) == (
        "newer was made by a newer version of Headtable. Update Headtable first, then try again."
    )
    assert Backup.objects.count() == 0


def test_broken_or_foreign_file_is_refused_with_a_sentence(tournament: Tournament, tmp_path: Path) -> None:
    """The page and the command share these sentences. A refusal changes nothing, so no commit is needed."""
    whole = write_copy(tmp_path / "whole")
    content = whole.read_bytes()
    (tmp_path / "half").write_bytes(content[: len(content) // 2])
    (tmp_path / "letter").write_text("Dear director, " * 1000)
    (tmp_path / "other").write_bytes(b"PGDMP" if connection.vendor == "sqlite" else b"SQLite format 3\0")
    with closing(sqlite3.connect(tmp_path / "songs")) as songs, songs:
        songs.execute("CREATE TABLE songs (title)")
    (tmp_path / "empty").touch()
    said = {}
    for name in ("half", "letter", "other", "songs", "empty"):
        sentence = refusal_of(tmp_path / name)
        assert sentence.endswith("Nothing was changed.")
        said[name] = sentence.removeprefix(str(tmp_path / name)).removesuffix(" Nothing was changed.")
    if connection.vendor == "sqlite":
        assert said == {
            "half": " can’t be used (database disk image is malformed).",
            "letter": " can’t be used (file is not a database).",
            "other": " is a backup of a PostgreSQL database, but this one is SQLite.",
            "songs": " isn’t a Headtable database.",
            "empty": " isn’t a Headtable database.",
        }
    else:
        no_dump = " isn’t a backup of a PostgreSQL database."
        assert said.pop("half").startswith(" can’t be used (")
        assert said == dict.fromkeys(("letter", "other", "songs", "empty"), no_dump)
    with pytest.raises(CommandError, match=r"letter .*Nothing was changed\."):
        call_command("restore", str(tmp_path / "letter"))


def test_backup_with_a_wrong_digest_is_refused(tournament: Tournament) -> None:
    files.folder().mkdir()
    file = write_copy(files.folder() / "a.backup")
    Backup.objects.create(
        tournament=tournament, reason="by hand", filename=file.name, digest="of before", made_at=timezone.now()
    )
    assert refusal_of(file) == "a.backup is damaged and can’t be used. Nothing was changed."


@pytest.mark.only_on("sqlite")
def test_damaged_database_is_moved_only_while_nothing_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, db: None
) -> None:
    database = tmp_path / "live.sqlite3"
    database.write_bytes(b"spoiled" * 1000)
    database.with_name("live.sqlite3-wal").write_bytes(b"its log")
    locks = [tmp_path / "run.lock", tmp_path / "web.lock"]
    monkeypatch.setitem(connection.settings_dict, "NAME", str(database))
    monkeypatch.setattr(connection, "close", lambda: None)  # the test's own connection is to another database
    with (
        hold_locks(locks[1:]),
        pytest.raises(Refused, match=f"Headtable is running in {tmp_path}. Stop it first."),
    ):
        prepare_database(locks)
    assert database.read_bytes() == b"spoiled" * 1000
    aside = prepare_database(locks)
    assert aside
    assert (aside.parent, aside.read_bytes()) == (files.folder(), b"spoiled" * 1000)
    assert aside.with_name(f"{aside.name}-wal").read_bytes() == b"its log"
    assert not database.exists()


# -- what is logged ---------------------------------------------------------------------------------------------------


def test_log_of_a_failed_migration_quotes_no_row() -> None:
    told = """Traceback (most recent call last):
  File "django/db/backends/utils.py", line 105, in _execute
    return self.cursor.execute(sql, params)
psycopg.errors.UniqueViolation: could not create unique index "one_name"
DETAIL:  Key (name)=(Quirkfeather
  Zuleika) is duplicated.

The above exception was the direct cause of the following exception:

  File "manage.py", line 11, in <module>
django.db.utils.IntegrityError: could not create unique index "one_name"
DETAIL:  Key (name)=(Quirkfeather) is duplicated.
django.db.utils.OperationalError: the disk is full
"""
    assert sources.without_messages(told).splitlines() == [
        '  File "django/db/backends/utils.py", line 105, in _execute',
        "psycopg.errors.UniqueViolation",
        '  File "manage.py", line 11, in <module>',
        "django.db.utils.IntegrityError",
        "django.db.utils.OperationalError: the disk is full",
    ]
