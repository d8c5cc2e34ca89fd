"""Limits of exact computation, beyond which the checker says that it can't decide."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

MAX_BITS = 4096
"""A power or factorial up to this many bits is written out; a larger one is kept by its prime exponents."""
MAX_DEGREE = 240
"""Of an algebraic number, as the product of the degrees of its parts."""
MAX_COMPLEX_DEGREE = 48
MAX_COMPLEX_BITS = 400
"""Complex numbers are harder to tell apart than real ones."""
MAX_POLYNOMIAL_BITS = 120_000
"""Of an algebraic number's polynomial, as estimated beforehand."""
MAX_FACTORIAL = 60_000
"""The largest n for which n! is kept by its prime exponents."""
MAX_UNKNOWN_BITS = 100
"""What is left of a number after trial division is factored up to this many bits."""
MAX_PRIME_BITS = 256
"""A number up to this many bits is proved prime."""
MAX_FACTORED_BITS = 20_000
"""A number up to this many bits is divided by small primes."""
MAX_TERMS = 60
"""Of a sum with logarithms and huge powers."""
MAX_POWERS = 20_000
"""Prime powers in all the terms of a sum that is multiplied out."""
MAX_STEPS = 80_000
"""Of one judgment: an operation on fractions is one step, on other numbers several."""


class Undecided(Exception):
    """The exact answer is out of reach. The message says why."""


class Budget:
    """The steps that one judgment may take. The same text always takes the same number of steps."""

    def __init__(self, steps: int = MAX_STEPS) -> None:
        self.left = steps

    def spend(self, steps: int = 1) -> None:
        self.left -= steps
        if self.left < 0:
            raise Undecided("There are too many interpretations to check.")

    @contextmanager
    def running(self) -> Iterator[None]:
        """While an operation runs, charge work inside it that can't be estimated beforehand to this budget."""
        token = _RUNNING.set(self)
        try:
            yield
        finally:
            _RUNNING.reset(token)


_RUNNING: ContextVar[Budget | None] = ContextVar("running", default=None)


def charge(steps: int) -> None:
    """Charge work inside an operation to the budget of the current judgment."""
    budget = _RUNNING.get()
    if budget is not None:
        budget.spend(steps)
