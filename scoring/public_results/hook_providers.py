"""What releases answer to lower floors: hidden tables, links on the public page, and a step of the to-do list."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.urls import reverse

from foundation.tournaments import Tournament
from scoring.models import Release
from scoring.public_results.queries import ReleaseControls, release_controls, released_scope
from tournament.hooks import PublicLink, TodoStep


def hidden_divisions(tournament: Tournament) -> list[int]:
    """Return the divisions whose tables the director hides from the public."""
    hidden = Release.objects.filter(division__event__tournament=tournament, draws=False)
    return list(hidden.values_list("division", flat=True))


def standings_links(tournament: Tournament) -> dict[int, list[PublicLink]]:
    """Return a link to the standings of each division with released results."""
    address = reverse("public_standings", args=[tournament.slug])
    links: dict[int, list[PublicLink]] = {}
    for release in Release.objects.filter(division__event__tournament=tournament).select_related("division"):
        if released_scope(release.division, release) is None:
            continue
        state, tone = ("final", "ok") if release.is_final else (f"after round {release.rounds}", "info")
        url = f"{address}?division={release.division_id}"
        links[release.division_id] = [PublicLink("Standings", state, url, tone)]
    return links


def release_results(tournament: Tournament) -> Iterator[TodoStep]:
    """Yield one step for all divisions once a round is closed. It is optional, so no round waits for it."""
    closed = [each for each in release_controls(tournament) if each.closed_rounds]
    if not closed:
        return
    unfinished = [each for each in closed if _is_unfinished(each)]
    yield TodoStep(
        _label(unfinished),
        not unfinished,
        f"{len(closed) - len(unfinished)} of {len(closed)} divisions",
        reverse("release", args=[tournament.slug]),
        is_optional=True,
    )


def _is_unfinished(controls: ReleaseControls) -> bool:
    return bool(controls.unreleased_rounds or controls.is_ready_for_final or controls.release.frozen_at)


def _label(unfinished: Sequence[ReleaseControls]) -> str:
    """Return the next thing to do. Divisions whose rounds are all closed are released as final."""
    rounds = [number for each in unfinished if not each.is_ready_for_final for number in each.unreleased_rounds]
    if rounds:
        return f"Release the results of Round {min(rounds)}"
    if any(each.is_ready_for_final for each in unfinished):
        return "Release the final results"
    return "End the freeze of the results" if unfinished else "Results released"
