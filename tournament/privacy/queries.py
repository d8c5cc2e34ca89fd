"""What is asked about names: whose time is over."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from foundation.jobs.models import Job
from foundation.tournaments import Tournament
from tournament.privacy.name_removal import PURGE

TRIED_AGAIN_AFTER = timedelta(hours=6)


def due_for_purge() -> list[Tournament]:
    """The last day with names is over where the tournament is, and nobody has tried to remove them just now."""
    now = timezone.now()
    tried = Job.objects.filter(kind=PURGE, created_at__gt=now - TRIED_AGAIN_AFTER).values("tournament")
    candidates = Tournament.objects.filter(purged_at__isnull=True, names_until__lte=now.date()).exclude(pk__in=tried)
    return [each for each in candidates if each.names_until < now.astimezone(each.zone).date()]
