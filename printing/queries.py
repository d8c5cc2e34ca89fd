"""What is asked about printing: what can be printed now, and what was made lately."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from django.db.models import QuerySet

from foundation.jobs.models import Job
from foundation.jobs.queries import jobs_of
from foundation.tournaments import Tournament
from tournament.rounds.models import Round, RoundState


def recent_prints(tournament: Tournament) -> QuerySet[Job]:
    return jobs_of(tournament).filter(kind__startswith="print.")[:20]


def rounds_of(tournament: Tournament) -> QuerySet[Round]:
    """With everything that a document about one needs."""
    found = Round.objects.filter(tournament=tournament).select_related("division__event__book", "tournament")
    return found.order_by("number", "division__event_id", "division__max_grade")


def drawn_rounds(tournament: Tournament) -> QuerySet[Round]:
    """Those that have tables."""
    return rounds_of(tournament).filter(draws__state="published")


def of_all_divisions(round_: Round) -> list[Round]:
    """The same round of every division of its event that has tables, for one file; this one alone where none has."""
    together = drawn_rounds(round_.tournament).filter(number=round_.number, division__event=round_.division.event_id)
    return list(together) or [round_]


def has_several_games(tournament: Tournament) -> bool:
    """Then a division is named with its game: Elementary of Equations is not that of On-Sets."""
    return tournament.events.count() > 1


@dataclass(frozen=True)
class RoundChoice:
    """What a form offers: a round of one division, or of all divisions of an event that have tables."""

    value: str
    words: str
    rounds: Sequence[Round]

    @property
    def is_waiting(self) -> bool:
        """None of them has begun: whoever prints now most likely prints this."""
        return all(each.state == RoundState.PUBLISHED for each in self.rounds)


def round_choices(tournament: Tournament) -> list[RoundChoice]:
    """Rounds that have tables, those of all divisions together before each of them. Games are named if several are."""
    many, drawn, found = has_several_games(tournament), drawn_rounds(tournament), []
    for (number, event), group in groupby(drawn, key=lambda each: (each.number, each.division.event_id)):
        together = list(group)
        game = f", {together[0].division.event.game}" if many else ""
        if len(together) > 1:
            words = f"Round {number} of all divisions{game}"
            found.append(RoundChoice(f"{event}-{number}", words, together))
        found += [RoundChoice(str(each.pk), f"{each}{game}", [each]) for each in together]
    return found
