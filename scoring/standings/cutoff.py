"""The cutoff: who advances to the playoffs (N12)."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from scoring.standings.ranking import Ranking
from scoring.standings.scores import Key


class Advancement(StrEnum):
    """What the cutoff says about someone. The values are shown on pages and in files."""

    ADVANCES = "advances"
    TIED = "tied at cutoff"
    OUT = ""


def apply_cutoff(ranking: Ranking, places: int, sections: Mapping[Key, str] | None = None) -> dict[Key, Advancement]:
    """Return who advances: first the section winners, then the next best until the places are full (N12).

    Chance never decides a tie for the last place: everyone in it is TIED, and the director decides.
    """
    winners = _section_winners(ranking, sections or {})
    advancement = dict.fromkeys((row.score.key for row in ranking.rows), Advancement.OUT)
    if len(winners) > places:
        return advancement | dict.fromkeys(winners, Advancement.TIED)
    advancement |= dict.fromkeys(winners, Advancement.ADVANCES)
    free = places - len(winners)
    others = [row for row in ranking.rows if row.score.key not in winners]
    if free and others:
        last = others[min(free, len(others)) - 1].rank
        tied = [row for row in others if row.rank == last]
        fits = sum(row.rank <= last for row in others) <= free
        advancement |= {row.score.key: Advancement.ADVANCES for row in others if row.rank < last}
        advancement |= {row.score.key: Advancement.ADVANCES if fits else Advancement.TIED for row in tied}
    return advancement


def _section_winners(ranking: Ranking, sections: Mapping[Key, str]) -> set[Key]:
    """Return everyone who is first in their section; a section can have several tied winners."""
    best: dict[str, int] = {}
    for row in ranking.rows:
        if section := sections.get(row.score.key):
            best.setdefault(section, row.rank)
    return {key for row in ranking.rows if best.get(sections.get(key := row.score.key, "")) == row.rank}
