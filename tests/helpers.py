"""Types and small helpers that tests of every floor share. Importing them needs no Django."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias, TypeVar

if TYPE_CHECKING:
    from django.test import Client
    from django.test.client import _MonkeyPatchedWSGIResponse

    from foundation.people.models import User

ClientResponse: TypeAlias = "_MonkeyPatchedWSGIResponse"  # what a Client returns, which only the stubs name
SignIn: TypeAlias = "Callable[[User | None], Client]"

PATIENCE = 300.0  # seconds until a test gives up waiting; a busy machine is slow, and that is no failure

T = TypeVar("T")


def require(thing: T | None) -> T:
    """Return what a test expects to be there, and fail if it is None."""
    assert thing is not None, "expected something, found None"
    return thing
