"""What the day board says about judges: which tables wait for one and since when, and which judge is where."""

from __future__ import annotations

from datetime import datetime

from django.urls import reverse

from foundation import steady_clock
from foundation.tournaments import Tournament
from judging.calls.queries import open_calls
from judging.models import Call
from tournament.hooks import DashboardCount


def judges_by_division(tournament: Tournament) -> dict[int, list[DashboardCount]]:
    """The longest wait first, then where judges are. What a table asked or a judge decided is not on the board."""
    now = steady_clock.now()
    address = reverse("calls", args=[tournament.slug])
    found: dict[int, list[DashboardCount]] = {}
    for call in open_calls(tournament):
        figure = DashboardCount(
            None,
            _words(call, now),
            f"{address}#call-{call.pk}",
            tone="" if call.judge else "warn",
            icon="scales",
            needs="call.view",
        )
        found.setdefault(call.sheet.round.division_id, []).append(figure)
    return found


def _words(call: Call, now: datetime) -> str:
    since = int((now - (call.began_at or call.asked_at)).total_seconds()) // 60
    lasts = f"{since} min" if since else "just now"
    number = call.sheet.table.number
    return (
        f"{call.judge.name} at table {number} ({lasts})"
        if call.judge
        else f"table {number} waits for a judge ({lasts})"
    )
