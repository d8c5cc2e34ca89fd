"""How a text is read while a judge types it: its readings, or the position where it stops making sense."""

from __future__ import annotations

from dataclasses import dataclass

from rulebooks.onsets.cubes_and_cards import DECK, RELATIONS, CardBits, Universe, printed_symbol
from rulebooks.onsets.formatting import format_drawn, format_typed
from rulebooks.onsets.groupings import Groupings, TooManyReadings
from rulebooks.onsets.restrictions import GroupedRestriction, cards_kept_by, parse_restriction
from rulebooks.onsets.set_trees import GroupedSet, parse_set
from rulebooks.onsets.tokens import SetSyntaxError, SetToken, tokenize, with_missing_parentheses

MAX_SHOWN = 12


@dataclass(frozen=True)
class PreviewReading:
    """One way to group the text, in the symbols of the cubes and in plain letters."""

    drawn: str
    typed: str


@dataclass(frozen=True)
class SetPreview:
    """`readings` that differ, up to a limit; or `problem` at `position`, `unfinished` if more typing may fix it."""

    readings: tuple[PreviewReading, ...] = ()
    problem: str = ""
    position: int | None = None
    unfinished: bool = False


def preview(
    text: str, *, is_restriction: bool = False, universe: tuple[str, ...] = DECK, symmetric: bool = False
) -> SetPreview:
    """Read a Set-Name or Restriction, complete or not. Groupings that agree on these cards are shown once."""
    try:
        tokens = tokenize(text)
        readings = _readings(tokens, len(text), is_restriction, Groupings(Universe(universe), symmetric))
    except SetSyntaxError as problem:
        is_at_end = problem.unfinished or problem.position >= len(text.rstrip())
        return SetPreview(problem=problem.sentence, position=problem.position, unfinished=is_at_end)
    except TooManyReadings as problem:
        return SetPreview(problem=str(problem), position=0)
    return SetPreview(
        tuple(PreviewReading(format_drawn(read), format_typed(read)) for read in list(readings.values())[:MAX_SHOWN])
    )


def _readings(
    tokens: tuple[SetToken, ...], end: int, is_restriction: bool, groupings: Groupings
) -> dict[CardBits, GroupedSet] | dict[CardBits, GroupedRestriction]:
    if not is_restriction:
        relation = next((token for token in tokens if token.means in RELATIONS), None)
        if relation:
            raise SetSyntaxError(relation.position, f"{printed_symbol(relation.means)} can’t be used in a Set-Name.")
    first: SetSyntaxError | None = None
    names: dict[CardBits, GroupedSet] = {}
    statements: dict[CardBits, GroupedRestriction] = {}
    for balanced in with_missing_parentheses(tokens):
        try:
            if is_restriction:
                statements = cards_kept_by(parse_restriction(balanced, end), groupings) | statements
            else:
                names = groupings.readings_of(parse_set(balanced, end)) | names
        except SetSyntaxError as problem:
            first = first or problem
    readings = statements or names
    if not readings:
        raise first or SetSyntaxError(end, "A parenthesis has no match.", unfinished=True)
    return readings
