"""Blank charts for players: headings with empty lines, or the cards of On-Sets, and nothing that helps a player.

R-92; EQ I-C, MLAG I-C, OS I-C.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from foundation.errors import Refused
from printing.content import compose_identical_copies
from printing.documents import Content, DocumentSubject, PrintableDocument, PrintScope
from printing.options import COPIES
from printing.tables.variation_sheets import list_variations
from rulebooks.set_names import BLANK_CARD, COLORS
from tournament.books import edition_of

SHAKES_PER_PAGE = 2
UNIVERSES_PER_PAGE = 6
LINES = {"resources": 2, "variations": 1, "goal": 1, "solutions": 4}


def compose_charts(scope: PrintScope) -> Iterator[Content]:
    division = scope.chosen_division
    edition = edition_of(division.event)
    parts = edition.chart(division.letter)
    if not parts:
        raise Refused(f"The {division.event.game} rule book doesn’t allow printed charts in {division}.")
    is_universe = "universe" in parts
    has_variations = list_variations(edition, division, scope.tournament) is not None
    context = {
        "division": division,
        "event": division.event,
        "edition": edition,
        "shakes": range(UNIVERSES_PER_PAGE if is_universe else SHAKES_PER_PAGE),
        "parts": [
            (part, range(LINES[part])) for part in parts if part in LINES and (has_variations or part != "variations")
        ],
        "cards": list_cards() if is_universe else [],
    }
    yield from compose_identical_copies("chart.html", scope, context, "chart")


def list_cards() -> list[str]:
    """Return all sixteen cards as the letters of their dots, most dots first, the blank one last (OS I-B-1)."""
    return ["".join(dots) or BLANK_CARD for many in range(len(COLORS), -1, -1) for dots in combinations(COLORS, many)]


CHARTS = PrintableDocument(
    "charts",
    "Blank charts",
    about=DocumentSubject.DIVISION,
    group="At the tables",
    words="Only what the rule book allows: blank charts, or the On-Sets cards.",
    options=(COPIES,),
    compose=compose_charts,
)
