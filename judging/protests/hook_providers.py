"""What others learn of protests: standings that could change, coaches the state alone, the day board how many wait."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from django.db.models import Count
from django.urls import reverse

from foundation.tournaments import Tournament
from judging.protests.models import OPEN, Protest, State
from scoring.hooks import CoachNotice
from scoring.models import Sheet
from scoring.standings_pages.pending_results import describe_sheets
from tournament.hooks import DashboardCount, TodoStep

FOR_COACHES = {
    State.FILED: ("protest filed", "warn"),
    State.RETURNED: ("protest to be completed", "warn"),
    State.ACCEPTED: ("protest accepted", "warn"),
    State.HEARD: ("protest heard", "warn"),
    State.DECIDED: ("protest decided", "ok"),
    State.WITHDRAWN: ("protest withdrawn", "muted"),
    State.DISMISSED: ("protest dismissed", "muted"),
}


def under_protest(rounds: Collection[int]) -> dict[int, str]:
    return describe_sheets(Protest.objects.filter(state__in=OPEN), rounds, "under protest")


def is_decided(sheet: Sheet) -> bool:
    """Every protest at the table is over: that somebody had refused to initial is not pending any more."""
    states = set(Protest.objects.filter(sheet=sheet).values_list("state", flat=True))
    return bool(states) and not states & set(OPEN)


def protests_of_teams(teams: Collection[int]) -> dict[int, list[CoachNotice]]:
    """Table and state. Never who protests, nor what it is about."""
    at = "sheet__table__seats__place__entry__team"
    found: dict[int, list[CoachNotice]] = {}
    rows = Protest.objects.filter(**{f"{at}__in": teams}).order_by("id").distinct()
    for team, sheet, number, table, state in rows.values_list(
        at, "sheet", "sheet__round__number", "sheet__table__number", "state"
    ):
        words, tone = FOR_COACHES[State(state)]
        found.setdefault(team, []).append(CoachNotice(f"Round {number}, table {table}", words, tone, sheet))
    return found


def open_protests(tournament: Tournament) -> dict[int, list[DashboardCount]]:
    waiting = Protest.objects.filter(tournament=tournament, state__in=OPEN).order_by()
    counts = waiting.values_list("sheet__round__division").annotate(Count("id"))
    address = reverse("protests", args=[tournament.slug])
    return {
        division: [DashboardCount(count, f"protest{'s' if count > 1 else ''} open", address, "warn")]
        for division, count in counts
    }


def decide_protests(tournament: Tournament) -> Iterator[TodoStep]:
    """Nothing waits for it but the awards."""
    states = list(Protest.objects.filter(tournament=tournament).values_list("state", flat=True))
    if states:
        decided = sum(state not in OPEN for state in states)
        address = reverse("protests", args=[tournament.slug])
        yield TodoStep("Decide the protests", decided == len(states), f"{decided} of {len(states)} are over", address)
