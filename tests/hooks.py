"""Swaps the providers of a hook for the length of a `with` block."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from foundation.hooks import Hook


@contextmanager
def replaced_providers(hook: Hook[Any], *providers: Any) -> Iterator[None]:
    """Let only these providers answer the hook."""
    before = tuple(hook)
    _set_providers(hook, providers)
    try:
        yield
    finally:
        _set_providers(hook, before)


@contextmanager
def added_provider(hook: Hook[Any], provider: Any) -> Iterator[None]:
    """Let one more provider answer the hook."""
    with replaced_providers(hook, *hook, provider):
        yield


def _set_providers(hook: Hook[Any], providers: tuple[Any, ...]) -> None:
    for old in hook:
        hook.remove(old)
    hook.register(*providers)
