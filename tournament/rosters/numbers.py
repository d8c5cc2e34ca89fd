"""Every child of a tournament has a number, in the order in which they came."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from django.db.models import Max

from foundation.tournaments import Tournament
from tournament.rosters.models import Player


def free_numbers(tournament: Tournament) -> Iterator[int]:
    """The next ones. Two who take the same at the same moment are told so by the database."""
    last = Player.objects.filter(tournament=tournament).aggregate(last=Max("number"))["last"] or 0
    return count(last + 1)
