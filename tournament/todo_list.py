"""The director's to-do list on the dashboard: each step shows whether it is done, its page, and what it waits for."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from django.db.models import Count, Q
from django.db.models.functions import Now
from django.urls import reverse

from foundation.people.models import Invitation, Role
from foundation.people.queries import live_memberships
from foundation.tournaments import Tournament
from rulebooks.wording import plural
from tournament import hooks
from tournament.hooks import TodoStep
from tournament.rosters.models import Place
from tournament.rounds.models import Round, RoundState
from tournament.rounds.queries import close_blockers

# What takes a round from each state to the next: the step's label, and what later rounds wait for.
NEXT_ACTION = {
    RoundState.DRAFT: "Assign and publish Round {number}",
    RoundState.PUBLISHED: "Start Round {number}",
    RoundState.RUNNING: "Collect Round {number} scoresheets",
    RoundState.COLLECTING: "Close Round {number}",
}
VERIFY = "Verify Round {number} scoresheets"
WAITING = {
    RoundState.DRAFT: "Waiting for the director to assign and publish {round}.",
    RoundState.PUBLISHED: "Waiting for the director to start {round}.",
    RoundState.RUNNING: "Waiting for the director to collect scoresheets for {round}.",
    RoundState.COLLECTING: "Waiting for the director to close {round}.",
}
WAITING_TO_VERIFY = "Waiting for scorekeepers to verify {round}."
STATES_IN_ORDER = list(RoundState)


def todo_steps_of(tournament: Tournament) -> list[TodoStep]:
    """Return the steps from the setup to the awards. Takes a constant number of queries."""
    return [*_steps_before_rounds(tournament), *_steps_from_first_round(tournament)]


def next_todo_step(steps: list[TodoStep]) -> TodoStep | None:
    """Return the first step that can be done now. An optional one only if there is no other."""
    ready = [step for step in steps if not step.done and not step.held_up]
    return next((step for step in ready if not step.is_optional), ready[0] if ready else None)


def _steps_before_rounds(tournament: Tournament) -> Iterator[TodoStep]:
    slug = [tournament.slug]
    roster = Place.objects.filter(event__tournament=tournament, is_alternate=False).aggregate(
        all=Count("pk"),
        open=Count("pk", filter=Q(attendance__isnull=True) | Q(attendance__status="expected")),
    )
    badges = (
        Invitation.objects.filter(tournament=tournament, revoked_at__isnull=True, expires_at__gt=Now())
        .exclude(role=Role.COACH)
        .count()
    )
    helpers = live_memberships().filter(tournament=tournament, badge__isnull=False).count()
    marked = roster["all"] - roster["open"]
    yield TodoStep("Set up the tournament", True, tournament.venue or "no venue yet", reverse("games", args=slug))
    players = plural(roster["all"], "1 player", "{count} players")
    yield TodoStep("Import the roster", roster["all"] > 0, players, reverse("roster", args=slug))
    yield TodoStep(
        "Create sign-in badges", badges > 0, f"{badges} created, {helpers} in use", reverse("staff", args=slug)
    )
    yield TodoStep(
        "Start the tournament",
        tournament.state != Tournament.State.PLANNED,
        tournament.get_state_display(),
        reverse("tournament", args=slug) + "#state",
    )
    yield TodoStep(
        "Check everyone in",
        roster["all"] > 0 and not roster["open"],
        f"{marked} of {roster['all']}",
        reverse("checkin", args=slug),
        "" if roster["all"] else "Waiting for the director to import the roster.",
    )


def _steps_from_first_round(tournament: Tournament) -> Iterator[TodoStep]:
    """Yield a step for each round number over all divisions, then those of higher floors, then the awards.

    Only the first round that isn't closed can move on. Later ones wait for the same thing.
    """
    planned = tournament.state == Tournament.State.PLANNED
    rounds = (
        Round.objects.filter(tournament=tournament)
        .select_related("division")
        .order_by("number", "division__event_id", "division__max_grade")
    )
    held_up = "Waiting for the director to start the tournament." if planned else ""
    for number, group in groupby(rounds, key=lambda each: each.number):
        same_number = list(group)
        slowest = min(same_number, key=lambda each: STATES_IN_ORDER.index(RoundState(each.state)))
        done = slowest.state == RoundState.COMPLETE
        complete = sum(each.state == RoundState.COMPLETE for each in same_number)
        is_next = not done and not held_up
        if is_next and slowest.state == RoundState.PUBLISHED:
            yield from filter(None, (step_before(same_number) for step_before in hooks.todo_steps_before_start))
        to_verify = is_next and slowest.state == RoundState.COLLECTING and bool(close_blockers(slowest))
        step = VERIFY if to_verify else NEXT_ACTION.get(RoundState(slowest.state), "Round {number}")
        yield TodoStep(
            step.format(number=number) if is_next else f"Round {number}",
            done,
            f"{complete} of {len(same_number)} closed",
            _url(tournament, slowest, to_verify=to_verify),
            "" if done else held_up,
        )
        if is_next:
            waiting_for = WAITING_TO_VERIFY if to_verify else WAITING[RoundState(slowest.state)]
            held_up = waiting_for.format(round=slowest)
    further_steps = [step for steps in hooks.todo_steps for step in steps(tournament)]
    yield from further_steps
    waiting = next((step.label for step in further_steps if not step.done and not step.is_optional), "")
    held_up = held_up or (f"Finish “{waiting}” first." if waiting else "")
    yield TodoStep(
        "Hold awards and finish",
        tournament.state == Tournament.State.FINISHED,
        tournament.get_state_display(),
        reverse("tournament", args=[tournament.slug]) + "#state",
        held_up,
    )


def _url(tournament: Tournament, round_: Round, *, to_verify: bool) -> str:
    if to_verify:
        return reverse("sheets", args=[tournament.slug])
    return reverse("draw" if round_.state == RoundState.DRAFT else "round", args=[tournament.slug, round_.pk])
