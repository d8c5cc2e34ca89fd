"""The to-do list of the day: each step ticks itself off, links to where it is done, and says what it waits for."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from django.db.models import Count, Q
from django.db.models.functions import Now
from django.urls import reverse

from foundation.people.models import Invitation, Role
from foundation.people.queries import live_memberships
from foundation.tournaments import Tournament
from tournament import hooks
from tournament.hooks import TodoStep
from tournament.rosters.models import Place
from tournament.rounds.models import Round, RoundState
from tournament.rounds.queries import close_blockers

# What brings a round from each state to the next, in the words of a button.
NEXT = {
    RoundState.DRAFT: "Draw and publish",
    RoundState.PUBLISHED: "Start",
    RoundState.RUNNING: "Collect",
    RoundState.COLLECTING: "Close",
}
ORDER = list(RoundState)


def todo_steps_of(tournament: Tournament) -> list[TodoStep]:
    """From the set-up over each round to the awards, in a constant number of questions to the database."""
    return [*_before_the_day(tournament), *_rounds(tournament)]


def next_todo_step(steps: list[TodoStep]) -> TodoStep | None:
    """The first step that is not done and that nothing holds up."""
    free = [step for step in steps if not step.done and not step.held_up]
    return next((step for step in free if not step.is_optional), free[0] if free else None)


def _before_the_day(tournament: Tournament) -> Iterator[TodoStep]:
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
    yield TodoStep("Set it up", True, tournament.venue or "place not named yet", reverse("games", args=slug))
    yield TodoStep("Import the roster", roster["all"] > 0, f"{roster['all']} players", reverse("roster", args=slug))
    yield TodoStep(
        "Make badges for helpers", badges > 0, f"{badges} made, {helpers} in use", reverse("staff", args=slug)
    )
    yield TodoStep(
        "Start the day",
        tournament.state != Tournament.State.PLANNED,
        tournament.get_state_display(),
        reverse("tournament", args=slug) + "#state",
    )
    yield TodoStep(
        "Check everybody in",
        roster["all"] > 0 and not roster["open"],
        f"{marked} of {roster['all']}",
        reverse("checkin", args=slug),
        "" if roster["all"] else "Waits for the director to import the roster.",
    )


def _rounds(tournament: Tournament) -> Iterator[TodoStep]:
    """A line for each round, over all divisions, and the awards after the last.

    Only the first round that is not closed can be gone on with; what it waits for, the later ones wait for too.
    """
    planned = tournament.state == Tournament.State.PLANNED
    rounds = (
        Round.objects.filter(tournament=tournament)
        .select_related("division")
        .order_by("number", "division__event_id", "division__max_grade")
    )
    held_up = "Waits for the director to start the day." if planned else ""
    for number, group in groupby(rounds, key=lambda each: each.number):
        of_number = list(group)
        behind = min(of_number, key=lambda each: ORDER.index(RoundState(each.state)))
        done = behind.state == RoundState.COMPLETE
        complete = sum(each.state == RoundState.COMPLETE for each in of_number)
        free = not done and not held_up
        if free and behind.state == RoundState.PUBLISHED:
            yield from filter(None, (step_before(of_number) for step_before in hooks.todo_steps_before_start))
        to_verify = free and behind.state == RoundState.COLLECTING and bool(close_blockers(behind))
        step = "Verify the sheets of" if to_verify else NEXT.get(RoundState(behind.state), "")
        yield TodoStep(
            f"{step} Round {number}" if free else f"Round {number}",
            done,
            f"{complete} of {len(of_number)} closed",
            _address(tournament, behind, to_verify=to_verify),
            "" if done else held_up,
        )
        if free:
            held_up = _waits_for(behind, to_verify=to_verify)
    more = [step for steps in hooks.todo_steps for step in steps(tournament)]
    yield from more
    waiting = next((step.label for step in more if not step.done and not step.is_optional), "")
    held_up = held_up or (f"First: {waiting.lower()}." if waiting else "")
    yield TodoStep(
        "Awards, then finish",
        tournament.state == Tournament.State.FINISHED,
        tournament.get_state_display(),
        reverse("tournament", args=[tournament.slug]) + "#state",
        held_up,
    )


def _address(tournament: Tournament, round_: Round, *, to_verify: bool) -> str:
    if to_verify:
        return reverse("sheets", args=[tournament.slug])
    return reverse("draw" if round_.state == RoundState.DRAFT else "round", args=[tournament.slug, round_.pk])


def _waits_for(round_: Round, *, to_verify: bool) -> str:
    if to_verify:
        return f"Waits for the scorekeepers to verify {round_}."
    return f"Waits for the director to {NEXT[RoundState(round_.state)].lower()} {round_}."
