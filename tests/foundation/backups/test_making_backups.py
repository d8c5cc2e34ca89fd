"""Making backups: requested by verbs, complete while others write, and a sentence when one fails."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import sqlite3
import subprocess
import threading
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from django.conf import settings
from django.db import connection, transaction
from django.utils import timezone
from psycopg import sql

from foundation.activity.models import LogLine
from foundation.backups import files, postgres, sqlite, tasks
from foundation.backups.actions import PendingStep, back_up, request_backup
from foundation.backups.models import Backup, Occasion
from foundation.backups.queries import EVERY
from foundation.backups.tasks import back_up_the_running_day
from foundation.errors import Refused
from foundation.jobs import execution
from foundation.jobs.models import Job
from foundation.people.actor import Actor
from foundation.tournaments import Tournament
from tests import factories
from tests.helpers import require
from tests.reused_fixtures import reused
from tournament import actions as tournament_actions
from tournament.rounds import actions as rounds
from tournament.rounds.models import Round

on_sqlite = pytest.mark.only_on("sqlite")
on_postgres = pytest.mark.only_on("postgresql")
for_real = pytest.mark.django_db(transaction=True)  # another connection must see what was saved


def make_backup(director_actor: Actor, tournament: Tournament) -> Backup:
    execution.run(back_up(director_actor, tournament).pk)
    return Backup.objects.latest("made_at")


def path_of(backup: Backup) -> Path:
    return files.folder() / backup.filename


def problem_of(job: Job) -> str:
    execution.run(job.pk)
    job.refresh_from_db()
    assert job.state == "failed"
    return job.problem


def close_a_round(director_actor: Actor, tournament: Tournament) -> Round:
    round_ = Round.objects.select_related("tournament", "division").filter(tournament=tournament).earliest("id")
    for step in (rounds.publish, rounds.start, rounds.collect, rounds.close):
        round_ = step(director_actor, round_)
    return round_


# -- asking -----------------------------------------------------------------------------------------------------------


def test_import_closed_round_and_finish_request_a_backup(director_actor: Actor, tournament: Tournament) -> None:
    factories.roster(tournament, teams=1)
    close_a_round(director_actor, tournament_actions.start(director_actor, tournament))
    tournament_actions.finish(director_actor, Tournament.objects.get())
    asked = Job.objects.filter(kind="backup.make").order_by("created_at")
    assert [(job.title, job.requested_by) for job in asked] == [
        ("Backup: Equations roster imported", director_actor.user),
        ("Backup: Round 1 Elementary closed", director_actor.user),
        ("Backup: tournament finished", director_actor.user),
    ]


def test_queued_backup_is_shared_and_a_running_one_is_not(director_actor: Actor, tournament: Tournament) -> None:
    first = back_up(director_actor, tournament)
    assert back_up(director_actor, tournament) == first
    execution.claim(first.pk)
    second = back_up(director_actor, tournament)
    assert (back_up(director_actor, tournament), second == first) == (second, False)


@pytest.fixture
@reused
def running_day(director_actor: Actor, tournament: Tournament) -> Tournament:
    return tournament_actions.start(director_actor, tournament)


def requested_backups() -> list[str]:
    return [job.title for job in Job.objects.filter(kind="backup.make").order_by("created_at")]


def test_running_tournament_is_backed_up_every_few_minutes_if_it_changed(
    director_actor: Actor, running_day: Tournament
) -> None:
    rounds_ = Round.objects.select_related("tournament", "division").filter(tournament=running_day).order_by("id")
    back_up_the_running_day()
    back_up_the_running_day()
    assert requested_backups() == ["Backup: during the tournament"]  # one waits already
    for step in (rounds.publish, rounds.start):
        step(director_actor, rounds_[0])
    past = timezone.now() - EVERY
    Job.objects.update(state="done")
    last = Backup.objects.create(
        tournament=running_day, reason="x", filename="x", digest="x", made_at=timezone.now(), upto=0
    )
    back_up_the_running_day()
    assert len(requested_backups()) == 1  # that one is new
    Backup.objects.update(made_at=past, upto=LogLine.objects.latest("id").pk)
    back_up(director_actor, running_day)
    Job.objects.filter(state="queued").delete()
    back_up_the_running_day()
    assert len(requested_backups()) == 1  # nothing has changed but what is about backups
    rounds.pause(director_actor, rounds_[0])
    back_up_the_running_day()
    assert requested_backups()[1:] == ["Backup: during Round 1 Elementary"]
    assert LogLine.objects.latest("id").text == "requested a backup during Round 1 Elementary"
    assert Backup.objects.get() == last


@pytest.mark.parametrize("state", ["planned", "finished", "a rehearsal"])
def test_tournament_that_is_not_running_is_not_backed_up(tournament: Tournament, state: str) -> None:
    is_rehearsal = state == "a rehearsal"
    Tournament.objects.update(state="running" if is_rehearsal else state, is_rehearsal=is_rehearsal)
    back_up_the_running_day()
    assert requested_backups() == []


# -- making -----------------------------------------------------------------------------------------------------------


@for_real
def test_backup_is_one_whole_file_named_by_time_and_reason(director_actor: Actor, tournament: Tournament) -> None:
    close_a_round(director_actor, tournament_actions.start(director_actor, tournament))
    job = Job.objects.get(kind="backup.make")
    execution.run(job.pk)
    backup = Backup.objects.get()
    job.refresh_from_db()
    assert (job.state, backup.reason, backup.made_by) == ("done", "Round 1 Elementary closed", director_actor.user)
    assert backup.occasion == Occasion.ROUND_CLOSED
    ending = "sqlite3" if connection.vendor == "sqlite" else "dump"
    assert re.fullmatch(rf"\d{{4}}-\d\d-\d\d-\d{{4}}-round-1-elementary-closed\.{ending}", backup.filename)
    content = path_of(backup).read_bytes()
    assert (backup.bytes, backup.digest) == (len(content), hashlib.sha256(content).hexdigest())
    assert path_of(backup).stat().st_mode & 0o777 == 0o600
    assert [path.name for path in files.folder().iterdir()] == [backup.filename]
    line = LogLine.objects.latest("id")
    assert (line.who, line.text) == ("Headtable", f"created the backup {backup.filename}")


@for_real
@on_sqlite
def test_backup_holds_what_the_database_holds(director_actor: Actor, tournament: Tournament) -> None:
    factories.roster(tournament, teams=2)
    with closing(sqlite3.connect(path_of(make_backup(director_actor, tournament)))) as copy:
        assert copy.execute("SELECT name FROM tournament_tournament").fetchall() == [("Fall Meet",)]
        assert copy.execute("SELECT count(*) FROM rosters_player").fetchone() == (10,)
        assert copy.execute("PRAGMA journal_mode").fetchone() == ("delete",)


@for_real
def test_backup_made_after_its_step_says_so(director_actor: Actor, tournament: Tournament) -> None:
    round_ = Round.objects.select_related("tournament", "division").filter(tournament=tournament).earliest("id")
    cases = {"before Round 1 is published": Occasion.BEFORE_PUBLISHING, "Round 1 published": Occasion.TOO_LATE}
    for wanted, occasion in cases.items():
        before = PendingStep("round.publish", [round_], too_late="Round 1 published")
        with transaction.atomic():
            job = request_backup(
                director_actor, tournament, Occasion.BEFORE_PUBLISHING, "before Round 1 is published", before
            )
        execution.run(job.pk)
        backup = Backup.objects.latest("made_at")
        assert (backup.reason, backup.occasion) == (wanted, occasion)
        if wanted.startswith("before"):
            rounds.publish(director_actor, round_)


@for_real
def test_backups_of_the_same_minute_and_reason_are_two_files(director_actor: Actor, tournament: Tournament) -> None:
    other = factories.tournament(require(director_actor.user), "Other Meet")
    names = {make_backup(director_actor, meet).filename for meet in (tournament, other, tournament)}
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


def test_copy_does_not_block_writers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A save between two steps of a copy does not wait, and is not in the copy."""
    source, target = tmp_path / "live.sqlite3", tmp_path / "copy.sqlite3"
    target.touch()
    with closing(sqlite3.connect(source)) as live:
        live.executescript("PRAGMA journal_mode=WAL; CREATE TABLE rows (text)")
        with live:
            live.executemany("INSERT INTO rows VALUES (?)", [("x" * 500,)] * 200)
    saved = []

    def save(status: int, remaining: int, total: int) -> None:
        with closing(sqlite3.connect(source, timeout=0)) as other, other:
            other.execute("INSERT INTO rows VALUES ('while it is made')")
            saved.append(remaining)

    monkeypatch.setattr(sqlite, "PAGES_PER_STEP", 5)
    sqlite.copy(source, target, save)
    assert (len(saved) > 2, saved[0] > 0) == (True, True)
    assert (sqlite.check(target)["rows"], sqlite.check(source)["rows"]) == (200, 200 + len(saved))


