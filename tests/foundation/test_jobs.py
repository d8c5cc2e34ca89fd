"""Jobs: one of many workers wins, a killed worker's job is claimed again, a result is stored once."""

from __future__ import annotations

import signal
import threading
import uuid
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.urls import reverse
from django.utils import timezone

from foundation import hooks
from foundation.errors import Refused
from foundation.hooks import JobKind
from foundation.jobs import actions, execution, worker
from foundation.jobs.models import Job, JobResult, WorkerBeat
from foundation.people.actor import SYSTEM, Actor
from foundation.people.models import Role, User
from foundation.tournaments import Tournament
from printing.tasks import KEEP_LINKS
from tests import factories
from tests.helpers import SignIn, require
from tests.hooks import added_provider


@pytest.fixture
def kind() -> Iterator[str]:
    """A kind of job that exists only in this test."""
    kind = JobKind("test.kind", lambda job, report: execution.File("a.txt", "text/plain", b"done"))
    with added_provider(hooks.job_kinds, kind):
        yield kind.name


def request_test_job(tournament: Tournament, kind: str = "test.kind", **params: object) -> Job:
    return actions.request_job(Actor(), tournament, kind, "A test", params)


def test_job_is_done_and_its_file_is_kept(tournament: Tournament, kind: str) -> None:
    job = request_test_job(tournament)
    execution.run(job.pk)
    job.refresh_from_db()
    assert (job.state, job.attempts, bytes(job.result.content)) == ("done", 1, b"done")


def test_same_job_requested_twice_is_one_job(tournament: Tournament, kind: str) -> None:
    assert request_test_job(tournament, n=1) == request_test_job(tournament, n=1) != request_test_job(tournament, n=2)


def test_finished_job_is_made_again_on_request(tournament: Tournament, kind: str) -> None:
    first = request_test_job(tournament)
    execution.run(first.pk)
    assert request_test_job(tournament) != first


def test_claimed_job_cannot_be_claimed_again_until_its_lease_runs_out(tournament: Tournament, kind: str) -> None:
    job = request_test_job(tournament)
    assert execution.claim(job.pk) is not None
    assert execution.claim(job.pk) is None
    assert list(execution.claimable()) == []
    Job.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    assert list(execution.claimable()) == [job]
    assert execution.claim(job.pk) is not None


def test_worker_that_lost_its_lease_cannot_report_or_finish(tournament: Tournament, kind: str) -> None:
    job = request_test_job(tournament)
    _, slow = require(execution.claim(job.pk))
    Job.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    _, quick = require(execution.claim(job.pk))
    with pytest.raises(execution.Stopped):
        slow(1, 2)
    quick.finish(execution.File("a.txt", "text/plain", b"quick"))
    with pytest.raises(execution.Stopped):
        slow.finish(execution.File("a.txt", "text/plain", b"slow"))
    assert bytes(JobResult.objects.get().content) == b"quick"


def test_report_renews_the_lease_and_shows_progress(tournament: Tournament, kind: str) -> None:
    job = request_test_job(tournament)
    _, report = require(execution.claim(job.pk))
    Job.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    report(3, 10)
    job.refresh_from_db()
    assert (job.done, job.total, require(job.lease_until) > timezone.now()) == (3, 10, True)


def test_job_that_kills_its_worker_three_times_is_given_up(tournament: Tournament, kind: str) -> None:
    job = request_test_job(tournament)
    for _ in range(execution.MAX_ATTEMPTS):
        assert execution.claim(job.pk) is not None
        Job.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    execution.run(job.pk)
    job.refresh_from_db()
    assert (job.state, job.problem[:19]) == ("failed", "This failed 3 times")


