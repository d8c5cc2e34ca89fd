"""Jobs: one of many workers wins, a killed worker's job is taken up again, a result is kept once."""

from __future__ import annotations

import threading
import uuid
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.db import connection
from django.urls import reverse
from django.utils import timezone

from tests import factories
from tournament.errors import Refused
from tournament.jobs import actions, running
from tournament.jobs.models import Job, JobResult
from tournament.models import Tournament
from tournament.people.actor import Actor
from tournament.people.models import User


@pytest.fixture
def kind() -> Iterator[str]:
    """A kind of job that exists only in this test."""
    name = "test.kind"
    running.KINDS[name] = lambda job, report: running.File("a.txt", "text/plain", b"done")
    yield name
    del running.KINDS[name]


def ask(tournament: Tournament, kind: str = "test.kind", **params) -> Job:
    return actions.request_job(Actor(), tournament, kind, "A test", params)


def test_job_is_done_and_its_file_is_kept(tournament: Tournament, kind: str) -> None:
    job = ask(tournament)
    running.run(job.pk)
    job.refresh_from_db()
    assert (job.state, job.attempts, bytes(job.result.content)) == ("done", 1, b"done")


def test_same_job_asked_for_twice_is_one_job(tournament: Tournament, kind: str) -> None:
    assert ask(tournament, n=1) == ask(tournament, n=1) != ask(tournament, n=2)


def test_job_asked_for_after_the_first_is_done_is_made_anew(tournament: Tournament, kind: str) -> None:
    first = ask(tournament)
    running.run(first.pk)
    assert ask(tournament) != first


def test_claimed_job_cannot_be_claimed_again_until_its_lease_runs_out(tournament: Tournament, kind: str) -> None:
    job = ask(tournament)
    assert running.claim(job.pk) is not None
    assert running.claim(job.pk) is None
    assert list(running.claimable()) == []
    Job.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    assert list(running.claimable()) == [job]
    assert running.claim(job.pk) is not None


def test_worker_that_lost_its_lease_cannot_report_or_finish(tournament: Tournament, kind: str) -> None:
    job = ask(tournament)
    _, slow = running.claim(job.pk)
    Job.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    _, quick = running.claim(job.pk)
    with pytest.raises(running.Stopped):
        slow(1, 2)
    quick.finish(running.File("a.txt", "text/plain", b"quick"))
    with pytest.raises(running.Stopped):
        slow.finish(running.File("a.txt", "text/plain", b"slow"))
    assert bytes(JobResult.objects.get().content) == b"quick"


def test_report_renews_the_lease_and_shows_progress(tournament: Tournament, kind: str) -> None:
    job = ask(tournament)
    _, report = running.claim(job.pk)
    Job.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    report(3, 10)
    job.refresh_from_db()
    assert (job.done, job.total, job.lease_until > timezone.now()) == (3, 10, True)


def test_job_that_kills_its_worker_three_times_is_given_up(tournament: Tournament, kind: str) -> None:
    job = ask(tournament)
    for _ in range(running.MAX_ATTEMPTS):
        assert running.claim(job.pk) is not None
        Job.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    running.run(job.pk)
    job.refresh_from_db()
    assert (job.state, job.problem[:13]) == ("failed", "Tried 3 times")


def test_refusal_and_bug_become_sentences(tournament: Tournament, kind: str, caplog) -> None:
    def refuses(job: Job, report: running.Report) -> running.File:
        raise Refused("There is nothing to print yet.")

    def breaks(job: Job, report: running.Report) -> running.File:
        raise ZeroDivisionError

    problems = []
    for number, make in enumerate((refuses, breaks)):
        running.KINDS["test.kind"] = make
        job = ask(tournament, n=number)
        running.run(job.pk)
        job.refresh_from_db()
        problems.append(job.problem)
    assert problems == [
        "There is nothing to print yet.",
        f"Something went wrong. Reference {str(job.pk)[:8].upper()}.",
    ]
    assert [record.message for record in caplog.records if record.levelname == "ERROR"] == [
        f"job {job.pk} (test.kind) failed at attempt 1"
    ]


def test_cancelled_job_stops_at_its_next_report(boss: Actor, tournament: Tournament, kind: str) -> None:
    job = ask(tournament)
    _, report = running.claim(job.pk)
    actions.cancel(boss, job)
    with pytest.raises(running.Stopped):
        report(1, 2)
    with pytest.raises(Refused, match="over already"):
        actions.cancel(boss, job)


def test_failed_job_is_tried_again(boss: Actor, tournament: Tournament, kind: str) -> None:
    job = ask(tournament)
    actions.cancel(boss, job)
    actions.retry(boss, job)
    running.run(job.pk)
    job.refresh_from_db()
    assert job.state == "done"
    with pytest.raises(Refused):
        actions.retry(boss, job)


@pytest.mark.django_db(transaction=True)
def test_of_many_workers_one_does_the_job(kind: str) -> None:
    tournament = factories.tournament(factories.user("Dana Director"))
    made: list[uuid.UUID] = []
    running.KINDS["test.kind"] = lambda job, report: made.append(job.pk) or running.File("a.txt", "text/plain", b"done")
    job = Job.objects.create(kind=kind, title="A test", tournament=tournament, fingerprint="x")
    start = threading.Barrier(4)

    def work() -> None:
        start.wait()
        try:
            running.run(job.pk)
        finally:
            connection.close()

    workers = [threading.Thread(target=work) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert (made, JobResult.objects.count()) == ([job.pk], 1)


def test_job_page_shows_progress_then_the_file(client_of, director: User, tournament: Tournament, kind: str) -> None:
    client = client_of(director)
    job = ask(tournament)
    path = reverse("job", args=[tournament.slug, job.pk])
    _, report = running.claim(job.pk)
    report(1, 4)
    part = client.get(path, headers={"HX-Request": "true"}).content.decode()
    assert 'hx-trigger="every 1s"' in part
    assert "<html" not in part
    report.finish(running.File("a.txt", "text/plain", b"done"))
    assert 'hx-trigger="every 1s"' not in client.get(path, headers={"HX-Request": "true"}).content.decode()
    file = client.get(reverse("job_file", args=[tournament.slug, job.pk]))
    assert (file.content, file.headers["Content-Type"]) == (b"done", "text/plain")
