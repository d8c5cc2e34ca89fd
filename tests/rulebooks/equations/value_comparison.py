"""Compares values as text by a separate evaluator, with boxes of 300 bits."""

from __future__ import annotations

import ast
import functools
from collections.abc import Callable

import flint

BITS = 300


def is_same_value(left: str, right: str) -> bool:
    """Whether two values are equal to 300 bits."""
    if left == right:
        return True
    one, other = evaluate_text(left), evaluate_text(right)
    return bool(one.real.overlaps(other.real) and one.imag.overlaps(other.imag))


@functools.cache
def evaluate_text(text: str) -> flint.acb:
    before = flint.ctx.prec
    flint.ctx.prec = BITS
    try:
        return _value(ast.parse(text.replace("^", "**"), mode="eval").body)
    finally:
        flint.ctx.prec = before


def _value(node: ast.expr) -> flint.acb:
    match node:
        case ast.Constant(value=int() as value):
            return flint.acb(flint.fmpz(value))
        case ast.Name(id="I"):
            return flint.acb(0, 1)
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_value(operand)
        case ast.BinOp(left=left, op=op, right=right):
            return _BINARY[type(op)](_value(left), _value(right))
        case ast.Call(func=ast.Name(id=name), args=args):
            return _CALLS[name](*(_value(each) for each in args))
    raise AssertionError(ast.dump(node))


def _power(base: flint.acb, exponent: flint.acb) -> flint.acb:
    whole = exponent.real.unique_fmpz()
    return base ** int(whole) if whole is not None and exponent.imag.is_zero() else base**exponent


def _root(inside: flint.acb, index: flint.acb) -> flint.acb:
    whole = index.real.unique_fmpz()
    assert whole is not None
    if inside.real < 0 and int(whole) % 2:
        return -((-inside) ** (1 / index))
    return inside ** (1 / index)


_BINARY: dict[type[ast.operator], Callable[[flint.acb, flint.acb], flint.acb]] = {
    ast.Add: lambda left, right: left + right,
    ast.Sub: lambda left, right: left - right,
    ast.Mult: lambda left, right: left * right,
    ast.Div: lambda left, right: left / right,
    ast.Pow: _power,
}
_CALLS: dict[str, Callable[..., flint.acb]] = {
    "sqrt": lambda inside: inside.sqrt(),
    "root": _root,
    "fact": lambda inside: (inside + 1).gamma(),
    "log": lambda inside, base: inside.log() / base.log(),
}
