"""Counts of scoresheets on the dashboard: out, in, entered, verified, and those with a problem."""

from __future__ import annotations

from collections import Counter

from django.urls import reverse

from foundation.tournaments import Tournament
from scoring.models import SheetState
from scoring.queries import tallies_of
from tournament.hooks import DashboardCount

WORDS = {
    SheetState.OUT: "out",
    SheetState.IN: "in",
    SheetState.ENTERED: "to verify",
    SheetState.DIFFERS: "differ",
    SheetState.VERIFIED: "verified",
    SheetState.EXCUSED: "excused",
}


def sheets_by_division(tournament: Tournament) -> dict[int, list[DashboardCount]]:
    """Return counts by division for the rounds that are in progress or collecting."""
    counts: dict[int, Counter[str]] = {}
    rounds: dict[int, int] = {}
    for round_, division, tally in tallies_of(tournament):
        counts.setdefault(division, Counter()).update(tally)
        rounds[division] = round_
    url = reverse("sheets", args=[tournament.slug])
    by_division = {}
    for division, tally in counts.items():
        link = f"#round-{rounds[division]}"
        shown = [
            DashboardCount(
                tally[state], words, f"{url}?state={state}{link}", "warn" if state == SheetState.DIFFERS else ""
            )
            for state, words in WORDS.items()
            if tally[state]
        ]
        shown += [
            DashboardCount(tally[name], words, f"{url}?state={name}{link}", "warn")
            for name, words in {"problem": "with a problem", "disputed": "not initialed by all"}.items()
            if tally[name]
        ]
        by_division[division] = shown
    return by_division
