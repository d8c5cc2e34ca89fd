"""Reads about league cases: the current ones, and whether a text names a player."""

from __future__ import annotations

import re

from foundation.tournaments import Tournament
from judging.casebook.casebook import Case
from judging.league_cases.models import OwnCase
from tournament.rosters.models import Player

WORD = re.compile(r"\w+")


def league_cases() -> tuple[Case, ...]:
    """Return the cases that aren't retired, oldest first."""
    return tuple(each.as_case() for each in OwnCase.objects.filter(retired_at__isnull=True))


def player_named_in(text: str, tournament: Tournament) -> str:
    """Return the full name of a player of this tournament that the text contains, or an empty string."""
    words = _padded_words(text)
    for first, last in Player.objects.filter(tournament=tournament).values_list("first_name", "last_name"):
        names = (f"{first} {last}", f"{last} {first}")
        if first and last and any(_padded_words(name) in words for name in names):
            return f"{first} {last}"
    return ""


def _padded_words(text: str) -> str:
    """Return the words with a space around each, so that Ada One isn't found in Canada One."""
    return f" {' '.join(WORD.findall(text.casefold()))} "
