"""Pairs brackets into groups. A bracket that is missing may be put in at any fitting place (JM E4)."""

from __future__ import annotations

from dataclasses import replace

from rulebooks.equations.tokens import CLOSING, Token, Tokens, flatten
from rulebooks.equations.violations import Illegal

MOST_MISSING = 2
MOST_WAYS = 60
MOST_DEPTH = 24
ENDS = ("digit", "i", "pob", "!", "sup", "close", "note", "point", "frac", "vinc")
"""What a closing bracket may stand behind."""


def pair_brackets(tokens: Tokens) -> list[Tokens]:
    """Every way to read the brackets: one, unless a bracket is missing."""
    missing = _unpaired(tokens)
    if not missing:
        return [_nested(tokens)]
    if len(missing) > MOST_MISSING:
        place = tokens[missing[0]]
        raise Illegal("brackets", "More than two brackets are missing.", place.start, place.end)
    ways = _completed(tokens, len(missing))
    if not ways:
        place = tokens[missing[0]]
        raise Illegal("brackets", "This bracket has no other half.", place.start, place.end)
    return list(dict.fromkeys(_nested(way) for way in ways))


def _unpaired(tokens: Tokens) -> list[int]:
    """The places of brackets without their other half."""
    waiting: list[int] = []
    alone: list[int] = []
    for at, token in enumerate(tokens):
        if token.kind == "open":
            waiting.append(at)
        elif token.kind == "close":
            fitting = [place for place in waiting if CLOSING[tokens[place].symbol] == token.symbol]
            if not fitting:
                alone.append(at)
                continue
            while waiting[-1] != fitting[-1]:
                alone.append(waiting.pop())
            waiting.pop()
    return sorted(alone + waiting)


def _completed(tokens: Tokens, times: int) -> list[Tokens]:
    """The marks with the missing halves put in wherever they fit."""
    if times == 0:
        return [] if _unpaired(tokens) else [tokens]
    place = _unpaired(tokens)[0]
    lone = tokens[place]
    found: list[Tokens] = []
    if lone.kind == "open":
        half = Token("close", CLOSING[lone.symbol], start=lone.start, end=lone.end)
        spots = [at for at in range(place + 2, len(tokens) + 1) if tokens[at - 1].kind in ENDS]
    else:
        opening = next(left for left, right in CLOSING.items() if right == lone.symbol)
        half = Token("open", opening, start=lone.start, end=lone.end)
        spots = [at for at in range(place) if tokens[at].kind not in ("close", "!", "sup", "note")]
        spots = [at for at in spots if at == 0 or tokens[at - 1].kind in ("sign", "open")]
    for at in spots:
        trial = (*tokens[:at], half, *tokens[at:])
        if len(_unpaired(trial)) < len(_unpaired(tokens)) and not _splits_numeral(trial, at):
            found.extend(_completed(trial, times - 1))
        if len(found) > MOST_WAYS:
            break
    return found[:MOST_WAYS]


def _splits_numeral(tokens: Tokens, at: int) -> bool:
    return 0 < at < len(tokens) - 1 and tokens[at - 1].kind == tokens[at + 1].kind == "digit"


def _nested(tokens: Tokens) -> Tokens:
    """Groups instead of pairs of brackets, in exponents and bars too."""
    stack: list[list[Token]] = [[]]
    opened: list[Token] = []
    for token in tokens:
        if token.kind == "open":
            if len(stack) > MOST_DEPTH:
                raise Illegal("brackets", "It is nested too deeply.", token.start, token.end)
            opened.append(token)
            stack.append([])
        elif token.kind == "close":
            inside = tuple(stack.pop())
            start = opened.pop().start
            if not inside:
                raise Illegal("empty", "There is nothing between these brackets.", start, token.end)
            stack[-1].append(Token("group", inside=(inside,), start=start, end=token.end))
        elif token.inside:
            stack[-1].append(replace(token, inside=tuple(_whole(part) for part in token.inside)))
        else:
            stack[-1].append(token)
    return tuple(stack[0])


def _whole(tokens: Tokens) -> Tokens:
    missing = _unpaired(tokens)
    if missing:
        place = tokens[missing[0]]
        raise Illegal("brackets", "This bracket has no other half.", place.start, place.end)
    return _nested(tokens)


def find_bar(tokens: Tokens) -> Token | None:
    return next((token for token in flatten(tokens) if token.kind in ("frac", "vinc")), None)


def bar_code(bar: Token) -> str:
    return "fraction_bar" if bar.kind == "frac" else "vinculum"


def bars_as_groups(tokens: Tokens) -> Tokens:
    """The bar as the writer means it: a group, or a quotient of two groups."""
    return tuple(_meant(token) for token in tokens)


def _meant(token: Token) -> Token:
    inside = tuple(bars_as_groups(part) for part in token.inside)
    if token.kind == "vinc":
        return replace(token, kind="group", inside=inside)
    if token.kind == "frac":
        parts = [replace(token, kind="group", inside=(part,), start=part[0].start, end=part[-1].end) for part in inside]
        return replace(token, kind="group", inside=((parts[0], _divided(token), parts[1]),))
    return replace(token, inside=inside)


def without_bars(tokens: Tokens) -> Tokens:
    """The same cubes without the bar."""
    found: list[Token] = []
    for token in tokens:
        inside = tuple(without_bars(part) for part in token.inside)
        if token.kind == "vinc":
            found.extend(inside[0])
        elif token.kind == "frac":
            found.extend((*inside[0], _divided(token), *inside[1]))
        else:
            found.append(replace(token, inside=inside))
    return tuple(found)


def _divided(token: Token) -> Token:
    """A ÷ that is on no cube."""
    return Token("sign", "/", repeated=True, start=token.start, end=token.end)
