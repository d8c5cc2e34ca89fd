"""The backup page: the list, permission to download, and failed backups."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from foundation.activity.models import LogLine
from foundation.backups import files
from foundation.backups.actions import back_up
from foundation.backups.models import Backup
from foundation.backups.views import MAX_LOST_SHOWN
from foundation.jobs import execution
from foundation.jobs.models import Job
from foundation.people.actor import Actor
from foundation.people.models import User
from foundation.tournaments import Tournament
from tests import factories
from tests.helpers import SignIn


@pytest.fixture
def client(client_of: SignIn, director: User) -> Client:
    return client_of(director)


@pytest.fixture
def backup(tournament: Tournament) -> Backup:
    files.folder().mkdir()
    (files.folder() / "a.sqlite3").write_bytes(b"everything")
    return Backup.objects.create(
        tournament=tournament,
        reason="Round 1 Elementary closed",
        filename="a.sqlite3",
        bytes=10,
        digest="d1",
        made_at=timezone.now(),
    )


def get_page(client: Client, tournament: Tournament, **options: Any) -> Any:
    return client.get(reverse("backups", args=[tournament.slug]), **options)


def get_download(client: Client, backup: Backup) -> Any:
    return client.get(reverse("backup_download", args=[backup.tournament.slug, backup.pk]))


def test_button_requests_a_backup_and_the_page_shows_its_progress(client: Client, tournament: Tournament) -> None:
    assert "No backups yet" in get_page(client, tournament).content.decode()
    asked = client.post(reverse("backup_now", args=[tournament.slug]))
    assert asked.headers["Location"] == reverse("backups", args=[tournament.slug])
    part = get_page(client, tournament, headers={"HX-Request": "true"}).content.decode()
    assert ('hx-trigger="every 2s"' in part, "<html" in part, "No backups yet" in part) == (True, False, False)
    Job.objects.update(state="done")
    assert 'hx-trigger="every 2s"' not in get_page(client, tournament).content.decode()


def test_failed_backup_is_shown_until_the_next(client: Client, director_actor: Actor, tournament: Tournament) -> None:
    files.folder().write_text("in the way")
    execution.run(back_up(director_actor, tournament).pk)
    assert [job.problem for job in get_page(client, tournament).context["jobs"]] == [
        "Headtable can’t write to the backup folder (file exists). Fix this, then try again."
    ]
    back_up(director_actor, tournament)
    assert [job.state for job in get_page(client, tournament).context["jobs"]] == ["queued"]


def test_download_is_the_whole_file(client: Client, backup: Backup) -> None:
    assert get_page(client, backup.tournament).context["backups"] == [(backup, True)]
    answer = get_download(client, backup)
    assert b"".join(answer.streaming_content) == b"everything"
    answer.close()
    assert answer.headers["Content-Disposition"] == 'attachment; filename="a.sqlite3"'
    assert answer.headers["Cache-Control"] == "private, no-store"


def test_download_needs_a_director_of_all_tournaments(client: Client, backup: Backup) -> None:
    factories.tournament(factories.user("Olga Otherwhere"), "Other Meet")
    answer = get_download(client, backup)
    assert (answer.status_code, answer.context["sentence"]) == (
        403,
        "A backup holds every tournament on this computer, and you don’t direct all of them. "
        "Ask the person who runs Headtable.",
    )
    page = get_page(client, backup.tournament)
    link = reverse("backup_download", args=[backup.tournament.slug, backup.pk])
    assert (page.context["directs_all"], link in page.content.decode()) == (False, False)


def test_file_on_another_machine_is_listed_without_download(client: Client, backup: Backup) -> None:
    (files.folder() / backup.filename).unlink()
    assert get_page(client, backup.tournament).context["backups"] == [(backup, False)]
    assert get_download(client, backup).status_code == 404


def test_removed_backups_are_counted_in_a_sentence(client: Client, backup: Backup) -> None:
    Backup.objects.all().remove(Backup.RemovedFor.NAMES)
    page = get_page(client, backup.tournament)
    assert (page.context["backups"], page.context["gone"]["count"]) == ([], 1)
    assert "1 backup was deleted because it contained student names" in page.content.decode()
    assert get_download(client, backup).status_code == 404


# -- asked a second time ----------------------------------------------------------------------------------------------


def get_restore_page(client: Client, backup: Backup) -> Any:
    return client.get(reverse("backup_restore", args=[backup.tournament.slug, backup.pk]))


def test_restore_page_lists_what_will_be_lost(
    client: Client, backup: Backup, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    Backup.objects.update(upto=LogLine.objects.latest("id").pk)
    assert get_restore_page(client, backup).context["count"] == 0
    assert "Nothing. No changes were made after this backup." in page_words(client, backup)
    other = factories.tournament(backup.tournament.memberships.get().user, "Other Meet")
    for number in range(3):
        factories.team(other, f"Team {number}")
    back_up(Actor(user=backup.tournament.memberships.get().user), backup.tournament)
    with django_assert_num_queries(5):
        few = get_restore_page(client, backup)
    lost = [(line.text, line.tournament.name) for line in few.context["lost"]]
    assert lost[0] == ("added team Team 2 from Pascal Middle School", "Other Meet")
    assert [text for text, _ in lost if "backup" in text] == []
    for number in range(3, MAX_LOST_SHOWN + 3):
        factories.team(other, f"Team {number}")
    with django_assert_num_queries(5):
        many = get_restore_page(client, backup)
    assert (many.context["count"], len(many.context["lost"])) == (few.context["count"] + MAX_LOST_SHOWN, MAX_LOST_SHOWN)


def page_words(client: Client, backup: Backup) -> str:
    return " ".join(get_restore_page(client, backup).content.decode().split())


def test_old_backup_without_log_position_uses_its_time(client: Client, backup: Backup) -> None:
    """Backups that an older version made."""
    count = get_restore_page(client, backup).context["count"]
    factories.team(backup.tournament, "Later")
    assert get_restore_page(client, backup).context["count"] == count + 1


def test_restore_is_offered_only_for_files_that_are_here(client: Client, backup: Backup) -> None:
    words = " ".join(get_page(client, backup.tournament).content.decode().split())
    assert f'Restore<span class="visually-hidden"> {backup.filename}</span>' in words
    factories.tournament(factories.user("Olga Otherwhere"), "Other Meet")
    assert get_restore_page(client, backup).status_code == 403
    (files.folder() / backup.filename).unlink()
    assert get_restore_page(client, backup).status_code == 404
