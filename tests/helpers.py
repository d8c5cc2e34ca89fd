"""Types and small helpers that tests of every floor share. Importing them needs no Django."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol, TypeAlias, TypeVar

if TYPE_CHECKING:
    from django.test import Client

    from foundation.people.models import User

SignIn: TypeAlias = "Callable[[User | None], Client]"

PATIENCE = 300.0  # seconds until a test gives up waiting; a busy machine is slow, and that is no failure

T = TypeVar("T")


class ClientResponse(Protocol):
    """What a Client returns, as far as helpers read it: only the stubs have a name for the rest."""

    @property
    def content(self) -> bytes: ...


def require(thing: T | None) -> T:
    """Return what a test expects to be there, and fail if it is None."""
    assert thing is not None, "expected something, found None"
    return thing
