"""What coach requests answer to lower floors: dashboard counts, and removing students' names."""

from __future__ import annotations

from django.db.models import Count
from django.urls import reverse

from foundation.tournaments import Tournament
from scoring.coach.models import Request, RequestState
from tournament.hooks import DashboardCount
from tournament.privacy.name_removal import REMOVED_NAME


def open_requests_by_division(tournament: Tournament) -> dict[int, list[DashboardCount]]:
    """Return how many requests wait for an answer in each division."""
    waiting = Request.objects.filter(tournament=tournament, state=RequestState.OPEN).order_by()
    counts = waiting.values_list("division").annotate(Count("id"))
    address = reverse("requests", args=[tournament.slug])
    return {
        division: [DashboardCount(count, f"request{'s' if count > 1 else ''} of coaches", address, "warn")]
        for division, count in counts
    }


def remove_names_from_requests(tournament: Tournament) -> None:
    """Blank out what coaches and staff wrote, since it can name students. The requests themselves stay."""
    requests = Request.objects.filter(tournament=tournament)
    requests.exclude(words="").update(words=REMOVED_NAME)
    requests.exclude(reply="").update(reply=REMOVED_NAME)
