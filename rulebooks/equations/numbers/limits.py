"""How far exact work goes before it says that it cannot decide."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

MOST_BITS = 4096
"""A power or factorial of at most so many bits is worked out; a larger one is kept by its prime exponents."""
MOST_DEGREE = 240
"""Of an algebraic number, as the product of the degrees that go into it."""
MOST_COMPLEX_DEGREE = 48
MOST_COMPLEX_BITS = 400
"""Complex numbers are harder to tell apart than real ones."""
MOST_POLYNOMIAL_BITS = 120_000
"""Of an algebraic number's polynomial, as far as it can be told beforehand."""
MOST_FACTORIAL = 60_000
"""The largest n of which n! is kept by its prime exponents."""
MOST_UNKNOWN_BITS = 100
"""What is left of a number after trial division may have so many bits to be factored."""
MOST_PRIME_BITS = 256
"""A prime may have so many bits to be proved one."""
MOST_FACTORED_BITS = 20_000
"""A number may have so many bits to be tried by small primes."""
MOST_TERMS = 60
"""Of a form in logarithms and huge powers."""
MOST_POWERS = 20_000
"""Of primes, in all the terms of a sum that is multiplied out."""
MOST_STEPS = 80_000
"""Of one judgement: an operation on fractions is one step, on other numbers several."""


class Undecided(Exception):
    """The exact answer is out of reach; the sentence says why."""


class Budget:
    """Steps that one judgement may take. The same text always takes the same number of steps."""

    def __init__(self, steps: int = MOST_STEPS) -> None:
        self.left = steps

    def spend(self, steps: int = 1) -> None:
        self.left -= steps
        if self.left < 0:
            raise Undecided("There are too many readings to try them all.")

    @contextmanager
    def running(self) -> Iterator[None]:
        """While an operation runs, the work inside it that cannot be told beforehand is charged here."""
        token = _RUNNING.set(self)
        try:
            yield
        finally:
            _RUNNING.reset(token)


_RUNNING: ContextVar[Budget | None] = ContextVar("running", default=None)


def charge(steps: int) -> None:
    """Work inside an operation, on the budget of the judgement that it belongs to."""
    budget = _RUNNING.get()
    if budget is not None:
        budget.spend(steps)
