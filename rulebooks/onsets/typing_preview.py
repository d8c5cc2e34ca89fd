"""What a judge types, read while it is typed: its readings drawn, or the place where it stops making sense."""

from __future__ import annotations

from dataclasses import dataclass

from rulebooks.onsets.cubes_and_cards import DECK, RELATIONS, Cards, Universe
from rulebooks.onsets.formatting import format_drawn, format_typed
from rulebooks.onsets.groupings import Groupings, TooManyReadings
from rulebooks.onsets.restrictions import GroupedRestriction, cards_kept_by, parse_restriction
from rulebooks.onsets.set_trees import GroupedSet, parse_set
from rulebooks.onsets.tokens import SetSyntaxError, SetToken, tokenize, with_missing_parentheses

MOST_SHOWN = 12


@dataclass(frozen=True)
class PreviewReading:
    """One way to group what was typed, in the signs of the cubes and in plain letters."""

    drawn: str
    typed: str


@dataclass(frozen=True)
class SetPreview:
    """`readings` that differ, at most so many. Else `problem` at `place`; `unfinished` if typing on may mend it."""

    readings: tuple[PreviewReading, ...] = ()
    problem: str = ""
    position: int | None = None
    unfinished: bool = False


def preview(
    text: str, *, is_restriction: bool = False, universe: tuple[str, ...] = DECK, symmetric: bool = False
) -> SetPreview:
    """A Set-Name or Restriction, whole or half typed. Groupings that never differ on these cards are shown once."""
    try:
        tokens = tokenize(text)
        found = _readings(tokens, len(text), is_restriction, Groupings(Universe(universe), symmetric))
    except SetSyntaxError as problem:
        is_at_end = problem.unfinished or problem.position >= len(text.rstrip())
        return SetPreview(problem=problem.sentence, position=problem.position, unfinished=is_at_end)
    except TooManyReadings as problem:
        return SetPreview(problem=str(problem), position=0)
    return SetPreview(
        tuple(PreviewReading(format_drawn(read), format_typed(read)) for read in list(found.values())[:MOST_SHOWN])
    )


def _readings(
    tokens: tuple[SetToken, ...], end: int, is_restriction: bool, groupings: Groupings
) -> dict[Cards, GroupedSet] | dict[Cards, GroupedRestriction]:
    if not is_restriction:
        wrong = next((token for token in tokens if token.means in RELATIONS), None)
        if wrong:
            raise SetSyntaxError(wrong.position, f"{wrong.means} has no place in a Set-Name.")
    first: SetSyntaxError | None = None
    names: dict[Cards, GroupedSet] = {}
    statements: dict[Cards, GroupedRestriction] = {}
    for whole in with_missing_parentheses(tokens):
        try:
            if is_restriction:
                statements = cards_kept_by(parse_restriction(whole, end), groupings) | statements
            else:
                names = groupings.of(parse_set(whole, end)) | names
        except SetSyntaxError as problem:
            first = first or problem
    found = statements or names
    if not found:
        raise first or SetSyntaxError(end, "A parenthesis has no partner.", unfinished=True)
    return found