def test_damaged_copy_is_detected(tmp_path: Path) -> None:
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
def test_job_finds_the_file_of_a_killed_worker(director_actor: Actor, tournament: Tournament) -> None:
    """The file is complete but its row is not, as in every restored database."""
    job = back_up(director_actor, tournament)
    half = tasks.create_backup_row(Job.objects.get())
    files.folder().mkdir()
    path_of(half).write_bytes(b"whole")
    execution.run(job.pk)
    backup = Backup.objects.get()
    assert (backup.filename, backup.bytes, path_of(backup).read_bytes()) == (half.filename, 5, b"whole")


@for_real
def test_job_of_a_worker_killed_during_the_copy_starts_over(director_actor: Actor, tournament: Tournament) -> None:
    job = back_up(director_actor, tournament)
    half = tasks.create_backup_row(Job.objects.get())
    execution.run(job.pk)
    assert (Backup.objects.get() == half, Backup.objects.get().bytes > 1000) == (False, True)


# -- when it cannot be made -------------------------------------------------------------------------------------------


@for_real
def test_unwritable_folder_fails_the_backup_but_not_the_verb(director_actor: Actor, tournament: Tournament) -> None:
    files.folder().write_text("in the way")
    round_ = close_a_round(director_actor, tournament_actions.start(director_actor, tournament))
    assert problem_of(Job.objects.get()) == (
        "Headtable can’t write to the backup folder (file exists). Fix this, then try again."
    )
    assert (Round.objects.get(pk=round_.pk).state, Backup.objects.count()) == ("complete", 0)


