"""Backups: asked for by what happens, made whole while others write, and a sentence when they cannot be made."""

from __future__ import annotations

import hashlib
import os
import re
import sqlite3
import subprocess
import threading
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from django.conf import settings
from django.db import connection
from psycopg import sql

from tests import factories
from tournament import actions as day
from tournament.activity.models import LogLine
from tournament.backups import files, making, postgres, sqlite
from tournament.backups.actions import back_up
from tournament.backups.models import Backup
from tournament.errors import Refused
from tournament.jobs import running
from tournament.jobs.models import Job
from tournament.models import Tournament
from tournament.people.actor import Actor
from tournament.rounds import actions as rounds
from tournament.rounds.models import Round

on_sqlite = pytest.mark.only_on("sqlite")
on_postgres = pytest.mark.only_on("postgresql")
for_real = pytest.mark.django_db(transaction=True)  # another connection must see what was saved


def made(boss: Actor, tournament: Tournament) -> Backup:
    running.run(back_up(boss, tournament).pk)
    return Backup.objects.latest("made_at")


def path_of(backup: Backup) -> Path:
    return files.folder() / backup.filename


def problem_of(job: Job) -> str:
    running.run(job.pk)
    job.refresh_from_db()
    assert job.state == "failed"
    return job.problem


def close_a_round(boss: Actor, tournament: Tournament) -> Round:
    round_ = Round.objects.select_related("tournament", "division").filter(tournament=tournament).earliest("id")
    for step in (rounds.publish, rounds.start, rounds.collect, rounds.complete):
        round_ = step(boss, round_)
    return round_


# -- asking -----------------------------------------------------------------------------------------------------------


def test_what_nobody_wants_to_type_again_asks_for_a_backup(boss: Actor, tournament: Tournament) -> None:
    factories.roster(tournament, teams=1)
    close_a_round(boss, day.start(boss, tournament))
    day.finish(boss, Tournament.objects.get())
    asked = Job.objects.filter(kind="backup.make").order_by("created_at")
    assert [(job.title, job.requested_by) for job in asked] == [
        ("Backup: Equations roster imported", boss.user),
        ("Backup: Round 1 Elementary closed", boss.user),
        ("Backup: tournament finished", boss.user),
    ]


def test_backup_that_waits_is_not_asked_for_again_but_one_that_runs_may_miss_the_latest(
    boss: Actor, tournament: Tournament
) -> None:
    first = back_up(boss, tournament)
    assert back_up(boss, tournament) == first
    running.claim(first.pk)
    second = back_up(boss, tournament)
    assert (back_up(boss, tournament), second == first) == (second, False)


# -- making -----------------------------------------------------------------------------------------------------------


@for_real
def test_backup_is_one_whole_file_named_by_time_and_reason(boss: Actor, tournament: Tournament) -> None:
    close_a_round(boss, day.start(boss, tournament))
    job = Job.objects.get(kind="backup.make")
    running.run(job.pk)
    backup = Backup.objects.get()
    job.refresh_from_db()
    assert (job.state, backup.reason, backup.made_by) == ("done", "Round 1 Elementary closed", boss.user)
    ending = "sqlite3" if connection.vendor == "sqlite" else "dump"
    assert re.fullmatch(rf"\d{{4}}-\d\d-\d\d-\d{{4}}-round-1-elementary-closed\.{ending}", backup.filename)
    content = path_of(backup).read_bytes()
    assert (backup.bytes, backup.digest) == (len(content), hashlib.sha256(content).hexdigest())
    assert path_of(backup).stat().st_mode & 0o777 == 0o600
    assert [path.name for path in files.folder().iterdir()] == [backup.filename]
    line = LogLine.objects.latest("id")
    assert (line.who, line.text) == ("Headtable", f"made the backup {backup.filename}")


@for_real
@on_sqlite
def test_backup_holds_what_the_database_holds(boss: Actor, tournament: Tournament) -> None:
    factories.roster(tournament, teams=2)
    with closing(sqlite3.connect(path_of(made(boss, tournament)))) as copy:
        assert copy.execute("SELECT name FROM tournament_tournament").fetchall() == [("Fall Meet",)]
        assert copy.execute("SELECT count(*) FROM rosters_player").fetchone() == (10,)
        assert copy.execute("PRAGMA journal_mode").fetchone() == ("delete",)


@for_real
def test_backups_of_the_same_minute_and_reason_are_two_files(boss: Actor, tournament: Tournament) -> None:
    other = factories.tournament(boss.user, "Other Meet")
    names = {made(boss, meet).filename for meet in (tournament, other, tournament)}
    assert (len(names), {path.name for path in files.folder().iterdir()}) == (3, names)


def test_copy_is_of_one_moment_while_others_write(tmp_path: Path) -> None:
    """A writer adds two rows at a time: a copy with an odd number of them would be torn."""
    source, over = tmp_path / "live.sqlite3", threading.Event()
    with closing(sqlite3.connect(source)) as setup:
        setup.executescript("PRAGMA journal_mode=WAL; CREATE TABLE rows (text)")

    def write() -> None:
        with closing(sqlite3.connect(source, timeout=20)) as live:
            while not over.is_set():
                with live:
                    live.executemany("INSERT INTO rows VALUES (?)", [("x" * 500,)] * 2)

    writer = threading.Thread(target=write)
    writer.start()
    try:
        counts = []
        for number in range(20):
            target = tmp_path / f"{number}.sqlite3"
            target.touch()
            sqlite.copy(source, target)
            counts.append(sqlite.check(target)["rows"])
    finally:
        over.set()
        writer.join()
    assert ([count % 2 for count in counts], counts == sorted(counts)) == ([0] * 20, True)
    assert counts[-1] > counts[0]


