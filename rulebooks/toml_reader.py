"""Takes keys out of a TOML table one by one; what is missing, of the wrong kind or left over is refused."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, NoReturn, TypeVar

from rulebooks.citations import Ruled

Made = TypeVar("Made")


class EditionError(ValueError):
    """A rule book file that contradicts itself, or lacks something: file, key and reason in one sentence."""


class TomlReader:
    """One table of a file. `books` are the books that its citations may name."""

    def __init__(self, data: Mapping[str, Any], source: str, books: Collection[str] = ()) -> None:
        self._data = dict(data)
        self._source = source
        self._books = books

    def refuse(self, key: str, reason: str) -> NoReturn:
        raise EditionError(f"{self._source}: {key} {reason}")

    def text(self, key: str) -> str:
        value = self._take(key)
        if not isinstance(value, str) or not value.strip():
            self.refuse(key, "must be a text")
        return value

    def number(self, key: str) -> int:
        value = self._take(key)
        if not _is_whole(value):
            self.refuse(key, "must be a whole number")
        return int(value)

    def numbers(self, key: str) -> tuple[int, ...]:
        value = self._take(key)
        if not isinstance(value, list) or not value or not all(_is_whole(item) for item in value):
            self.refuse(key, "must be a list of whole numbers")
        return tuple(value)

    def choice(self, key: str, options: Collection[str]) -> str:
        value = self.text(key)
        if value not in options:
            self.refuse(key, f"must be one of {', '.join(options)}")
        return value

    def texts(self, key: str) -> list[str]:
        """A list of texts; none if the key is not there."""
        value = self._data.pop(key, [])
        if not isinstance(value, list) or not all(isinstance(item, str) and item for item in value):
            self.refuse(key, "must be a list of texts")
        return value

    def some_of(self, key: str, options: Collection[str]) -> tuple[str, ...]:
        """A list of what may be listed, each once; none if the key is not there."""
        values = self.texts(key)
        if len(set(values)) != len(values) or not set(values) <= set(options):
            self.refuse(key, f"must list some of {', '.join(options)}, each once")
        return tuple(values)

    def flag(self, key: str) -> bool:
        """True or false; false if the key is not there."""
        value = self._data.pop(key, False)
        if not isinstance(value, bool):
            self.refuse(key, "must be true or false")
        return value

    # -- figures with their rule --------------------------------------------------------------------------------------

    def rule(self, key: str = "rule") -> str:
        """A citation, or several with a semicolon between; each begins with a book that the edition names."""
        citation = self.text(key)
        for part in citation.split(";"):
            book, _, place = part.strip().partition(" ")
            if book not in self._books or not place:
                self.refuse(key, f"must cite {', '.join(self._books)} and a place in it, not {part.strip()!r}")
        return citation

    def ruled_number(self, key: str) -> Ruled[int]:
        part = self.section(key)
        return part.closed(Ruled(part.number("is"), part.rule()))

    def ruled_flag(self, key: str) -> Ruled[bool]:
        part = self.section(key)
        if not part.has("is"):
            part.refuse("is", "is missing")
        return part.closed(Ruled(part.flag("is"), part.rule()))

    def ruled_text(self, key: str, options: Collection[str] = ()) -> Ruled[str]:
        part = self.section(key)
        value = part.choice("is", options) if options else part.text("is")
        return part.closed(Ruled(value, part.rule()))

    # -- tables in tables ---------------------------------------------------------------------------------------------

    def has(self, key: str) -> bool:
        return key in self._data

    def names(self) -> list[str]:
        return list(self._data)

    def section(self, key: str) -> TomlReader:
        value = self._take(key)
        if not isinstance(value, dict):
            self.refuse(key, "must be a table")
        return TomlReader(value, f"{self._source} [{key}]", self._books)

    def sections(self, key: str) -> list[TomlReader]:
        value = self._take(key)
        if not isinstance(value, list) or not value or not all(isinstance(item, dict) for item in value):
            self.refuse(key, "must be a list of tables")
        return [
            TomlReader(item, f"{self._source} [{key} {number}]", self._books) for number, item in enumerate(value, 1)
        ]

    def keyed(self, key: str) -> dict[str, TomlReader]:
        """The tables below a table, by their names; none if the key is not there."""
        if not self.has(key):
            return {}
        part = self.section(key)
        return {name: part.section(name) for name in part.names()}

    def on_top_of(self, shared: Mapping[str, Any]) -> TomlReader:
        """This table, completed by what several share."""
        return TomlReader({**shared, **self._data}, self._source, self._books)

    def rest(self) -> dict[str, Any]:
        rest, self._data = self._data, {}
        return rest

    def closed(self, made: Made) -> Made:
        """What was made of this table, if nothing of it is left over."""
        self.finish()
        return made

    def finish(self) -> None:
        for key in self._data:
            self.refuse(key, "is not known")

    def _take(self, key: str) -> Any:
        if key not in self._data:
            self.refuse(key, "is missing")
        return self._data.pop(key)


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
