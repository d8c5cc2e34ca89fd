"""Reads of student names: which tournaments must remove them now."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from foundation.jobs.models import Job
from foundation.tournaments import Tournament
from tournament.privacy.name_removal import PURGE

RETRY_AFTER = timedelta(hours=6)


def due_for_purge() -> list[Tournament]:
    """Return tournaments whose last day with names is over in their time zone, unless a removal ran recently."""
    now = timezone.now()
    tried = Job.objects.filter(kind=PURGE, created_at__gt=now - RETRY_AFTER).values("tournament")
    candidates = Tournament.objects.filter(purged_at__isnull=True, names_until__lte=now.date()).exclude(pk__in=tried)
    return [each for each in candidates if each.names_until < now.astimezone(each.zone).date()]
