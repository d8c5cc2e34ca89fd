"""Restrictions: statements about sets. Every card of the Universe that breaks one is turned over (OS VI-B).

A Restriction applies to single cards. So the order of Restrictions never matters, and a chain A ⊂ B = C means A ⊂ B and
B = C on each card.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rulebooks.onsets.cubes_and_cards import RELATIONS, CardBits, printed_symbol
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
    """One reading of a Restriction."""

    sets: tuple[GroupedSet, ...]
    relations: tuple[SetToken, ...]


RestrictionReadings = dict[CardBits, GroupedRestriction]


def parse_restriction(tokens: Sequence[SetToken], end: int) -> WrittenRestriction:
    """Return the Restriction from tokens with balanced parentheses; raise at the first position without a meaning."""
    check_set_count(tokens)
    tokens, end = _strip_outer_parentheses(list(tokens), end)
    relations = _find_relations(tokens)
    sets: list[WrittenSet] = []
    start = 0
    for number in (*relations, len(tokens)):
        set_end = tokens[number].position if number < len(tokens) else end
        sets.append(parse_set(tokens[start:number], set_end))
        start = number + 1
    return WrittenRestriction(tuple(sets), tuple(tokens[number] for number in relations))


def _strip_outer_parentheses(tokens: list[SetToken], end: int) -> tuple[list[SetToken], int]:
    """Drop parentheses around the whole Restriction: useless and harmless (OS VI-B-3)."""
    first, last = 0, len(tokens) - 1
    partners = _match_parentheses(tokens)
    while first < last and partners.get(first) == last:
        end = tokens[last].position
        first, last = first + 1, last - 1
    return tokens[first : last + 1], end


def _match_parentheses(tokens: Sequence[SetToken]) -> dict[int, int]:
    opened: list[int] = []
    partners: dict[int, int] = {}
    for number, token in enumerate(tokens):
        if token.means == "(":
            opened.append(number)
        elif token.means == ")" and opened:
            partners[opened.pop()] = number
    return partners


def _find_relations(tokens: Sequence[SetToken]) -> list[int]:
    """Return the indexes of = and ⊂. No parentheses may enclose one of them (OS VI-B-3)."""
    depth = 0
    indexes: list[int] = []
    for number, token in enumerate(tokens):
        depth += (token.means == "(") - (token.means == ")")
        if token.means in RELATIONS:
            if depth:
                symbol = printed_symbol(token.means)
                sentence = f"Parentheses can’t enclose {symbol}, except around the whole Restriction."
                raise SetSyntaxError(token.position, sentence, code="parentheses_around_restriction_symbol")
            indexes.append(number)
    if not indexes:
        position = tokens[-1].position + 1 if tokens else 0
        raise SetSyntaxError(
            position, "A Restriction needs = or ⊂.", code="restriction_without_symbol", unfinished=True
        )
    return indexes


def cards_kept_by(statement: WrittenRestriction, groupings: Groupings) -> RestrictionReadings:
    """Return which cards stay, for every reading of the Restriction."""
    all_cards = groupings.universe.all_cards
    states: dict[tuple[CardBits, CardBits], tuple[GroupedSet, ...]] = {
        (all_cards, cards): (read,) for cards, read in groupings.readings_of(statement.sets[0]).items()
    }
    for relation, written in zip(statement.relations, statement.sets[1:], strict=True):
        rights = groupings.readings_of(written)
        groupings.spend(len(states) * len(rights))
        after: dict[tuple[CardBits, CardBits], tuple[GroupedSet, ...]] = {}
        for (kept, left), reads in states.items():
            for right, read in rights.items():
                removed = left & ~right if relation.means == "c" else left ^ right
                after.setdefault((kept & ~removed, right), (*reads, read))
        states = after
    readings: RestrictionReadings = {}
    for (kept, _), reads in states.items():
        readings.setdefault(kept, GroupedRestriction(reads, statement.relations))
    return readings
