"""Reads for printing: rounds that can be printed, recent print jobs, and the letterhead."""

from __future__ import annotations

import logging
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from foundation.errors import Refused
from foundation.images import CONTENT_TYPE, clean_photo
from foundation.jobs.models import Job
from foundation.jobs.queries import jobs_of
from foundation.tournaments import Tournament
from printing.models import Logo, Signer
from tournament.rounds.models import Round, RoundState

logger = logging.getLogger(__name__)

MAX_LOGO_SIDE = 900  # pixels: more doesn't show at the printed size
DEFAULT_SIGNERS = (_("Tournament director"), _("Head judge"))


def recent_prints(tournament: Tournament) -> QuerySet[Job]:
    return jobs_of(tournament).filter(kind__startswith="print.")[:20]


def rounds_of(tournament: Tournament) -> QuerySet[Round]:
    """Return the rounds with everything that a document needs."""
    rounds = Round.objects.filter(tournament=tournament).select_related("division__event__book", "tournament")
    return rounds.order_by("number", "division__event_id", "division__max_grade")


def drawn_rounds(tournament: Tournament) -> QuerySet[Round]:
    """Return the rounds that have published tables."""
    return rounds_of(tournament).filter(draws__state="published")


def same_round_of_all_divisions(round_: Round) -> list[Round]:
    """Return the same round of every division of the game that has tables, or this round alone if none has."""
    together = drawn_rounds(round_.tournament).filter(number=round_.number, division__event=round_.division.event_id)
    return list(together) or [round_]


def has_several_games(tournament: Tournament) -> bool:
    """Return whether divisions have to be named with their game: Equations and On-Sets may both have an Elementary."""
    return tournament.events.count() > 1


@dataclass(frozen=True)
class RoundChoice:
    """A choice of the form: a round of one division, or the same round of all divisions of a game."""

    value: str
    words: str
    rounds: Sequence[Round]

    @property
    def has_not_started(self) -> bool:
        """Most likely this is what has to be printed next."""
        return all(each.state == RoundState.PUBLISHED for each in self.rounds)


def round_choices(tournament: Tournament) -> list[RoundChoice]:
    """Return the rounds that have tables: first all divisions of a game together, then each of them."""
    with_games, choices = has_several_games(tournament), []
    games = groupby(drawn_rounds(tournament), key=lambda each: (each.number, each.division.event_id))
    for (number, event), group in games:
        together = list(group)
        game = f", {together[0].division.event.game}" if with_games else ""
        if len(together) > 1:
            words = f"Round {number}, all divisions{game}"
            choices.append(RoundChoice(f"{event}-{number}", words, together))
        choices += [RoundChoice(str(each.pk), f"{each}{game}", [each]) for each in together]
    return choices


# -- letterhead -------------------------------------------------------------------------------------------------------


def logo_url(tournament: Tournament) -> str:
    """Return the logo as a `data:` URL; empty if there is none or if it is damaged."""
    content = Logo.objects.filter(tournament=tournament).values_list("content", flat=True).first()
    if not content:
        return ""
    try:
        clean_photo(bytes(content), MAX_LOGO_SIDE)
    except Refused:
        logger.warning("the logo of %s can’t be read, so it isn’t printed", tournament)
        return ""
    return f"data:{CONTENT_TYPE};base64,{b64encode(bytes(content)).decode()}"


def list_signers(tournament: Tournament) -> tuple[str, ...]:
    signers = Signer.objects.filter(tournament=tournament).values_list("words", flat=True)
    return tuple(signers) or tuple(map(str, DEFAULT_SIGNERS))
