"""Every reading against brute force: all groupings one by one, on single cards."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulebooks.onsets.cubes_and_cards import DECK, Universe
from rulebooks.onsets.formatting import format_typed
from rulebooks.onsets.groupings import Groupings, TooManyReadings
from rulebooks.onsets.restrictions import cards_kept_by, parse_restriction
from rulebooks.onsets.set_trees import parse_set
from rulebooks.onsets.tokens import tokenize
from tests.rulebooks.onsets.checker_helpers import FOURTEEN, TWELVE, judge_solution

BRIEF = settings(max_examples=60, deadline=None)


# -- brute force ------------------------------------------------------------------------------------------------------


def has_symbol(card: str, symbol: str) -> bool:
    return {"V": True, "L": False}.get(symbol, card != "blank" and symbol in card)


def combine_sets(sign: str, left: bool, right: bool, symmetric: bool) -> bool:
    if sign == "U":
        return left or right
    if sign == "n":
        return left and right
    return left != right if symmetric else left and not right


def split_sets(text: str) -> tuple[list[str], list[str]]:
    """Return the sets of the outermost level with their complements, and the signs between them."""
    sets, signs, depth, start = [], [], 0, 0
    for position, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if depth == 0 and sign in "Un-":
            sets.append(text[start:position].strip())
            signs.append(sign)
            start = position + 1
    return [*sets, text[start:].strip()], signs


def groupings(sets: list[str], signs: list[str]) -> Iterator[object]:
    """Return every binary tree over these sets, as nested tuples."""
    if len(sets) == 1:
        yield from readings(sets[0])
    for position, sign in enumerate(signs):
        lefts = groupings(sets[: position + 1], signs[:position])
        for left, right in itertools.product(lefts, list(groupings(sets[position + 1 :], signs[position + 1 :]))):
            yield (sign, left, right)


def readings(text: str) -> Iterator[object]:
    bare = text.rstrip("'")
    primes = len(text) - len(bare)
    inside: Iterator[object] = iter([bare]) if len(bare) == 1 else groupings(*split_sets(bare[1:-1]))
    for each in inside:
        yield ("'", each) if primes % 2 else each


def is_card_in_set(tree: object, card: str, symmetric: bool) -> bool:
    if isinstance(tree, str):
        return has_symbol(card, tree)
    assert isinstance(tree, tuple)
    if tree[0] == "'":
        return not is_card_in_set(tree[1], card, symmetric)
    return combine_sets(
        tree[0], is_card_in_set(tree[1], card, symmetric), is_card_in_set(tree[2], card, symmetric), symmetric
    )


def sets_by_brute_force(text: str, cards: list[str], symmetric: bool = False) -> list[frozenset[str]]:
    """Return the sets of all groupings, in the order in which they are tried."""
    found = (
        frozenset(card for card in cards if is_card_in_set(tree, card, symmetric))
        for tree in groupings(*split_sets(text))
    )
    return list(dict.fromkeys(found))


# -- names to try -----------------------------------------------------------------------------------------------------

plain = st.builds(lambda symbol, primes: symbol + "'" * primes, st.sampled_from("BRGYVL"), st.integers(0, 3))


def bracketed(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.builds(lambda text, primes: f"({text})" + "'" * primes, chain(inner), st.integers(0, 2))


def chain(operand: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    def join_chain(first: str, rest: list[tuple[str, str]]) -> str:
        return first + "".join(f" {sign} {each}" for sign, each in rest)

    return st.builds(join_chain, operand, st.lists(st.tuples(st.sampled_from("Un-"), operand), max_size=2))


names = chain(st.one_of(plain, bracketed(plain))).filter(lambda text: sum(sign in "BRGYVL" for sign in text) <= 14)
universes = st.lists(st.sampled_from(DECK), min_size=1, max_size=14, unique=True)


def sets_of(text: str, cards: list[str], symmetric: bool = False) -> list[frozenset[str]]:
    universe = Universe(tuple(cards))
    found = Groupings(universe, symmetric).readings_of(parse_set(tokenize(text), len(text)))
    return [frozenset(universe.names_of(each)) for each in found]


@BRIEF
@given(names, universes, st.booleans())
def test_readings_equal_brute_force_in_the_same_order(text: str, cards: list[str], symmetric: bool) -> None:
    assert sets_of(text, cards, symmetric) == sets_by_brute_force(text, cards, symmetric)


@BRIEF
@given(names, universes)
def test_formatted_reading_is_unambiguous(text: str, cards: list[str]) -> None:
    universe = Universe(tuple(cards))
    for cards_of_it, read in Groupings(universe).readings_of(parse_set(tokenize(text), len(text))).items():
        again = format_typed(read)
        assert list(Groupings(universe).readings_of(parse_set(tokenize(again), len(again)))) == [cards_of_it]


@BRIEF
@given(st.lists(names, min_size=2, max_size=4), st.data(), universes)
def test_restriction_keeps_the_cards_that_satisfy_each_part_of_it(
    sets: list[str], data: st.DataObject, cards: list[str]
) -> None:
    relations = data.draw(st.lists(st.sampled_from("=c"), min_size=len(sets) - 1, max_size=len(sets) - 1))
    while sum(sign in "BRGYVL" for text in sets for sign in text) > 14:
        sets = [text if len(text) == 1 else "B" for text in sets]
    text = sets[0] + "".join(f" {relation} {each}" for relation, each in zip(relations, sets[1:], strict=True))
    expected = set()
    for choice in itertools.product(*(sets_by_brute_force(each, cards) for each in sets)):
        kept = set(cards)
        for left, relation, right in zip(choice, relations, choice[1:], strict=False):
            kept -= left - right if relation == "c" else left ^ right
        expected.add(frozenset(kept))
    universe = Universe(tuple(cards))
    found = cards_kept_by(parse_restriction(tokenize(text), len(text)), Groupings(universe))
    assert {frozenset(universe.names_of(each)) for each in found} == expected


@BRIEF
@given(st.lists(st.builds("{} {} {}".format, names, st.sampled_from("=c"), names), max_size=3), names, st.randoms())
def test_order_of_restrictions_never_matters(restrictions: list[str], name: str, rnd: random.Random) -> None:
    other = restrictions[:]
    rnd.shuffle(other)
    first, second = (
        judge_solution(name, *each, value=3, on={"no-null-restrictions": True}) for each in (restrictions, other)
    )
    assert (first["verdict"], first["count"], first["cards"]) == (second["verdict"], second["count"], second["cards"])


@BRIEF
@given(names, names, universes)
def test_set_name_is_evaluated_on_the_remaining_cards(name: str, other: str, cards: list[str]) -> None:
    """A Restriction is a new, smaller Universe (OS VI-B-1)."""
    restriction = f"({other}) c R"
    left = [card for card in cards if card in sets_of(f"(({other}) - R)'", cards)[0]]
    answer = judge_solution(name, restriction, universe=cards)
    if answer["verdict"] == "no_goal" and left:
        assert answer["cards"] == judge_solution(name, universe=left)["cards"]


def test_chain_of_all_cubes_is_read_or_refused_in_time() -> None:
    rnd = random.Random(11)
    for _ in range(10):
        text = rnd.choice("BRGY") + "".join(rnd.choice("Un-") + rnd.choice("BRGYVL") for _ in range(13))
        answer = judge_solution(text, value=3, universe=FOURTEEN, division="S", on={"symmetric-difference": True})
        assert answer["verdict"] in ("correct", "incorrect", "ambiguous")


def test_too_much_work_is_refused() -> None:
    found = Groupings(Universe(tuple(TWELVE)), work=60_000)
    with pytest.raises(TooManyReadings):
        found.readings_of(parse_set(tokenize("B U R"), 5))