def test_backup_leaves_disk_space_for_saving_scores() -> None:
    free = shutil.disk_usage(files.folder().parent).free
    files.require_space(free - 2 * files.SPARE)
    with pytest.raises(Refused, match=r"The disk is nearly full\. A backup needs"):
        files.require_space(free)


def test_full_disk_is_a_sentence(tmp_path: Path) -> None:
    sentences = []
    with (
        pytest.raises(Refused) as refusal,
        files.refuse_on_disk_error(),
        Path("/dev/full").open("wb", buffering=0) as full,
    ):
        full.write(b"x")
    sentences.append(refusal.value.sentence)
    with closing(sqlite3.connect(tmp_path / "small.sqlite3")) as small:
        small.execute("PRAGMA max_page_count=2")
        small.execute("CREATE TABLE rows (text)")
        with pytest.raises(Refused) as refusal, files.refuse_on_disk_error():
            small.execute("INSERT INTO rows VALUES (?)", ["x" * 50_000])
    sentences.append(refusal.value.sentence)
    assert sentences == ["The disk is full. Free up space where the data folder is, then try again."] * 2


@for_real
def test_cancelled_backup_leaves_nothing(director_actor: Actor, tournament: Tournament) -> None:
    job = back_up(director_actor, tournament)
    claimed, report = require(execution.claim(job.pk))
    Job.objects.update(state="cancelled", lease=None)
    with pytest.raises(execution.Stopped):
        tasks.make_backup(claimed, report)
    assert (Backup.objects.count(), files.folder().exists()) == (0, False)


# -- PostgreSQL -------------------------------------------------------------------------------------------------------


@for_real
@on_postgres
def test_dump_can_be_restored(director_actor: Actor, tournament: Tournament) -> None:
    factories.roster(tournament, teams=2)
    backup = make_backup(director_actor, tournament)
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
def test_missing_program_is_a_sentence(
    director_actor: Actor, tournament: Tournament, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert problem_of(back_up(director_actor, tournament)) == postgres.MISSING.format("pg_dump")


@on_postgres
def test_failing_program_is_a_sentence_without_a_password(tmp_path: Path) -> None:
    with pytest.raises(Refused) as refusal:
        postgres.dump(connection.settings_dict | {"NAME": "nowhere"}, tmp_path / "x.dump")
    sentence = refusal.value.sentence
    assert sentence.startswith("The program pg_dump failed: connection to server at")
    assert sentence.endswith('database "nowhere" does not exist. Fix this, then try again.')
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


def test_silent_program_failure_has_a_sentence() -> None:
    assert postgres.first_error("") == "no reason given"
