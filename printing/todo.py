"""What the to-do list says about paper: a round whose tables are published and whose scoresheets were not made yet."""

from __future__ import annotations

from collections.abc import Sequence

from django.urls import reverse

from foundation.jobs.models import Job
from pairings.models import Draw
from tournament.hooks import TodoStep
from tournament.rounds.models import Round, RoundState


def print_scoresheets(rounds: Sequence[Round]) -> TodoStep | None:
    """Once they are asked for, after the tables were last changed, it is done. Who has other paper starts the round."""
    waiting = [each for each in rounds if each.state == RoundState.PUBLISHED]
    draws = Draw.objects.filter(round__in=waiting, state=Draw.State.PUBLISHED)
    drawn = {each: at for each, at in draws.values_list("round", "published_at") if at}
    made = Job.objects.filter(
        kind="print.document",
        part_of__isnull=True,
        params__document="scoresheets",
        state__in=(*Job.LIVE, Job.State.DONE),
    )
    asked = [(params, at) for params, at in made.values_list("params", "created_at")]
    printed = {
        each
        for params, at in asked
        for each in (params["round"], *params.get("rounds", ()))
        if each in drawn and at >= drawn[each]
    }
    if not drawn or len(printed) == len(drawn):
        return None
    slug = waiting[0].tournament.slug
    return TodoStep(
        f"Print Round {waiting[0].number}",
        False,
        f"{len(printed)} of {len(drawn)} divisions",
        reverse("print_document", args=[slug, "scoresheets"]),
    )
