"""The steps of the setup: one page after the other, and the same pages later to change something."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse

from foundation.tournaments import Tournament
from tournament.models import Event


@dataclass(frozen=True)
class SetupStep:
    label: str
    url: str
    is_here: bool = False


@dataclass(frozen=True)
class SetupSteps:
    """All steps, and the page that follows the current one."""

    steps: tuple[SetupStep, ...]

    @property
    def next_url(self) -> str:
        here = next(number for number, step in enumerate(self.steps) if step.is_here)
        return self.steps[min(here + 1, len(self.steps) - 1)].url


def setup_steps(tournament: Tournament, events: Sequence[Event], here: str) -> SetupSteps:
    """Return the steps in order; the dashboard is the last. `here`: the path of the current page."""
    slug = tournament.slug
    pages = [
        ("Name and dates", reverse("tournament_edit", args=[slug])),
        ("Games", reverse("games", args=[slug])),
        *((event.game, reverse("event_setup", args=[slug, event.pk])) for event in events),
        ("Rooms", reverse("rooms", args=[slug])),
        ("Student names", reverse("privacy", args=[slug])),
        ("Dashboard", tournament.get_absolute_url()),
    ]
    return SetupSteps(tuple(SetupStep(label, url, url == here) for label, url in pages))
