"""So many rounds in each division of an event, each as long as the director chose."""

from __future__ import annotations

from django.db.models import Max

from foundation.errors import Refused
from tournament.books import edition_of
from tournament.models import Division, Event
from tournament.rounds.models import Round, RoundState


def plan(event: Event) -> None:
    """Rounds that were published stay; drafts beyond the number go. A clock that runs keeps its length."""
    rounds = Round.objects.filter(division__event=event, playoff="")
    begun = rounds.exclude(state=RoundState.DRAFT).aggregate(last=Max("number"))["last"] or 0
    if event.rounds < begun:
        raise Refused(f"Round {begun} has been published already: at least {begun} rounds.", field="rounds")
    if Round.objects.filter(division__event=event, number__lte=event.rounds).exclude(playoff="").exists():
        raise Refused("The playoffs are called: no rounds can be added before them.", field="rounds")
    rounds.filter(number__gt=event.rounds).delete()
    seconds = event.minutes * 60
    of_the_book = seconds == edition_of(event).limits["round"].amount
    rounds.filter(started_at__isnull=True).update(seconds=None if of_the_book else seconds)
    there = set(rounds.values_list("division_id", "number"))
    Round.objects.bulk_create(
        Round(
            tournament=event.tournament,
            division=division,
            number=number,
            seconds=None if of_the_book else seconds,
        )
        for division in Division.objects.filter(event=event)
        for number in range(1, event.rounds + 1)
        if (division.pk, number) not in there
    )
