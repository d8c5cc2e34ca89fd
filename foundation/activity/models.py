"""The activity log: which verb, who, when, from where, about what, with what data. Lines are never changed or deleted;
only student names are redacted when their last day is over.

`is_news`: others may see something different after it. `text`: the sentence after the person's name, as it read when
the line was written; `sentence`: as it reads today. `key`: the hash of the idempotency key. `asked`: the hash of the
request, which tells a repeated request from another one with the same key.
"""

from __future__ import annotations

from typing import Any, NoReturn, TypeVar

from django.db import models

from foundation.activity.sentences import word_line
from foundation.people.actor import Origin
from foundation.people.models import User
from foundation.tournaments import Tournament

Line = TypeVar("Line", bound=models.Model)


class AppendOnlyQuerySet(models.QuerySet[Line]):
    def update(self, **kwargs: Any) -> NoReturn:
        raise TypeError("history is append-only")

    def delete(self) -> NoReturn:
        raise TypeError("history is append-only")

    def redact(self, **values: Any) -> int:
        """Change lines after all: the one exception, for the removal of student names."""
        return super().update(**values)


class AppendOnly(models.Model):
    """A row that is inserted once and never changed."""

    objects = AppendOnlyQuerySet.as_manager()

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        if self.pk is not None:
            raise TypeError("history is append-only")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise TypeError("history is append-only")


class LogLine(AppendOnly):
    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, null=True, related_name="log_lines")
    action = models.CharField(max_length=60)
    user = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="log_lines")
    who = models.CharField(max_length=160)
    at = models.DateTimeField(auto_now_add=True)
    origin = models.CharField(max_length=10, choices=Origin)
    address = models.GenericIPAddressField(null=True)
    device = models.CharField(max_length=80, blank=True)
    subject_type = models.CharField(max_length=60, blank=True)
    subject_id = models.CharField(max_length=40, blank=True)
    text = models.CharField(max_length=500)
    data = models.JSONField(default=dict)
    key = models.CharField(max_length=64, null=True, unique=True)  # noqa: DJ001 -- null: many lines have no key
    asked = models.CharField(max_length=64, blank=True)
    is_news = models.BooleanField(default=True)

    class Meta:
        ordering = ["-id"]
        indexes = [
            models.Index(fields=["tournament", "-id"], name="log_by_tournament"),
            models.Index(fields=["user", "-id"], name="log_by_user"),
            models.Index(fields=["tournament", "-id"], condition=models.Q(is_news=True), name="news_by_tournament"),
        ]
        constraints = [models.CheckConstraint(condition=~models.Q(action=""), name="log_line_names_its_verb")]

    def __str__(self) -> str:
        return f"{self.who}: {self.action}"

    @property
    def sentence(self) -> str:
        return word_line(self.action, self.data, self.text)
