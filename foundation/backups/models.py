"""A backup: a file that holds the whole database as it was at one moment, and why it was made.

The row is written before the file, so that the removal of student names finds every file that may hold them. The file
is on the machine whose worker made it.
"""

from __future__ import annotations

import uuid

from django.db import models
from django.db.models import Q
from django.utils import timezone

from foundation.people.models import User
from foundation.tournaments import Tournament


class Occasion(models.TextChoices):
    """What a backup was made for. It decides how long the backup is kept; its `reason` is for people."""

    MANUAL = "manual"
    PERIODIC = "periodic"
    IMPORTED = "imported"
    BEFORE_PUBLISHING = "before_publishing"
    TOO_LATE = "too_late"  # made after the step that it was to precede
    ROUND_CLOSED = "round_closed"
    FINISHED = "finished"
    NAMES_REMOVED = "names_removed"
    BEFORE_RESTORE = "before_restore"


def occasion_from_reason(reason: str) -> str:
    """Return the occasion of a backup that has only a reason: up to version 0.2, that was all they had."""
    if reason == "by hand":
        return Occasion.MANUAL
    if reason.startswith("during "):
        return Occasion.PERIODIC
    if reason.startswith("before going back"):
        return Occasion.BEFORE_RESTORE
    if reason.startswith("before ") and reason.endswith("published"):
        return Occasion.BEFORE_PUBLISHING
    if reason.endswith("closed"):
        return Occasion.ROUND_CLOSED
    return Occasion.FINISHED if reason.endswith("finished") else ""


class Backups(models.QuerySet["Backup"]):
    def present(self) -> Backups:
        """Return those that aren't removed. Some of them may still be in the making."""
        return self.filter(removed_at__isnull=True)

    def remove(self, why: Backup.RemovedFor) -> int:
        """Mark them as removed. Each machine deletes its files later."""
        return self.present().update(removed_at=timezone.now(), removed_for=why)


class Backup(models.Model):
    class RemovedFor(models.TextChoices):
        NAMES = "names", "it contained student names that were removed"
        AGE = "age", "it was replaced by newer backups"

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="backups")
    job = models.UUIDField(default=uuid.uuid4, db_index=True)  # jobs are forgotten, backups stay
    reason = models.CharField(max_length=120)
    occasion = models.CharField(max_length=20, choices=Occasion, blank=True, default="", db_default="")
    filename = models.CharField(max_length=120, unique=True)
    bytes = models.PositiveBigIntegerField(default=0)
    digest = models.CharField(max_length=64, blank=True)
    made_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")
    made_at = models.DateTimeField(null=True)
    upto = models.PositiveBigIntegerField(null=True)  # the last line of the log that is certainly in it
    removed_at = models.DateTimeField(null=True)
    removed_for = models.CharField(max_length=10, choices=RemovedFor, blank=True)

    objects = Backups.as_manager()

    class Meta:
        ordering = ["-made_at", "-id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(made_at__isnull=True, digest="") | Q(made_at__isnull=False) & ~Q(digest=""),
                name="made_backup_has_a_digest",
            ),
            models.CheckConstraint(
                condition=Q(removed_at__isnull=True, removed_for="") | Q(removed_at__isnull=False) & ~Q(removed_for=""),
                name="removed_backup_says_why",
            ),
        ]

    def __str__(self) -> str:
        return self.filename

    @property
    def known_occasion(self) -> str:
        """The occasion, also of a row that the previous version wrote."""
        return self.occasion or occasion_from_reason(self.reason)
