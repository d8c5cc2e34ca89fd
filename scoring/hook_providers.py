"""Answers of the scoring floor to hooks of lower floors. `scoring/apps.py` registers them.

`scoring/round_results.py` and `scoring/entry/results.py` have those about the results of a round.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from django.db.models import Count
from django.urls import reverse
from django.utils.translation import gettext

from foundation.tournaments import Tournament
from rulebooks.wording import plural
from scoring.coach.models import Request, RequestState
from scoring.models import Entry, Photo, Release, Sheet, SheetState
from scoring.public_results.queries import ReleaseControls, release_controls, released_scope
from scoring.queries import COUNT_LABELS, sheet_counts_by_round
from tournament.hooks import DashboardCount, PublicLink, TodoStep
from tournament.privacy.name_removal import REMOVED_NAME

# -- counts on the dashboard ------------------------------------------------------------------------------------------


def sheets_by_division(tournament: Tournament) -> dict[int, list[DashboardCount]]:
    """Return counts by division for the rounds that are in progress or collecting."""
    counts: dict[int, Counter[str]] = {}
    rounds: dict[int, int] = {}
    for round_, division, tally in sheet_counts_by_round(tournament):
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
            for state, words in COUNT_LABELS.items()
            if tally[state]
        ]
        shown += [
            DashboardCount(tally[name], words, f"{url}?state={name}{link}", "warn")
            for name, words in {"problem": "flagged", "disputed": "initials refused"}.items()
            if tally[name]
        ]
        by_division[division] = shown
    return by_division


def open_requests_by_division(tournament: Tournament) -> dict[int, list[DashboardCount]]:
    """Return how many requests wait for an answer in each division."""
    waiting = Request.objects.filter(tournament=tournament, state=RequestState.OPEN).order_by()
    counts = waiting.values_list("division").annotate(Count("id"))
    address = reverse("requests", args=[tournament.slug])
    return {
        division: [DashboardCount(count, plural(count, "coach request", "coach requests"), address, "warn")]
        for division, count in counts
    }


# -- releases ---------------------------------------------------------------------------------------------------------


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
        state, tone = _release_state(release)
        url = f"{address}?division={release.division_id}"
        links[release.division_id] = [PublicLink(gettext("Standings"), state, url, tone)]
    return links


def _release_state(release: Release) -> tuple[str, str]:
    """Return how final the results are, in words, and the tone."""
    if release.is_final:
        return gettext("final"), "ok"
    return gettext("after Round {number}").format(number=release.rounds), "info"


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
        return f"Release Round {min(rounds)} results"
    if any(each.is_ready_for_final for each in unfinished):
        return "Release final results"
    return "Unfreeze results" if unfinished else "Results released"


# -- names of students ------------------------------------------------------------------------------------------------


def remove_reasons(tournament: Tournament) -> None:
    """Remove the words of reasons, warnings, and problems. That there was one stays, and so do the points."""
    entries = Entry.objects.filter(sheet__tournament=tournament)
    entries.exclude(reason="").redact(reason=REMOVED_NAME)
    for entry in entries.iterator(chunk_size=500):
        paper = dict(entry.paper)
        rows = [{name: value for name, value in row.items() if name != "refusal"} for row in paper.get("rows", [])]
        warnings = [warning | {"sentence": REMOVED_NAME} for warning in entry.doubts]
        if (rows, warnings) != (paper.get("rows", []), entry.doubts):
            Entry.objects.filter(pk=entry.pk).redact(paper=paper | {"rows": rows}, doubts=warnings)
    Sheet.objects.filter(tournament=tournament).exclude(problem="").update(problem=REMOVED_NAME)
    Sheet.objects.filter(tournament=tournament).exclude(excused="").update(excused=REMOVED_NAME)


def remove_photos(tournament: Tournament) -> None:
    Photo.objects.filter(sheet__tournament=tournament).delete()


def remove_names_from_requests(tournament: Tournament) -> None:
    """Blank out what coaches and staff wrote, since it can name students. The requests themselves stay."""
    requests = Request.objects.filter(tournament=tournament)
    requests.exclude(words="").update(words=REMOVED_NAME)
    requests.exclude(reply="").update(reply=REMOVED_NAME)