def test_refusal_and_bug_become_sentences(tournament: Tournament, caplog: pytest.LogCaptureFixture) -> None:
    def refuses(job: Job, report: execution.Report) -> execution.File:
        raise Refused("There is nothing to print yet.")

    def breaks(job: Job, report: execution.Report) -> execution.File:
        raise ZeroDivisionError

    problems = []
    for number, make in enumerate((refuses, breaks)):
        with added_provider(hooks.job_kinds, JobKind("test.kind", make)):
            job = request_test_job(tournament, n=number)
            execution.run(job.pk)
        job.refresh_from_db()
        problems.append(job.problem)
    reference = problems[1].removeprefix("Something went wrong. Reference ").rstrip(".")
    assert problems[0] == "There is nothing to print yet."
    assert [record.message for record in caplog.records if record.levelname == "ERROR"] == [
        f"reference {reference}: job {job.pk} (test.kind) failed"
    ]


def test_cancelled_job_stops_at_its_next_report(director_actor: Actor, tournament: Tournament, kind: str) -> None:
    job = request_test_job(tournament)
    _, report = require(execution.claim(job.pk))
    actions.cancel(director_actor, job)
    with pytest.raises(execution.Stopped):
        report(1, 2)
    with pytest.raises(Refused, match="“A test” is no longer in progress"):
        actions.cancel(director_actor, job)


def test_failed_job_is_tried_again(director_actor: Actor, tournament: Tournament, kind: str) -> None:
    job = request_test_job(tournament)
    actions.cancel(director_actor, job)
    actions.retry(director_actor, job)
    execution.run(job.pk)
    job.refresh_from_db()
    assert job.state == "done"
    with pytest.raises(Refused):
        actions.retry(director_actor, job)


def test_done_job_is_not_tried_again_from_an_old_page(director_actor: Actor, tournament: Tournament, kind: str) -> None:
    job = request_test_job(tournament)
    actions.cancel(director_actor, job)
    old_page = Job.objects.get(pk=job.pk)
    actions.retry(director_actor, job)
    execution.run(job.pk)
    with pytest.raises(Refused, match="“A test” is finished"):
        actions.retry(director_actor, old_page)
    assert Job.objects.get(pk=job.pk).state == "done"


def test_worker_restarts_after_three_unanswered_wake_ups(tournament: Tournament, kind: str) -> None:
    """It stops and is restarted: after an outage of Redis, Celery does not always reconnect."""
    lost, busy = request_test_job(tournament), request_test_job(tournament, number=2)
    Job.objects.filter(pk=busy.pk).update(
        state=Job.State.RUNNING, lease=uuid.uuid4(), lease_until=timezone.now() + timedelta(minutes=1)
    )

    def sent_again() -> bool:
        Job.objects.filter(pk=lost.pk).update(woken_at=timezone.now() - timedelta(minutes=5))
        return worker.is_cut_off(worker.sweep())

    assert [sent_again() for _ in range(4)] == [False] * 4
    Job.objects.filter(pk=busy.pk).update(lease_until=timezone.now() - timedelta(minutes=1))
    Job.objects.filter(pk=busy.pk).update(woken_at=timezone.now())
    assert sent_again() is True
    assert worker.is_cut_off([]) is False


def test_sweep_wakes_a_worker_once_for_each_lost_message(tournament: Tournament, kind: str) -> None:
    fresh, lost = request_test_job(tournament, n=1), request_test_job(tournament, n=2)
    Job.objects.filter(pk=lost.pk).update(woken_at=timezone.now() - timedelta(minutes=1))
    assert list(execution.overdue()) == [lost]
    worker.sweep()
    assert list(execution.overdue()) == []
    assert fresh.state == "queued"


def test_worker_beats_are_recorded_and_deleted_after_a_day(db: None) -> None:
    worker.record_heartbeat("yesterday")
    WorkerBeat.objects.update(seen_at=timezone.now() - timedelta(days=2))
    for name in ("one", "two", "one"):
        worker.record_heartbeat(name)
    assert sorted(WorkerBeat.objects.values_list("name", flat=True)) == ["one", "two"]


def test_file_with_sign_in_links_is_deleted_after_a_while(
    client_of: SignIn, director: User, tournament: Tournament, kind: str
) -> None:
    job = request_test_job(tournament, "print.badges")
    _, report = require(execution.claim(job.pk))
    report.finish(execution.File("a.pdf", "application/pdf", b"%PDF"))
    worker.sweep()
    assert JobResult.objects.exists()
    Job.objects.update(finished_at=timezone.now() - KEEP_LINKS - timedelta(seconds=1))
    worker.sweep()
    assert not JobResult.objects.exists()
    page = client_of(director).get(reverse("job", args=[tournament.slug, job.pk]))
    assert (page.status_code, page.context["kept"]) == (200, None)


