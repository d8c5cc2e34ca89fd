"""Removing backups: those with removed student names, on every machine, and outdated ones."""

from __future__ import annotations

import os
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.utils import timezone

from foundation.activity.models import LogLine
from foundation.backups import cleanup, files, tasks
from foundation.backups.actions import back_up, back_up_without_names, record_finished_backup
from foundation.backups.models import Backup, Occasion
from foundation.backups.queries import MAX_BEFORE_PUBLISHING, MAX_KEPT, outdated
from foundation.backups.tasks import tidy_backups
from foundation.errors import Refused
from foundation.jobs import execution
from foundation.jobs.models import Job
from foundation.people.actor import SYSTEM, Actor
from foundation.people.models import User
from foundation.tournaments import Tournament
from tests import factories
from tournament import actions as tournament_actions
from tournament.privacy.actions import purge, request_purge
from tournament.rosters import actions as rosters

NAMES = ("Zuleika", "Quirkfeather")
for_real = pytest.mark.django_db(transaction=True)


def make_backup(director_actor: Actor, tournament: Tournament) -> Backup:
    execution.run(back_up(director_actor, tournament).pk)
    return Backup.objects.latest("made_at")


def read_all_files() -> bytes:
    return b"".join(path.read_bytes() for path in files.folder().iterdir())


def add_player(director_actor: Actor, tournament: Tournament) -> None:
    event, (first, last) = tournament.events.get(), NAMES
    rosters.add_place(
        director_actor, event, school="Pascal School", team="Calculators", division="E", first=first, last=last
    )


@pytest.fixture
def tournament_without_names(director_actor: Actor, director: User, tournament: Tournament) -> Tournament:
    """Names in the backups of two tournaments, then removed from the first."""
    add_player(director_actor, tournament)
    for meet in (tournament, factories.tournament(director, "Other Meet")):
        make_backup(director_actor, meet)
    if connection.vendor == "sqlite":
        assert [name.encode() in read_all_files() for name in NAMES] == [True, True]
    (files.folder() / "from-before.sqlite3").write_bytes(b"Zuleika, put aside by a restore")
    half = tasks.create_backup_row(back_up(director_actor, tournament))
    Job.objects.filter(pk=half.job).delete()
    (files.folder() / f"{half.filename}.12345678.part").write_bytes(b"Zuleika, half-made")
    tournament_actions.finish(director_actor, tournament_actions.start(director_actor, tournament))
    execution.run(request_purge(director_actor, Tournament.objects.get(pk=tournament.pk)).pk)
    assert Job.objects.get(kind="tournament.purge").state == "done"
    return Tournament.objects.get(pk=tournament.pk)


@for_real
def test_name_removal_deletes_all_backups_and_makes_a_new_one(tournament_without_names: Tournament) -> None:
    assert list(files.folder().iterdir()) == []
    assert set(Backup.objects.values_list("removed_for", flat=True)) == {"names"}
    for job in Job.objects.filter(kind="backup.make", tournament=tournament_without_names):
        execution.run(job.pk)
    assert [backup.reason for backup in Backup.objects.present()] == ["student names removed"]
    content = read_all_files()
    if connection.vendor == "sqlite":
        assert b"Pascal School" in content
    assert [name for name in NAMES if name.encode() in content] == []
    assert LogLine.objects.filter(action="backup.start_anew").get().tournament == tournament_without_names


@for_real
def test_other_machines_delete_their_files_at_the_next_cleanup(tournament_without_names: Tournament) -> None:
    """Their files still exist when the names are removed; newer backups stay."""
    old = [backup.filename for backup in Backup.objects.all()]
    for name in (*old, "from-before.sqlite3", "x.part"):
        (files.folder() / name).write_bytes(b"Zuleika")
        an_hour_ago = timezone.now().timestamp() - 3601
        os.utime(files.folder() / name, (an_hour_ago, an_hour_ago))
    (files.folder() / "of-today.sqlite3").write_bytes(b"put here after the names were removed")
    tidy_backups()
    assert [path.name for path in files.folder().iterdir()] == ["of-today.sqlite3"]


@for_real
def test_backup_started_before_name_removal_is_discarded(director_actor: Actor, tournament: Tournament) -> None:
    half = tasks.create_backup_row(back_up(director_actor, tournament))
    cleanup.remove_backups_with_names()
    with pytest.raises(Refused, match="Student names were removed during this backup, so it was deleted"):
        record_finished_backup(SYSTEM, half, size=7, digest="x")
    assert Backup.objects.present().count() == 0


