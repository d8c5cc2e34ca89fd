"""What is asked about a league's own cases: those that hold, and whether a text names a child."""

from __future__ import annotations

import re

from foundation.tournaments import Tournament
from judging.casebook.casebook import Case
from judging.own_cases.models import OwnCase
from tournament.rosters.models import Player

WORD = re.compile(r"\w+")


def own_cases() -> tuple[Case, ...]:
    """Those that hold, in the order in which they were added."""
    return tuple(each.as_case() for each in OwnCase.objects.filter(retired_at__isnull=True))


def child_named_in(text: str, tournament: Tournament) -> str:
    """The full name of a player of this tournament that stands in the text; nothing if there is none."""
    told = _words(text)
    for first, last in Player.objects.filter(tournament=tournament).values_list("first_name", "last_name"):
        if first and last and (_words(f"{first} {last}") in told or _words(f"{last} {first}") in told):
            return f"{first} {last}"
    return ""


def _words(text: str) -> str:
    """Words alone, each between blanks, so that Ada One is not found in Canada One."""
    return f" {' '.join(WORD.findall(text.casefold()))} "
