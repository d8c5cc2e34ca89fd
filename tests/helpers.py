"""Types and small helpers that tests of every floor share."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from django.test import Client

from foundation.people.models import User

SignIn = Callable[[User | None], Client]

T = TypeVar("T")


def require(thing: T | None) -> T:
    """Return what a test expects to be there, and fail if it is None."""
    assert thing is not None, "expected something, found None"
    return thing