@pytest.mark.parametrize("role", [Role.SCOREKEEPER, Role.JUDGE, Role.HEAD_JUDGE, Role.APPEALS_PANEL])
def test_job_is_visible_only_to_roles_that_may_request_it(
    client_of: SignIn, tournament: Tournament, kind: str, role: str
) -> None:
    """A printed badge signs its bearer in, even as head judge."""
    job = request_test_job(tournament, "print.badges")
    _, report = require(execution.claim(job.pk))
    report.finish(execution.File("a.pdf", "application/pdf", b"%PDF"))
    client = client_of(factories.helper(tournament, role))
    for name in ("job", "job_file"):
        assert client.get(reverse(name, args=[tournament.slug, job.pk])).status_code == 404


@pytest.mark.django_db(transaction=True)
def test_one_of_many_workers_does_the_job() -> None:
    tournament = factories.tournament(factories.user("Dana Director"))
    made: list[uuid.UUID] = []

    def make(job: Job, report: execution.Report) -> None:
        made.append(job.pk)

    job = Job.objects.create(kind="test.once", title="A test", tournament=tournament, fingerprint="x")
    start = threading.Barrier(4)

    def work() -> None:
        start.wait()
        try:
            execution.run(job.pk)
        finally:
            connection.close()

    threads = [threading.Thread(target=work) for _ in range(4)]
    with added_provider(hooks.job_kinds, JobKind("test.once", make)):
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert made == [job.pk]


def test_job_page_shows_progress_then_the_file(
    client_of: SignIn, director: User, tournament: Tournament, kind: str
) -> None:
    client = client_of(director)
    job = request_test_job(tournament, "print.badges")
    path = reverse("job", args=[tournament.slug, job.pk])
    _, report = require(execution.claim(job.pk))
    report(1, 4)
    part = client.get(path, headers={"HX-Request": "true"}).content.decode()
    assert 'hx-trigger="every 1s"' in part
    assert "<html" not in part
    report.finish(execution.File("a.txt", "text/plain", b"done"))
    assert 'hx-trigger="every 1s"' not in client.get(path, headers={"HX-Request": "true"}).content.decode()
    file = client.get(reverse("job_file", args=[tournament.slug, job.pk]))
    assert (file.content, file.headers["Content-Type"]) == (b"done", "text/plain")


@pytest.mark.django_db(transaction=True)
def test_canceled_job_is_interrupted_in_the_middle_of_its_work() -> None:
    """Also one that never reports."""
    tournament = factories.tournament(factories.user("Dana Director"))
    at_work = threading.Event()

    def cancel() -> None:
        at_work.wait()
        try:
            actions.cancel(SYSTEM, Job.objects.get())
        finally:
            connection.close()

    def make(job: Job, report: execution.Report) -> None:
        at_work.set()
        while True:
            pass

    canceling = threading.Thread(target=cancel)
    job = Job.objects.create(kind="test.endless", title="A test", tournament=tournament, fingerprint="x")
    with added_provider(hooks.job_kinds, JobKind("test.endless", make)):
        canceling.start()
        execution.run(job.pk)
    canceling.join()
    job.refresh_from_db()
    assert (job.state, job.attempts) == ("cancelled", 1)


@pytest.mark.django_db(transaction=True)
def test_transaction_is_not_interrupted() -> None:
    tournament = factories.tournament(factories.user("Dana Director"))
    job = Job.objects.create(kind="test.kind", title="A test", tournament=tournament, fingerprint="x")
    _, report = require(execution.claim(job.pk))
    with report.watch():
        with transaction.atomic():
            signal.raise_signal(execution.INTERRUPT)
        with pytest.raises(execution.Stopped):
            signal.raise_signal(execution.INTERRUPT)
    signal.raise_signal(execution.INTERRUPT)  # the work is over: nothing is left to interrupt
