"""Choices that several lists have: names as the public sees them or in full, and how much is made for a look."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from printing.documents import Asked, Option

FOR_THE_WALL = Option("names", "Names", {"public": "as the public sees them", "full": "in full, for the staff"})
IN_FULL = Option("names", "Names", {"full": "in full", "public": "as the public sees them"})
ROWS_OF_A_LOOK = 40

T = TypeVar("T")


def policy_of(asked: Asked, option: Option) -> str | None:
    """By which the public sees names; None for full names."""
    return asked.tournament.public_names if asked.option(option) == "public" else None


def for_a_look(asked: Asked, rows: Sequence[T]) -> Sequence[T]:
    """All of them, or about a page where only a look is wanted."""
    return rows if asked.most is None else rows[: asked.most * ROWS_OF_A_LOOK]
