"""Cards that are cut apart: which of them go on which page, so that a person with a pile has them in order."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from math import ceil
from typing import TypeVar

T = TypeVar("T")


def in_order(items: Sequence[T], size: int) -> list[list[T | None]]:
    """Page by page."""
    return [list(page) for page in zip_longest(*[iter(items)] * size)]


def piled(items: Sequence[T], size: int) -> list[list[T | None]]:
    """The first pile holds the first of the items, from top to bottom, and so on: laid on each other they are in order.

    `piled("abcde", 2)` gives pages `a d`, `b e`, `c`.
    """
    pages = ceil(len(items) / size)
    piles = [items[at * pages : (at + 1) * pages] for at in range(size)]
    return [list(page) for page in zip_longest(*piles)]
