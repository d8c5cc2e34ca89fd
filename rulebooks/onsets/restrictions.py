"""Restrictions: statements on sets that every card of the Universe must satisfy, or it is turned over (OS VI-B).

A Restriction looks at single cards. So the order of Restrictions never matters, and a chain A ⊂ B = C is A ⊂ B and
B = C on each card.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rulebooks.onsets.cubes_and_cards import RELATIONS, Cards
from rulebooks.onsets.groupings import Groupings
from rulebooks.onsets.set_trees import GroupedSet, WrittenSet, check_set_count, parse_set
from rulebooks.onsets.tokens import SetSyntaxError, SetToken


@dataclass(frozen=True, slots=True)
class WrittenRestriction:
    """A Restriction as written: sets, and = or ⊂ between them."""

    sets: tuple[WrittenSet, ...]
    relations: tuple[SetToken, ...]


@dataclass(frozen=True, slots=True)
class GroupedRestriction:
    """One reading of it."""

    sets: tuple[GroupedSet, ...]
    relations: tuple[SetToken, ...]


RestrictionReadings = dict[Cards, GroupedRestriction]


def parse_restriction(tokens: Sequence[SetToken], end: int) -> WrittenRestriction:
    """The statement in balanced parentheses, or the first place without a meaning."""
    check_set_count(tokens)
    tokens, end = _without_outer(list(tokens), end)
    relations = _relations(tokens)
    sets: list[WrittenSet] = []
    start = 0
    for number in (*relations, len(tokens)):
        behind = tokens[number].position if number < len(tokens) else end
        sets.append(parse_set(tokens[start:number], behind))
        start = number + 1
    return WrittenRestriction(tuple(sets), tuple(tokens[number] for number in relations))


def _without_outer(tokens: list[SetToken], end: int) -> tuple[list[SetToken], int]:
    """Parentheses around the whole Restriction are useless and do no harm (OS VI-B-3)."""
    first, last = 0, len(tokens) - 1
    partners = _partners(tokens)
    while first < last and partners.get(first) == last:
        end = tokens[last].position
        first, last = first + 1, last - 1
    return tokens[first : last + 1], end


def _partners(tokens: Sequence[SetToken]) -> dict[int, int]:
    opened: list[int] = []
    found: dict[int, int] = {}
    for number, token in enumerate(tokens):
        if token.means == "(":
            opened.append(number)
        elif token.means == ")" and opened:
            found[opened.pop()] = number
    return found


def _relations(tokens: Sequence[SetToken]) -> list[int]:
    """Where = and ⊂ are; no parentheses may enclose one of them (OS VI-B-3)."""
    depth = 0
    found: list[int] = []
    for number, token in enumerate(tokens):
        depth += (token.means == "(") - (token.means == ")")
        if token.means in RELATIONS:
            if depth:
                sentence = f"No parentheses may enclose {token.means}, except around the whole Restriction."
                raise SetSyntaxError(token.position, sentence, code="parentheses_around_restriction_symbol")
            found.append(number)
    if not found:
        position = tokens[-1].position + 1 if tokens else 0
        raise SetSyntaxError(
            position, "A Restriction has = or ⊂ in it.", code="restriction_without_symbol", unfinished=True
        )
    return found


def cards_kept_by(statement: WrittenRestriction, groupings: Groupings) -> RestrictionReadings:
    """Which cards stay, for every reading of the Restriction."""
    everything = groupings.universe.all
    states: dict[tuple[Cards, Cards], tuple[GroupedSet, ...]] = {
        (everything, cards): (read,) for cards, read in groupings.of(statement.sets[0]).items()
    }
    for relation, written in zip(statement.relations, statement.sets[1:], strict=True):
        rights = groupings.of(written)
        groupings.spend(len(states) * len(rights))
        after: dict[tuple[Cards, Cards], tuple[GroupedSet, ...]] = {}
        for (kept, left), reads in states.items():
            for right, read in rights.items():
                removed = left & ~right if relation.means == "c" else left ^ right
                after.setdefault((kept & ~removed, right), (*reads, read))
        states = after
    found: RestrictionReadings = {}
    for (kept, _), reads in states.items():
        found.setdefault(kept, GroupedRestriction(reads, statement.relations))
    return found
