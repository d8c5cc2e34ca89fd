"""A small cache in the memory of one process, for what everyone looks at at the same moment."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any, ClassVar, Generic, TypeVar
from weakref import WeakSet

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class LocalCache(Generic[Key, Value]):
    """Keeps the values that were used last, at most `size` of them."""

    instances: ClassVar[WeakSet[LocalCache[Any, Any]]] = WeakSet()

    def __init__(self, size: int) -> None:
        self._size = size
        self._values: dict[Key, Value] = {}
        self._lock = Lock()
        self.instances.add(self)

    def find(self, key: Key) -> Value | None:
        with self._lock:
            if key not in self._values:
                return None
            value = self._values[key] = self._values.pop(key)  # move it to the end
            return value

    def store(self, key: Key, value: Value) -> None:
        with self._lock:
            self._values.pop(key, None)
            self._values[key] = value
            if len(self._values) > self._size:
                del self._values[next(iter(self._values))]

    def get(self, key: Key, compute: Callable[[], Value]) -> Value:
        """Return the value of this key; compute and store it if it is missing. Values are never None."""
        value = self.find(key)
        if value is None:
            value = compute()
            self.store(key, value)
        return value

    def clear(self) -> None:
        with self._lock:
            self._values.clear()


def clear_local_caches() -> None:
    """Clear the caches of this process. For tests, which share one."""
    for cache in LocalCache.instances:
        cache.clear()
