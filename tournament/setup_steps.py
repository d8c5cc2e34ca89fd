"""The way through the set-up: one page after the other, and the same pages later to change something."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse

from foundation.tournaments import Tournament
from tournament.models import Event


@dataclass(frozen=True)
class Step:
    label: str
    url: str
    is_here: bool = False


@dataclass(frozen=True)
class Way:
    """All steps, and where "save and go on" leads."""

    steps: tuple[Step, ...]

    @property
    def next_url(self) -> str:
        here = next(number for number, step in enumerate(self.steps) if step.is_here)
        return self.steps[min(here + 1, len(self.steps) - 1)].url


def way(tournament: Tournament, events: Sequence[Event], here: str) -> Way:
    """Facts, games, each game's choices, rooms, names of children, and the board at the end."""
    slug = tournament.slug
    pages = [
        ("Name and days", reverse("tournament_edit", args=[slug])),
        ("Games", reverse("games", args=[slug])),
        *((event.game, reverse("event_setup", args=[slug, event.pk])) for event in events),
        ("Rooms", reverse("rooms", args=[slug])),
        ("Names of children", reverse("privacy", args=[slug])),
        ("Board", tournament.get_absolute_url()),
    ]
    return Way(tuple(Step(label, url, url == here) for label, url in pages))
