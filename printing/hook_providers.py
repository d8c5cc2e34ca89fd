"""The to-do step for paper: print the scoresheets of a round whose tables are published."""

from __future__ import annotations

from collections.abc import Sequence

from django.urls import reverse

from foundation.jobs.models import Job
from pairings.models import Draw
from tournament.hooks import TodoStep
from tournament.rounds.models import Round, RoundState


def print_scoresheets_step(rounds: Sequence[Round]) -> TodoStep | None:
    """Return the step until the round starts, or scoresheets were requested after the tables last changed."""
    waiting = [each for each in rounds if each.state == RoundState.PUBLISHED]
    draws = Draw.objects.filter(round__in=waiting, state=Draw.State.PUBLISHED)
    published = {round_id: at for round_id, at in draws.values_list("round", "published_at") if at}
    jobs = Job.objects.filter(
        kind="print.document",
        part_of__isnull=True,
        params__document="scoresheets",
        state__in=(*Job.LIVE, Job.State.DONE),
    )
    printed = {
        round_id
        for params, requested_at in jobs.values_list("params", "created_at")
        for round_id in (params["round"], *params.get("rounds", ()))
        if round_id in published and requested_at >= published[round_id]
    }
    if not published or len(printed) == len(published):
        return None
    slug = waiting[0].tournament.slug
    return TodoStep(
        f"Print Round {waiting[0].number} scoresheets",
        False,
        f"{len(printed)} of {len(published)} divisions",
        reverse("print_document", args=[slug, "scoresheets"]),
    )