def test_name_removal_also_removes_backups_made_before_the_vacuum(
    director_actor: Actor, director: User, tournament: Tournament
) -> None:
    """SQLite's file holds deleted rows until VACUUM: a backup made before that is removed as well."""
    create_backups(factories.tournament(director, "Other Meet"), 1, "by hand")
    purge(
        director_actor, tournament_actions.finish(director_actor, tournament_actions.start(director_actor, tournament))
    )
    assert Backup.objects.present().count() == 0
    create_backups(tournament, 1, "in between")
    asked = back_up_without_names(director_actor, Tournament.objects.get(pk=tournament.pk))
    assert (Backup.objects.present().count(), asked.params["reason"]) == (0, "student names removed")


# -- old ones ---------------------------------------------------------------------------------------------------------


def create_backups(tournament: Tournament, count: int, reason: str, occasion: str = "") -> None:
    """Create backups with files. Without an occasion they are those of the previous version."""
    files.folder().mkdir(exist_ok=True)
    start = timezone.now() - timedelta(days=1 if reason == "by hand" else 2)
    for number in range(count):
        name = f"{reason.replace(' ', '-')}-{number}.sqlite3"
        (files.folder() / name).write_bytes(b"backup")
        at = start + timedelta(seconds=number)
        Backup.objects.create(
            tournament=tournament, reason=reason, occasion=occasion, filename=name, made_at=at, digest="x"
        )


@pytest.mark.parametrize("state", ["planned", "finished"])
@pytest.mark.parametrize(
    ("closed", "occasion"), [("Round 1 Elementary closed", ""), ("The end of a round", Occasion.ROUND_CLOSED)]
)
def test_backups_of_closed_rounds_outlive_the_tournament(
    tournament: Tournament, state: str, closed: str, occasion: str
) -> None:
    create_backups(tournament, 3, closed, occasion)
    create_backups(tournament, MAX_KEPT + 2, "by hand", occasion and Occasion.MANUAL)
    Tournament.objects.update(state=state)
    tidy_backups()
    tidy_backups()
    gone = Backup.objects.filter(removed_for="age").order_by("id")
    assert [backup.filename for backup in gone] == ["by-hand-0.sqlite3", "by-hand-1.sqlite3"]
    assert len(list(files.folder().iterdir())) == MAX_KEPT + 3
    assert LogLine.objects.filter(action="backup.thin_out").get().text == "deleted 2 old backups"


def test_manual_backups_stay_while_the_tournament_is_running(tournament: Tournament) -> None:
    create_backups(tournament, MAX_KEPT + 2, "by hand")
    Tournament.objects.update(state="running")
    tidy_backups()
    assert (Backup.objects.present().count(), outdated(Tournament.objects.get())) == (MAX_KEPT + 2, [])


def test_periodic_backups_are_thinned_to_one_per_hour(tournament: Tournament) -> None:
    """Twelve hours: all of the last half hour, and the last one of each hour before."""
    start = datetime(2026, 11, 14, 8, tzinfo=UTC)
    for number in range(144):
        at = start + timedelta(minutes=5 * number)
        name = f"{at:%H%M}"
        Backup.objects.create(
            tournament=tournament, reason="during Round 1 Elementary", filename=name, made_at=at, digest="x"
        )
    Tournament.objects.update(state="running")
    tidy_backups()
    kept = Backup.objects.present().order_by("made_at").values_list("filename", flat=True)
    hours = [f"{hour:02}55" for hour in range(8, 19)]
    assert list(kept) == [*hours, "1925", "1930", "1935", "1940", "1945", "1950", "1955"]


@pytest.mark.parametrize(
    ("reason", "occasion"),
    [("before Round 1 Elementary is published", ""), ("in time for Round 1", Occasion.BEFORE_PUBLISHING)],
)
def test_last_twelve_backups_before_publishing_are_kept(tournament: Tournament, reason: str, occasion: str) -> None:
    create_backups(tournament, MAX_BEFORE_PUBLISHING + 3, reason, occasion)
    Tournament.objects.update(state="running")
    tidy_backups()
    gone = Backup.objects.filter(removed_for="age").order_by("id").values_list("filename", flat=True)
    assert list(gone) == [f"{reason.replace(' ', '-')}-{number}.sqlite3" for number in range(3)]


def test_abandoned_partial_file_is_deleted(db: None) -> None:
    files.folder().mkdir()
    new, old = (files.folder() / f"{name}.sqlite3.12345678.part" for name in ("new", "old"))
    for path, age in ((new, 0), (old, cleanup.ABANDONED_SECONDS + 1), (old.with_suffix(".part-wal"), 4000)):
        path.write_bytes(b"half")
        then = timezone.now().timestamp() - age
        os.utime(path, (then, then))
    tidy_backups()
    assert list(files.folder().iterdir()) == [new]
