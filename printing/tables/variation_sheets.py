"""Variation sheets: a division's list for this school year, once for every shake (R-71, R-94 to R-99).

Players circle the name of a variation and fill in its blank (EQ II-B-1-c, OS II-C-1-c). Variations that are always in
force are named above the lists, where no one circles them. A variation sheet is a document of its own, or the back of a
scoresheet.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from foundation.errors import Refused
from foundation.tournaments import Tournament
from printing.content import compose_identical_copies
from printing.documents import Content, DocumentSubject, PrintableDocument, PrintScope
from printing.options import COPIES, SHAKES
from rulebooks import Edition
from rulebooks.facts import format_range
from rulebooks.variations import Blank, PickCounts, Variation, ending_year
from rulebooks.wording import join_words
from tournament.books import edition_of
from tournament.models import Division

BLOCKS_PER_ROW = 4
BLOCK_HEIGHT = {1: 90, 2: 69, 3: 43.5}  # millimeters for the lines of a block, by number of rows of blocks
MAX_LINE_HEIGHT = 7.5  # millimeters
MAX_FONT_SIZE = 8.5  # points
POINTS_PER_LINE_HEIGHT = 1.9  # font size for each millimeter of line height
SIGNS = {
    "union": "∪",
    "intersection": "∩",
    "minus": "−",
    "prime": "′",
    "null": "Λ",
    "equals": "=",
    "subset": "⊂",
    "x": "×",
}


def compose_variation_sheets(scope: PrintScope) -> Iterator[Content]:
    division = scope.chosen_division
    edition = edition_of(division.event)
    context = variations_context(scope, division, edition)
    if not context:
        raise Refused(f"{division} has no variations to pick in {division.event.game}, so it has no variation sheet.")
    context |= {"division": division, "event": division.event, "edition": edition}
    yield from compose_identical_copies("variations.html", scope, context, "variations")


VARIATION_SHEETS = PrintableDocument(
    "variations",
    "Variation sheets",
    about=DocumentSubject.DIVISION,
    group="At the tables",
    words="This school year’s list, once for each shake. Players circle their picks and fill in the blanks.",
    options=(COPIES, SHAKES),
    compose=compose_variation_sheets,
)


@dataclass(frozen=True)
class PrintedVariation:
    """One line of the list. `blank`: the kind of blank to fill in, or nothing."""

    number: int
    name: str
    blank: str = ""


@dataclass(frozen=True)
class VariationList:
    """The variations of a division in one school year. `filling`: what may be written into which blank."""

    lines: tuple[PrintedVariation, ...]
    always: tuple[str, ...]
    filling: tuple[tuple[str, str], ...]
    picks: str
    year: str
    parity: str


def variations_context(scope: PrintScope, division: Division, edition: Edition) -> dict[str, Any]:
    """Return what the template needs besides the context of a scoresheet; empty if no variations are picked."""
    variations = list_variations(edition, division, scope.tournament)
    if variations is None:
        return {}
    blocks = count_shakes(scope, edition)
    rows = -(-blocks // BLOCKS_PER_ROW)
    line_height = min(BLOCK_HEIGHT[rows] / len(variations.lines), MAX_LINE_HEIGHT)
    return {
        "selection": variations,
        "blocks": range(1, blocks + 1),
        "rows": rows,
        "line": f"{line_height:.2f}",
        "size": f"{min(MAX_FONT_SIZE, line_height * POINTS_PER_LINE_HEIGHT):.1f}",
        "shake": edition.names.shake,
    }


def count_shakes(scope: PrintScope, edition: Edition) -> int:
    """Return the chosen number of shakes on a sheet, or the number of the rule book."""
    return int(scope.chosen(SHAKES) or edition.sheet.columns.value)


def list_variations(edition: Edition, division: Division, tournament: Tournament) -> VariationList | None:
    """Return None if the format is played without variations or the division has none."""
    format_ = edition.format(division.event.format)
    year = ending_year(tournament.starts_on)
    listed = edition.variations.selectable(division.letter, year)
    if not listed or (format_ and not format_.variations):
        return None
    depends_on_year = any(each.years != "every" for each in edition.variations.lists[division.letter])
    return VariationList(
        lines=tuple(format_variation(each) for each in listed),
        always=tuple(format_times_sign(each.name) for each in edition.variations.always_on(division.letter)),
        filling=tuple((format_variation(each).name, describe_blank(each.blank)) for each in listed if each.blank),
        picks=describe_picks(edition.variations.picks[division.letter], edition.names.goal_setter),
        year=f"{year - 1}-{year % 100:02}",
        parity=("odd" if year % 2 else "even") if depends_on_year else "",
    )


def format_variation(variation: Variation) -> PrintedVariation:
    """Print `Base m` as `Base` with a blank: the letter stands for what is filled in."""
    name = format_times_sign(variation.name)
    if variation.blank is None:
        return PrintedVariation(variation.number, name)
    return PrintedVariation(variation.number, re.sub(r" [a-z]$", "", name), variation.blank.kind)


def format_times_sign(text: str) -> str:
    """Replace the letter x with the times sign of the cubes."""
    return re.sub(r"\bx\b", "×", text)


def describe_blank(blank: Blank) -> str:
    """Return what may be written into a blank."""
    if blank.kind == "choice":
        return join_words([SIGNS.get(each, each) for each in blank.of], "or")
    if blank.kind == "number":
        return f"{blank.least} to {blank.most}"
    if blank.kind == "set":
        return f"the name of a set (at most {blank.most} cubes)"
    return "circle R (required) or F (forbidden), then write the card"


def describe_picks(picks: PickCounts, goal_setter: str) -> str:
    """Return how many variations each player picks."""
    number = format_range(picks.each)
    each = "Each player picks 1 variation." if picks.each == (1, 1) else f"Each player picks {number} variations."
    if picks.other_of_two == picks.each:
        return each
    other = format_range(picks.other_of_two)
    return f"{each} In a 2-player match, the player who isn’t the {goal_setter} picks {other}."
