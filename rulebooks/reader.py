"""Takes keys out of a TOML table one by one; what is missing, of the wrong kind or left over is refused."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NoReturn


class EditionError(ValueError):
    """A rule book file that contradicts itself, or lacks something: file, key and reason in one sentence."""


class Reader:
    def __init__(self, data: Mapping[str, Any], source: str) -> None:
        self._data = dict(data)
        self._source = source

    def refuse(self, key: str, reason: str) -> NoReturn:
        raise EditionError(f"{self._source}: {key} {reason}")

    def text(self, key: str) -> str:
        value = self._take(key)
        if not isinstance(value, str) or not value.strip():
            self.refuse(key, "must be a text")
        return value

    def number(self, key: str) -> int:
        value = self._take(key)
        if not isinstance(value, int) or isinstance(value, bool):
            self.refuse(key, "must be a whole number")
        return value

    def has(self, key: str) -> bool:
        return key in self._data

    def section(self, key: str) -> Reader:
        value = self._take(key)
        if not isinstance(value, dict):
            self.refuse(key, "must be a table")
        return Reader(value, f"{self._source} [{key}]")

    def sections(self, key: str) -> list[Reader]:
        value = self._take(key)
        if not isinstance(value, list) or not value:
            self.refuse(key, "must be a list of tables")
        return [Reader(item, f"{self._source} [{key} {number}]") for number, item in enumerate(value, 1)]

    def rest(self) -> dict[str, Any]:
        rest, self._data = self._data, {}
        return rest

    def finish(self) -> None:
        for key in self._data:
            self.refuse(key, "is not known")

    def _take(self, key: str) -> Any:
        if key not in self._data:
            self.refuse(key, "is missing")
        return self._data.pop(key)

    def texts(self, key: str) -> list[str]:
        """A list of texts; none if the key is not there."""
        value = self._data.pop(key, [])
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            self.refuse(key, "must be a list of texts")
        return value

    def names(self) -> list[str]:
        return list(self._data)

    def flag(self, key: str) -> bool:
        value = self._data.pop(key, False)
        if not isinstance(value, bool):
            self.refuse(key, "must be true or false")
        return value
