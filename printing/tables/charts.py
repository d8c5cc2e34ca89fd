"""Charts that players may bring or be given: headings and empty lines, or the cards of On-Sets, and nothing that helps.

R-92; EQ I-C, MLAG I-C, OS I-C.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from foundation.errors import Refused
from printing.documents import About, Asked, Report, document
from printing.tables.options import COPIES, same_for_all
from printing.tables.selection import selection_of
from rulebooks.set_names import BLANK_CARD, COLORS
from tournament.books import edition_of

SHAKES_ON_A_PAGE = 2
UNIVERSES_ON_A_PAGE = 6
LINES = {"resources": 2, "variations": 1, "goal": 1, "solutions": 4}


@document(
    "charts",
    "Blank charts for players",
    about=About.DIVISION,
    group="At the tables",
    words="As the book allows them: headings with empty lines, or the cards of On-Sets. Nothing that helps.",
    options=(COPIES,),
)
def charts(asked: Asked, report: Report) -> Iterator[bytes]:
    division = asked.the_division
    edition = edition_of(division.event)
    parts = edition.chart(division.letter)
    if not parts:
        raise Refused(f"The book of {division.event.game} allows no printed charts in {division}.")
    is_universe = "universe" in parts
    picks = selection_of(edition, division, asked.tournament) is not None
    context = {
        "division": division,
        "event": division.event,
        "edition": edition,
        "shakes": range(UNIVERSES_ON_A_PAGE if is_universe else SHAKES_ON_A_PAGE),
        "parts": [(part, range(LINES[part])) for part in parts if part in LINES and (picks or part != "variations")],
        "cards": cards() if is_universe else [],
    }
    yield from same_for_all("chart.html", asked, report, context, "chart")


def cards() -> list[str]:
    """All sixteen, by the letters of their dots: the more dots the earlier, the blank one last (OS I-B-1)."""
    return ["".join(dots) or BLANK_CARD for many in range(len(COLORS), -1, -1) for dots in combinations(COLORS, many)]
