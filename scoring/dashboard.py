"""What the day board says about sheets: how many are out, in, entered, verified, and which have a problem."""

from __future__ import annotations

from collections import Counter

from django.urls import reverse

from foundation.tournaments import Tournament
from scoring.models import State
from scoring.queries import tallies_of
from tournament.hooks import DashboardCount

WORDS = {
    State.OUT: "out",
    State.IN: "in",
    State.ENTERED: "to verify",
    State.DIFFERS: "differ",
    State.VERIFIED: "verified",
    State.EXCUSED: "excused",
}


def sheets_by_division(tournament: Tournament) -> dict[int, list[DashboardCount]]:
    """Of the rounds that are played or collected. A round that was just started has all its sheets out."""
    counts: dict[int, Counter[str]] = {}
    rounds: dict[int, int] = {}
    for round_, division, tally in tallies_of(tournament):
        counts.setdefault(division, Counter()).update(tally)
        rounds[division] = round_
    address = reverse("sheets", args=[tournament.slug])
    found = {}
    for division, tally in counts.items():
        link = f"#round-{rounds[division]}"
        figures = [
            DashboardCount(
                tally[state], words, f"{address}?state={state}{link}", "warn" if state == State.DIFFERS else ""
            )
            for state, words in WORDS.items()
            if tally[state]
        ]
        figures += [
            DashboardCount(tally[name], words, f"{address}?state={name}{link}", "warn")
            for name, words in {"problem": "with a problem", "disputed": "not initialed by all"}.items()
            if tally[name]
        ]
        found[division] = figures
    return found
