"""What the day board says about requests: how many of a division's coaches wait for an answer."""

from __future__ import annotations

from django.db.models import Count
from django.urls import reverse

from foundation.tournaments import Tournament
from scoring.coach.models import Request, State
from tournament.hooks import DashboardCount


def open_requests_by_division(tournament: Tournament) -> dict[int, list[DashboardCount]]:
    waiting = Request.objects.filter(tournament=tournament, state=State.OPEN).order_by()
    counts = waiting.values_list("division").annotate(Count("id"))
    address = reverse("requests", args=[tournament.slug])
    return {
        division: [DashboardCount(count, f"request{'s' if count > 1 else ''} of coaches", address, "warn")]
        for division, count in counts
    }
