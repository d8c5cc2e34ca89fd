"""Answers of the judging floor to hooks of lower floors. `judging/apps.py` registers them.

Dashboards and coaches learn which tables wait and the state of a protest, never what it is about.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import datetime

from django.db.models import Count
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from foundation import steady_clock
from foundation.people.actor import Actor
from foundation.tournaments import Tournament
from judging.calls.queries import open_calls
from judging.checker.queries import may_practice
from judging.models import Call, Ruling
from judging.penalties.models import Penalty
from judging.protests.models import OPEN_PROTEST_STATES, Decision, Document, Protest, ProtestState, ProtestStep, Vote
from judging.visits import opinions_owed_by
from rulebooks.wording import plural
from scoring.hooks import CoachNotice, CoachPage, PendingSheet, round_and_table
from scoring.models import Sheet
from scoring.standings_pages.pending_results import load_pending_sheets
from tournament.hooks import DashboardCount, TodoStep
from tournament.privacy.name_removal import REMOVED_NAME
from tournament.rosters.models import Place

NOTICES_FOR_COACHES = {
    ProtestState.FILED: (_("protest filed"), "warn"),
    ProtestState.RETURNED: (_("protest incomplete"), "warn"),
    ProtestState.ACCEPTED: (_("protest accepted"), "warn"),
    ProtestState.HEARD: (_("protest heard"), "warn"),
    ProtestState.DECIDED: (_("protest decided"), "ok"),
    ProtestState.WITHDRAWN: (_("protest withdrawn"), "muted"),
    ProtestState.DISMISSED: (_("protest dismissed"), "muted"),
}


# -- dashboard and to-do list -----------------------------------------------------------------------------------------


def count_calls(tournament: Tournament) -> dict[int, list[DashboardCount]]:
    """Return tables that wait for a judge, longest wait first, then where judges are, by division."""
    now = steady_clock.now()
    url = reverse("calls", args=[tournament.slug])
    counts: dict[int, list[DashboardCount]] = {}
    for call in open_calls(tournament):
        count = DashboardCount(
            None,
            _call_in_words(call, now),
            f"{url}#call-{call.pk}",
            tone="" if call.judge else "warn",
            icon="scales",
            needs="call.view",
        )
        counts.setdefault(call.sheet.round.division_id, []).append(count)
    return counts


def _call_in_words(call: Call, now: datetime) -> str:
    minutes = int((now - (call.began_at or call.asked_at)).total_seconds()) // 60
    duration = f"{minutes} min" if minutes else "just now"
    number = call.sheet.table.number
    if call.judge:
        return f"{call.judge.name} is at Table {number} ({duration})"
    return f"Table {number} is waiting for a judge ({duration})"


def count_open_protests(tournament: Tournament) -> dict[int, list[DashboardCount]]:
    protests = Protest.objects.filter(tournament=tournament, state__in=OPEN_PROTEST_STATES).order_by()
    counts = protests.values_list("sheet__round__division").annotate(Count("id"))
    url = reverse("protests", args=[tournament.slug])
    return {
        division: [DashboardCount(count, plural(count, "open protest", "open protests"), url, "warn")]
        for division, count in counts
    }


def decide_protests_step(tournament: Tournament) -> Iterator[TodoStep]:
    """Yield the to-do step for protests. Only the awards wait for it."""
    states = list(Protest.objects.filter(tournament=tournament).values_list("state", flat=True))
    if states:
        closed = sum(state not in OPEN_PROTEST_STATES for state in states)
        url = reverse("protests", args=[tournament.slug])
        yield TodoStep("Decide protests", closed == len(states), f"{closed} of {len(states)} closed", url)


# -- scoresheets and standings ----------------------------------------------------------------------------------------


def is_entry_hidden_from(actor: Actor, sheet: Sheet) -> bool:
    """Return whether this judge is at the table for a second or third opinion and hasn't ruled yet (JM General 7).

    An earlier decision is on the sheet as soon as it is made. Sheets without decisions cost no query.
    """
    if not sheet.given or actor.user is None:
        return False
    return opinions_owed_by(actor).filter(sheet=sheet, opinion__gt=1).exists()


def sheets_under_protest(rounds: Collection[int]) -> dict[int, PendingSheet]:
    return load_pending_sheets(Protest.objects.filter(state__in=OPEN_PROTEST_STATES), rounds, "under protest")


def is_dispute_settled(sheet: Sheet) -> bool:
    """Return whether there were protests at the table and all are closed, which settles a refusal to initial."""
    states = set(Protest.objects.filter(sheet=sheet).values_list("state", flat=True))
    return bool(states) and not states & set(OPEN_PROTEST_STATES)


# -- coaches ----------------------------------------------------------------------------------------------------------


def protest_notices(teams: Collection[int]) -> dict[int, list[CoachNotice]]:
    """Return table and state of protests at a team's tables, without the player and the subject."""
    team_path = "sheet__table__seats__place__entry__team"
    notices: dict[int, list[CoachNotice]] = {}
    protests = Protest.objects.filter(**{f"{team_path}__in": teams}).order_by("id").distinct()
    for team, sheet, number, table, state in protests.values_list(
        team_path, "sheet", "sheet__round__number", "sheet__table__number", "state"
    ):
        words, tone = NOTICES_FOR_COACHES[ProtestState(state)]
        notices.setdefault(team, []).append(CoachNotice(round_and_table(number, table), str(words), tone, sheet))
    return notices


def practice_page(tournament: Tournament) -> CoachPage | None:
    """Return the coaches' link to the checker while practice is allowed and no round is in progress."""
    return CoachPage("practice", gettext("Practice with the judges’ checker")) if may_practice(tournament) else None


# -- students ---------------------------------------------------------------------------------------------------------


def move_penalties_to_player(place: Place) -> None:
    """Move penalties of an unnamed roster spot to the player who now has it."""
    Penalty.objects.filter(place=place, player__isnull=True).update(player=place.player_id)


def remove_names_from_rulings(tournament: Tournament) -> None:
    """Remove what judges wrote in rulings. Rule and effect stay."""
    rulings = Ruling.objects.filter(call__tournament=tournament)
    rulings.redact(situation=REMOVED_NAME, decision=REMOVED_NAME)


def remove_names_from_penalties(tournament: Tournament) -> None:
    penalties = Penalty.objects.filter(tournament=tournament)
    penalties.exclude(words="").update(words=REMOVED_NAME)
    penalties.exclude(undone="").update(undone=REMOVED_NAME)


def remove_names_from_protests(tournament: Tournament) -> None:
    """Remove the texts and attachments of protests. The outcome stays, with its rule."""
    Protest.objects.filter(tournament=tournament).update(
        situation=REMOVED_NAME,
        ruling=REMOVED_NAME,
        complaint=REMOVED_NAME,
        judges=REMOVED_NAME,
        late_because=REMOVED_NAME,
    )
    ProtestStep.objects.filter(protest__tournament=tournament).exclude(words="").redact(words=REMOVED_NAME)
    Vote.objects.filter(protest__tournament=tournament).redact(reason=REMOVED_NAME)
    Decision.objects.filter(protest__tournament=tournament).redact(reason=REMOVED_NAME)
    Document.objects.filter(protest__tournament=tournament).delete()
