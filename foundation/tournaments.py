"""The tournament model: name, dates, state, and what the public may see.

Games, divisions, and teams are in `tournament/models.py`, on the floor above. The table belongs to that app.
"""

from __future__ import annotations

from zoneinfo import ZoneInfo

from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.text import capfirst, slugify
from django.utils.translation import gettext

from foundation.errors import Refused

PUBLIC_NAMES = {
    "initial": "First name and last initial",
    "number": "Number only",
}


class Tournament(models.Model):
    class State(models.TextChoices):
        PLANNED = "planned", "planned"
        RUNNING = "running", "in progress"
        FINISHED = "finished", "finished"

    name = models.CharField(max_length=120)
    slug = models.SlugField(max_length=60, unique=True)
    starts_on = models.DateField()
    ends_on = models.DateField()
    venue = models.CharField(max_length=200, blank=True)
    time_zone = models.CharField(max_length=64)
    is_public = models.BooleanField(default=False)
    is_rehearsal = models.BooleanField(default=False, db_default=False)
    public_names = models.CharField(max_length=10, choices=PUBLIC_NAMES, default="initial")
    names_until = models.DateField()
    purged_at = models.DateTimeField(null=True)
    state = models.CharField(max_length=10, choices=State, default=State.PLANNED)
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        app_label = "tournament"
        ordering = ["-starts_on", "name"]
        constraints = [
            models.CheckConstraint(condition=~Q(name=""), name="tournament_has_a_name"),
            models.CheckConstraint(condition=Q(ends_on__gte=F("starts_on")), name="tournament_ends_after_it_starts"),
            models.CheckConstraint(
                condition=Q(state__in=["planned", "running", "finished"]), name="tournament_state_known"
            ),
            models.CheckConstraint(condition=Q(public_names__in=list(PUBLIC_NAMES)), name="public_names_known"),
            models.CheckConstraint(condition=Q(names_until__gte=F("ends_on")), name="names_until_the_last_day"),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("tournament", args=[self.slug])

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.time_zone)

    @property
    def days(self) -> str:
        """The date, such as `Saturday, November 14, 2026`, or the range of dates."""
        first, last = self.starts_on, self.ends_on
        if first == last:
            pattern = gettext("{weekday}, {last_month} {last}, {year}")
        elif first.year != last.year:
            pattern = gettext("{month} {first}, {first_year} – {last_month} {last}, {year}")
        elif first.month != last.month:
            pattern = gettext("{month} {first} – {last_month} {last}, {year}")
        else:
            pattern = gettext("{month} {first} – {last}, {year}")
        words = pattern.format(
            weekday=date_format(first, "l"),
            month=date_format(first, "F"),
            first=first.day,
            first_year=first.year,
            last_month=date_format(last, "F"),
            last=last.day,
            year=last.year,
        )
        return capfirst(words)


def free_slug(name: str) -> str:
    """Return an unused slug for a tournament with this name."""
    stem = slugify(name)[:50] or "tournament"
    taken = set(Tournament.objects.filter(slug__startswith=stem).values_list("slug", flat=True))
    return next(slug for slug in (stem, *(f"{stem}-{n}" for n in range(2, len(taken) + 3))) if slug not in taken)


def check_names_not_removed(tournament_id: int, sentence: str = "") -> None:
    """Refuse with a sentence once students' names were removed, so that no name is stored afterwards."""
    if Tournament.objects.filter(pk=tournament_id, purged_at__isnull=False).exists():
        raise Refused(
            sentence or gettext("Student names were removed from this tournament, so you can’t add new ones.")
        )
