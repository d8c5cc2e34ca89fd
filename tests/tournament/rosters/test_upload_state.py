"""The state of an uploaded roster file: it is imported once, and open again after a canceled or failed import."""

from __future__ import annotations

import pytest
from django.test import Client

from foundation.activity.models import LogLine
from foundation.errors import EditConflict, Refused
from foundation.jobs import actions as job_actions
from foundation.jobs.execution import run
from foundation.jobs.models import Job
from foundation.people.actor import Actor
from foundation.tournaments import Tournament
from tests.helpers import require
from tests.reused_fixtures import reused
from tests.tournament.rosters.test_import import import_now, upload_file, url_of
from tournament.models import Event
from tournament.rosters import actions
from tournament.rosters.models import Place, Upload


@pytest.fixture
@reused
def event(tournament: Tournament) -> Event:
    return tournament.events.get()


def test_upload_is_imported_once(director_actor: Actor, event: Event) -> None:
    upload = upload_file(director_actor, event, "clean-120.csv")
    import_now(director_actor, upload)
    upload.refresh_from_db()
    with pytest.raises(Refused, match="was imported"):
        actions.import_upload(director_actor, upload)


def test_upload_being_imported_refuses_imports_and_changes(director_actor: Actor, event: Event) -> None:
    """Both requests read the upload before either of them began its transaction."""
    first = upload_file(director_actor, event, "clean-120.csv")
    second = Upload.objects.get()
    actions.import_upload(director_actor, first)
    with pytest.raises(Refused, match="is being imported"):
        actions.import_upload(director_actor, second, remove_missing=True)
    with pytest.raises(Refused, match="is being imported"):
        actions.set_columns(director_actor, second, sheet=0, header=1, fields={0: "school"})
    with pytest.raises(Refused, match="is being imported"):
        actions.set_default_division(director_actor, second, division="E")
    assert Job.objects.count() == 1


def test_upload_that_was_deleted_is_refused(director_actor: Actor, event: Event) -> None:
    upload = upload_file(director_actor, event, "clean-120.csv")
    Upload.objects.all().delete()
    with pytest.raises(EditConflict, match="Someone deleted this file"):
        actions.import_upload(director_actor, upload)


def test_upload_is_written_once_by_two_workers(director_actor: Actor, event: Event) -> None:
    upload = upload_file(director_actor, event, "clean-120.csv")
    actions.import_upload(director_actor, upload)
    waiting = Upload.objects.get()
    actions.write_upload(director_actor, waiting, remove_missing=False)
    with pytest.raises(Refused, match="was imported"):
        actions.write_upload(director_actor, waiting, remove_missing=False)


def test_upload_can_be_imported_again_after_its_job_was_canceled(
    client: Client, director_actor: Actor, event: Event
) -> None:
    upload = upload_file(director_actor, event, "clean-120.csv")
    job = actions.import_upload(director_actor, upload)
    client.force_login(require(director_actor.user))
    assert not client.get(url_of("roster_preview", event, upload.pk)).context["is_open"]
    job_actions.cancel(director_actor, job)
    assert client.get(url_of("roster_preview", event, upload.pk)).context["is_open"]
    import_now(director_actor, upload)
    assert (Upload.objects.get().state, Place.objects.count()) == (Upload.State.IMPORTED, 120)


def test_canceled_import_can_be_retried(director_actor: Actor, event: Event) -> None:
    job = actions.import_upload(director_actor, upload_file(director_actor, event, "clean-120.csv"))
    job_actions.cancel(director_actor, job)
    run(job_actions.retry(director_actor, job).pk)
    assert (Upload.objects.get().state, Place.objects.count()) == (Upload.State.IMPORTED, 120)


def test_upload_can_be_changed_after_its_import_failed(director_actor: Actor, event: Event) -> None:
    """Between the request and the import someone took the division of every line away."""
    upload = upload_file(director_actor, event, "clean-120.csv")
    job = actions.import_upload(director_actor, upload)
    event.divisions.all().delete()
    run(job.pk)
    job.refresh_from_db()
    assert job.state == Job.State.FAILED
    actions.set_columns(director_actor, upload, sheet=0, header=1, fields={0: "school"})


def test_restarted_job_imports_nothing_twice(director_actor: Actor, event: Event) -> None:
    upload = upload_file(director_actor, event, "clean-120.csv")
    job = actions.import_upload(director_actor, upload)
    upload.refresh_from_db()
    actions.write_upload(director_actor, upload, remove_missing=False)
    lines = LogLine.objects.count()
    run(job.pk)
    job.refresh_from_db()
    assert (job.state, LogLine.objects.count()) == (Job.State.DONE, lines)