def test_damaged_file_is_found_out(tmp_path: Path) -> None:
    file = tmp_path / "copy.sqlite3"
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("CREATE TABLE rows (text)")
        database.executemany("INSERT INTO rows VALUES (?)", [("x" * 500,)] * 100)
    assert sqlite.check(file) == {"rows": 100}
    content = bytearray(file.read_bytes())
    content[8192:12288] = os.urandom(4096)
    file.write_bytes(content)
    with pytest.raises(sqlite3.DatabaseError):
        sqlite.check(file)


@for_real
def test_job_of_a_worker_killed_before_the_end_finds_its_file(boss: Actor, tournament: Tournament) -> None:
    """The file has its name, the row does not know yet. The same is so in every database that was restored."""
    job = back_up(boss, tournament)
    half = making.begin(Job.objects.get())
    files.folder().mkdir()
    path_of(half).write_bytes(b"whole")
    running.run(job.pk)
    backup = Backup.objects.get()
    assert (backup.filename, backup.bytes, path_of(backup).read_bytes()) == (half.filename, 5, b"whole")


@for_real
def test_job_of_a_worker_killed_in_the_middle_begins_anew(boss: Actor, tournament: Tournament) -> None:
    job = back_up(boss, tournament)
    half = making.begin(Job.objects.get())
    running.run(job.pk)
    assert (Backup.objects.get() == half, Backup.objects.get().bytes > 1000) == (False, True)


# -- when it cannot be made -------------------------------------------------------------------------------------------


@for_real
def test_folder_that_cannot_be_written_is_a_sentence_and_the_round_stays_closed(
    boss: Actor, tournament: Tournament
) -> None:
    files.folder().write_text("in the way")
    round_ = close_a_round(boss, day.start(boss, tournament))
    assert problem_of(Job.objects.get()) == (
        "The folder of the backups cannot be written to (file exists). Put that right, then try again."
    )
    assert (Round.objects.get(pk=round_.pk).state, Backup.objects.count()) == ("complete", 0)


def test_full_disk_is_a_sentence(tmp_path: Path) -> None:
    sentences = []
    with pytest.raises(Refused) as refusal, files.problems_told(), Path("/dev/full").open("wb", buffering=0) as full:
        full.write(b"x")
    sentences.append(refusal.value.sentence)
    with closing(sqlite3.connect(tmp_path / "small.sqlite3")) as small:
        small.execute("PRAGMA max_page_count=2")
        small.execute("CREATE TABLE rows (text)")
        with pytest.raises(Refused) as refusal, files.problems_told():
            small.execute("INSERT INTO rows VALUES (?)", ["x" * 50_000])
    sentences.append(refusal.value.sentence)
    assert sentences == ["The disk is full. Make room where the data folder is, then try again."] * 2


@for_real
def test_cancelled_backup_leaves_nothing(boss: Actor, tournament: Tournament) -> None:
    job = back_up(boss, tournament)
    claimed, report = running.claim(job.pk)
    Job.objects.update(state="cancelled", lease=None)
    with pytest.raises(running.Stopped):
        making.make(claimed, report)
    assert (Backup.objects.count(), files.folder().exists()) == (0, False)


# -- PostgreSQL -------------------------------------------------------------------------------------------------------


@for_real
@on_postgres
def test_dump_can_be_restored(boss: Actor, tournament: Tournament) -> None:
    factories.roster(tournament, teams=2)
    backup = made(boss, tournament)
    login = {**os.environ, **postgres.login(connection.settings_dict)}
    elsewhere = f"{connection.settings_dict['NAME']}_restored"
    try:
        subprocess.run(["createdb", elsewhere], env=login, check=True)
        put_back = ["pg_restore", "--no-owner", "--exit-on-error", f"--dbname={elsewhere}", str(path_of(backup))]
        subprocess.run(put_back, env=login, check=True)
        with psycopg.connect(settings.DATABASE_URL, dbname=elsewhere) as restored:
            players = sql.SQL("SELECT count(*) FROM {}").format(sql.Identifier("rosters_player"))
            assert restored.execute(players).fetchone() == (10,)
    finally:
        subprocess.run(["dropdb", "--if-exists", elsewhere], env=login, check=True)


@for_real
@on_postgres
def test_missing_program_is_a_sentence(boss: Actor, tournament: Tournament, monkeypatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert problem_of(back_up(boss, tournament)) == postgres.MISSING.format("pg_dump")


@on_postgres
def test_failing_program_is_a_sentence_without_a_password(tmp_path: Path) -> None:
    with pytest.raises(Refused) as refusal:
        postgres.dump(connection.settings_dict | {"NAME": "nowhere"}, tmp_path / "x.dump")
    sentence = refusal.value.sentence
    assert sentence.startswith("PostgreSQL’s program pg_dump failed: connection to server at")
    assert sentence.endswith('database "nowhere" does not exist. Put that right, then try again.')
    assert connection.settings_dict["PASSWORD"] not in sentence


@on_postgres
def test_program_that_is_too_old_is_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    older = tmp_path / "pg_dump"
    older.write_text("#!/bin/sh\necho 'pg_dump: error: aborting because of server version mismatch' >&2\nexit 1\n")
    older.chmod(0o700)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    with pytest.raises(Refused) as refusal:
        postgres.dump(connection.settings_dict, tmp_path / "x.dump")
    assert refusal.value.sentence == postgres.TOO_OLD.format("pg_dump")


def test_program_that_says_nothing_is_told_so() -> None:
    assert postgres.why("") == "it did not say why"
