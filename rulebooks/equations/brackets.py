"""Pairs brackets into groups, and handles drawn bars.

A missing bracket may be inserted anywhere it fits (JM E4). A drawn fraction bar or radical bar neither groups nor
counts as a cube (JM E16, E17).
"""

from __future__ import annotations

from dataclasses import replace

from rulebooks.equations.tokens import CLOSING, Token, Tokens, flatten
from rulebooks.equations.violations import Illegal

MAX_MISSING = 2
MAX_PAIRINGS = 60
MAX_DEPTH = 24
OPERAND_ENDS = ("digit", "i", "pob", "!", "sup", "close", "note", "point", "frac", "vinc")
"""What may come before a closing bracket."""


def pair_brackets(tokens: Tokens) -> list[Tokens]:
    """Return every way to pair the brackets: one, unless a bracket is missing."""
    missing = _unpaired(tokens)
    if not missing:
        return [_nest(tokens)]
    if len(missing) > MAX_MISSING:
        lone = tokens[missing[0]]
        raise Illegal("brackets", "More than 2 parentheses are missing.", lone.start, lone.end)
    completed = _insert_missing(tokens, len(missing))
    if not completed:
        lone = tokens[missing[0]]
        raise Illegal("brackets", "This parenthesis has no match.", lone.start, lone.end)
    return list(dict.fromkeys(_nest(each) for each in completed))


def _unpaired(tokens: Tokens) -> list[int]:
    """Return the indexes of brackets without a partner."""
    waiting: list[int] = []
    unpaired: list[int] = []
    for index, token in enumerate(tokens):
        if token.kind == "open":
            waiting.append(index)
        elif token.kind == "close":
            partners = [candidate for candidate in waiting if CLOSING[tokens[candidate].symbol] == token.symbol]
            if not partners:
                unpaired.append(index)
                continue
            while waiting[-1] != partners[-1]:
                unpaired.append(waiting.pop())
            waiting.pop()
    return sorted(unpaired + waiting)


def _insert_missing(tokens: Tokens, times: int) -> list[Tokens]:
    """Return the tokens with the missing brackets inserted wherever they fit."""
    if times == 0:
        return [] if _unpaired(tokens) else [tokens]
    index = _unpaired(tokens)[0]
    lone = tokens[index]
    completed: list[Tokens] = []
    if lone.kind == "open":
        half = Token("close", CLOSING[lone.symbol], start=lone.start, end=lone.end)
        positions = [
            position for position in range(index + 2, len(tokens) + 1) if tokens[position - 1].kind in OPERAND_ENDS
        ]
    else:
        opening = next(left for left, right in CLOSING.items() if right == lone.symbol)
        half = Token("open", opening, start=lone.start, end=lone.end)
        positions = [
            position for position in range(index) if tokens[position].kind not in ("close", "!", "sup", "note")
        ]
        positions = [
            position for position in positions if position == 0 or tokens[position - 1].kind in ("sign", "open")
        ]
    for position in positions:
        trial = (*tokens[:position], half, *tokens[position:])
        if len(_unpaired(trial)) < len(_unpaired(tokens)) and not _splits_numeral(trial, position):
            completed.extend(_insert_missing(trial, times - 1))
        if len(completed) > MAX_PAIRINGS:
            break
    return completed[:MAX_PAIRINGS]


def _splits_numeral(tokens: Tokens, position: int) -> bool:
    return 0 < position < len(tokens) - 1 and tokens[position - 1].kind == tokens[position + 1].kind == "digit"


def _nest(tokens: Tokens) -> Tokens:
    """Replace pairs of brackets by groups, also inside exponents and bars."""
    stack: list[list[Token]] = [[]]
    opened: list[Token] = []
    for token in tokens:
        if token.kind == "open":
            if len(stack) > MAX_DEPTH:
                raise Illegal("brackets", "There are too many parentheses inside each other.", token.start, token.end)
            opened.append(token)
            stack.append([])
        elif token.kind == "close":
            inside = tuple(stack.pop())
            start = opened.pop().start
            if not inside:
                raise Illegal("empty", "There’s nothing inside these parentheses.", start, token.end)
            stack[-1].append(Token("group", inside=(inside,), start=start, end=token.end))
        elif token.inside:
            stack[-1].append(replace(token, inside=tuple(_nest_balanced(part) for part in token.inside)))
        else:
            stack[-1].append(token)
    return tuple(stack[0])


def _nest_balanced(tokens: Tokens) -> Tokens:
    missing = _unpaired(tokens)
    if missing:
        lone = tokens[missing[0]]
        raise Illegal("brackets", "This parenthesis has no match.", lone.start, lone.end)
    return _nest(tokens)


def find_bar(tokens: Tokens) -> Token | None:
    """Return the first drawn bar, if any."""
    return next((token for token in flatten(tokens) if token.kind in ("frac", "vinc")), None)


def bar_code(bar: Token) -> str:
    return "fraction_bar" if bar.kind == "frac" else "vinculum"


def bars_as_groups(tokens: Tokens) -> Tokens:
    """Read bars as the writer means them: a group, or a quotient of two groups."""
    return tuple(_bar_as_group(token) for token in tokens)


def _bar_as_group(token: Token) -> Token:
    inside = tuple(bars_as_groups(part) for part in token.inside)
    if token.kind == "vinc":
        return replace(token, kind="group", inside=inside)
    if token.kind == "frac":
        parts = [replace(token, kind="group", inside=(part,), start=part[0].start, end=part[-1].end) for part in inside]
        return replace(token, kind="group", inside=((parts[0], _division_sign(token), parts[1]),))
    return replace(token, inside=inside)


def without_bars(tokens: Tokens) -> Tokens:
    """Return the same cubes without bars."""
    flattened: list[Token] = []
    for token in tokens:
        inside = tuple(without_bars(part) for part in token.inside)
        if token.kind == "vinc":
            flattened.extend(inside[0])
        elif token.kind == "frac":
            flattened.extend((*inside[0], _division_sign(token), *inside[1]))
        else:
            flattened.append(replace(token, inside=inside))
    return tuple(flattened)


def _division_sign(token: Token) -> Token:
    """Return a ÷ that takes no cube."""
    return Token("sign", "/", repeated=True, start=token.start, end=token.end)
