"""Reads of a tournament's games and divisions."""

from __future__ import annotations

from django.db.models import QuerySet

from foundation.tournaments import Tournament
from tournament import hooks
from tournament.hooks import PublicLink
from tournament.models import Division, Event


def events_of(tournament: Tournament) -> QuerySet[Event]:
    """Return the events with their divisions and their copies of rule books."""
    return tournament.events.select_related("book").prefetch_related("divisions")


def divisions_of(tournament: Tournament) -> QuerySet[Division]:
    return Division.objects.filter(event__tournament=tournament).select_related("event__book")


def public_links_by_division(tournament: Tournament) -> dict[int, list[PublicLink]]:
    """Return what the public page links to, by division key."""
    by_division: dict[int, list[PublicLink]] = {}
    for links_of in hooks.public_links:
        for division, links in links_of(tournament).items():
            by_division.setdefault(division, []).extend(links)
    return by_division
