"""What the workers look after without being asked, every few minutes: small questions that may lead to a job."""

from __future__ import annotations

from collections.abc import Callable

Chore = Callable[[], None]
CHORES: list[Chore] = []


def chore(do: Chore) -> Chore:
    CHORES.append(do)
    return do
