"""A job: work that takes too long for a page. The row holds state, lease, attempts and progress.

A worker *claims* a job by taking a lease on it, and renews the lease while it works. If the worker is killed, the lease
runs out and another worker claims the job. Result and state change in one transaction, so each job is done once. A long
job can be split: its parts are jobs too, and every free worker takes one.
"""

from __future__ import annotations

import uuid

from django.db import models
from django.db.models import F, Q
from django.urls import reverse

from foundation.people.models import User
from foundation.tournaments import Tournament


class Job(models.Model):
    class State(models.TextChoices):
        QUEUED = "queued", "waiting"
        RUNNING = "running", "in progress"
        DONE = "done", "ready"
        FAILED = "failed", "failed"
        CANCELLED = "cancelled", "canceled"

    LIVE = (State.QUEUED, State.RUNNING)

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    kind = models.CharField(max_length=60)
    title = models.CharField(max_length=160)
    params = models.JSONField(default=dict)
    fingerprint = models.CharField(max_length=64)
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="jobs")
    requested_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="jobs")
    state = models.CharField(max_length=10, choices=State, default=State.QUEUED)
    attempts = models.PositiveSmallIntegerField(default=0)
    woken_at = models.DateTimeField(auto_now_add=True)
    lease = models.UUIDField(null=True)
    lease_until = models.DateTimeField(null=True)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    problem = models.CharField(max_length=300, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)
    part_of = models.ForeignKey("self", on_delete=models.CASCADE, null=True, related_name="parts")

    class Meta:
        ordering = ["-created_at"]
        indexes = [models.Index(fields=["state", "lease_until"], name="job_by_state")]
        constraints = [
            models.UniqueConstraint(
                fields=["fingerprint"], condition=Q(state__in=["queued", "running"]), name="same_live_job_once"
            ),
            models.CheckConstraint(condition=Q(done__lte=F("total")), name="progress_within_total"),
        ]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return reverse("job", args=[self.tournament.slug, self.pk])

    @property
    def is_live(self) -> bool:
        return self.state in self.LIVE


class JobResult(models.Model):
    """The file that a job made. It is in the database, so that every web process on every machine can serve it."""

    job = models.OneToOneField(Job, on_delete=models.CASCADE, primary_key=True, related_name="result")
    filename = models.CharField(max_length=160)
    content_type = models.CharField(max_length=60)
    content = models.BinaryField()

    def __str__(self) -> str:
        return self.filename


class WorkerBeat(models.Model):
    """When each worker was last alive."""

    name = models.CharField(max_length=120, primary_key=True)
    seen_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.name
