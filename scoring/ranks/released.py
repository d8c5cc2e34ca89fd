"""What of the standings may be seen by those who are not staff: as far as the director has released it."""

from __future__ import annotations

from collections.abc import Iterable

from scoring.models import Release
from scoring.ranks.scope import Scope
from tournament.models import Division


def releases_of(divisions: Iterable[Division]) -> dict[int, Release]:
    """Of each division by its key. Where the director has said nothing: tables as they are published, no results."""
    wanted = list(divisions)
    said = {each.division_id: each for each in Release.objects.filter(division__in=wanted)}
    return {each.pk: said.get(each.pk) or Release(division=each) for each in wanted}


def released_scope(division: Division, release: Release) -> Scope | None:
    """The rounds that are released, as of the moment of the freeze; None if there is nothing to see yet."""
    if not release.is_final and not release.rounds:
        return None
    return Scope((division,), through=None if release.is_final else release.rounds, at=release.frozen_at)
