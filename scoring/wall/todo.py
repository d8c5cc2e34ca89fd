"""What the to-do list says about releasing: which results of closed rounds the public and coaches do not see yet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.urls import reverse

from foundation.tournaments import Tournament
from scoring.wall.queries import Switches, switches_of
from tournament.hooks import TodoStep


def release_results(tournament: Tournament) -> Iterator[TodoStep]:
    """One line for all divisions, from the first round that is closed; no round waits for it."""
    closed = [each for each in switches_of(tournament) if each.closed_rounds]
    if not closed:
        return
    open_ = [each for each in closed if _is_open(each)]
    yield TodoStep(
        _label(open_),
        not open_,
        f"{len(closed) - len(open_)} of {len(closed)} divisions",
        reverse("release", args=[tournament.slug]),
        is_optional=True,
    )


def _is_open(switches: Switches) -> bool:
    return bool(switches.held_back or switches.is_due_as_final or switches.release.frozen_at)


def _label(open_: Sequence[Switches]) -> str:
    """The first that is to be done about them. Whose rounds are all closed is released as final."""
    rounds = [number for each in open_ if not each.is_due_as_final for number in each.held_back]
    if rounds:
        return f"Release the results of Round {min(rounds)}"
    if any(each.is_due_as_final for each in open_):
        return "Release the final results"
    return "End the freeze of the results" if open_ else "Results released"
