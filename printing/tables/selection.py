"""What a variation sheet says: the list of a division for this school year, with blanks (EQ II-B-1-c, OS II-C-1-c)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from foundation.tournaments import Tournament
from printing.documents import Asked
from rulebooks import Edition
from rulebooks.variations import Blank, PickCounts, Variation, ending_year
from tournament.models import Division

IN_A_ROW = 4
ROOM = {1: 90, 2: 69, 3: 43.5}  # millimeters for the lines of a block, by how many rows of blocks there are
WIDEST_LINE, LARGEST, POINTS_TO_A_LINE = 7.5, 8.5, 1.9
IN_WORDS = {0: "no", 1: "one", 2: "two", 3: "three", 4: "four"}
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


@dataclass(frozen=True)
class Line:
    """One variation as it is printed. `blank`: what kind is filled in, or nothing."""

    number: int
    name: str
    blank: str = ""


@dataclass(frozen=True)
class Selection:
    """What the sheet of a division says in one school year. `filling`: what may be written into which blank."""

    lines: tuple[Line, ...]
    always: tuple[str, ...]
    filling: tuple[tuple[str, str], ...]
    picks: str
    year: str
    parity: str


def back_of(asked: Asked, division: Division, edition: Edition) -> dict[str, Any]:
    """What a variation sheet needs besides what a scoresheet has; nothing where nobody picks."""
    selection = selection_of(edition, division, asked.tournament)
    if selection is None:
        return {}
    columns = shakes_wanted(asked, edition)
    rows = -(-columns // IN_A_ROW)
    line = min(ROOM[rows] / len(selection.lines), WIDEST_LINE)
    return {
        "selection": selection,
        "blocks": range(1, columns + 1),
        "rows": rows,
        "line": f"{line:.2f}",
        "size": f"{min(LARGEST, line * POINTS_TO_A_LINE):.1f}",
        "shake": edition.names.shake,
    }


def shakes_wanted(asked: Asked, edition: Edition) -> int:
    return int(asked.options.get("shakes") or edition.sheet.columns.value)


def selection_of(edition: Edition, division: Division, tournament: Tournament) -> Selection | None:
    """None where the format is played without variations, or the list of the division is empty."""
    format_ = edition.format(division.event.format)
    year = ending_year(tournament.starts_on)
    listed = edition.variations.selectable(division.letter, year)
    if not listed or (format_ and not format_.variations):
        return None
    by_year = any(each.years != "every" for each in edition.variations.lists[division.letter])
    return Selection(
        lines=tuple(line_of(each) for each in listed),
        always=tuple(on_cubes(each.name) for each in edition.variations.always_on(division.letter)),
        filling=tuple((line_of(each).name, filled_with(each.blank)) for each in listed if each.blank),
        picks=picks_in_words(edition.variations.picks[division.letter], edition.names.goal_setter),
        year=f"{year - 1}-{year % 100:02}",
        parity=("odd" if year % 2 else "even") if by_year else "",
    )


def line_of(variation: Variation) -> Line:
    """`Base m` is printed as `Base` with a blank: the letter stands for what is filled in."""
    name = on_cubes(variation.name)
    if variation.blank is None:
        return Line(variation.number, name)
    return Line(variation.number, re.sub(r" [a-z]$", "", name), variation.blank.kind)


def on_cubes(text: str) -> str:
    """The sign for times as the cubes show it, not the letter."""
    return re.sub(r"\bx\b", "×", text)


def filled_with(blank: Blank) -> str:
    if blank.kind == "choice":
        return _either([SIGNS.get(each, each) for each in blank.of])
    if blank.kind == "number":
        return f"{blank.least} to {blank.most}"
    if blank.kind == "set":
        return f"the name of a set, at most {blank.most} cubes"
    return "circle R (required) or F (forbidden), then write the card"


def _either(words: list[str]) -> str:
    return " or ".join(part for part in (", ".join(words[:-1]), words[-1]) if part)


def picks_in_words(picks: PickCounts, goal_setter: str) -> str:
    each = f"Each player picks {_count(picks.each)}."
    if picks.other_of_two == picks.each:
        return each
    return f"{each} With two players, the one who is not {goal_setter} picks {_count(picks.other_of_two, short=True)}."


def _count(numbers: tuple[int, int], *, short: bool = False) -> str:
    words = _either([IN_WORDS.get(number, str(number)) for number in sorted(set(numbers))])
    return words if short else f"{words} variation{'' if numbers == (1, 1) else 's'}"
