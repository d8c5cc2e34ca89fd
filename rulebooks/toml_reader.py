"""Takes keys out of a TOML table one by one, and refuses missing keys, wrong types and leftovers."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, NoReturn, TypeVar

from rulebooks.citations import Ruled
from rulebooks.wording import in_quotes, join_words

Result = TypeVar("Result")


class EditionError(ValueError):
    """A rule book file that is incomplete or contradicts itself. The message names file, key and reason."""


class TomlReader:
    """One table of a file. `books`: the books that its citations may name."""

    def __init__(self, data: Mapping[str, Any], source: str, books: Collection[str] = ()) -> None:
        self._data = dict(data)
        self._source = source
        self._books = books

    def refuse(self, key: str, reason: str) -> NoReturn:
        raise EditionError(f"{self._source}: {key} {reason}.")

    def text(self, key: str) -> str:
        value = self._take(key)
        if not isinstance(value, str) or not value.strip():
            self.refuse(key, "must be text")
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
            self.refuse(key, f"must be {join_words(options, 'or')}")
        return value

    def texts(self, key: str) -> list[str]:
        """Return a list of texts; empty if the key is missing."""
        value = self._data.pop(key, [])
        if not isinstance(value, list) or not all(isinstance(item, str) and item for item in value):
            self.refuse(key, "must be a list of text values")
        return value

    def some_of(self, key: str, options: Collection[str]) -> tuple[str, ...]:
        """Return a list of distinct options; empty if the key is missing."""
        values = self.texts(key)
        if len(set(values)) != len(values) or not set(values) <= set(options):
            self.refuse(key, f"must list only {join_words(options, 'or')}, each once")
        return tuple(values)

    def flag(self, key: str) -> bool:
        """Return a boolean; False if the key is missing."""
        value = self._data.pop(key, False)
        if not isinstance(value, bool):
            self.refuse(key, "must be true or false")
        return value

    # -- numbers with their rule --------------------------------------------------------------------------------------

    def rule(self, key: str = "rule") -> str:
        """Return a citation, or several separated by semicolons. Each must start with a book that the edition names."""
        citation = self.text(key)
        for part in citation.split(";"):
            book, _, place = part.strip().partition(" ")
            if book not in self._books or not place:
                self.refuse(
                    key, f"must cite {join_words(self._books, 'or')} and a place in it, not {in_quotes(part.strip())}"
                )
        return citation

    def ruled_number(self, key: str) -> Ruled[int]:
        part = self.section(key)
        return part.finish_with(Ruled(part.number("is"), part.rule()))

    def ruled_flag(self, key: str) -> Ruled[bool]:
        part = self.section(key)
        if not part.has("is"):
            part.refuse("is", "is missing")
        return part.finish_with(Ruled(part.flag("is"), part.rule()))

    def ruled_text(self, key: str, options: Collection[str] = ()) -> Ruled[str]:
        part = self.section(key)
        value = part.choice("is", options) if options else part.text("is")
        return part.finish_with(Ruled(value, part.rule()))

    # -- nested tables ------------------------------------------------------------------------------------------------

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

    def sections_by_name(self, key: str) -> dict[str, TomlReader]:
        """Return the tables below a table by name; empty if the key is missing."""
        if not self.has(key):
            return {}
        part = self.section(key)
        return {name: part.section(name) for name in part.names()}

    def with_defaults(self, shared: Mapping[str, Any]) -> TomlReader:
        """Return this table with missing keys filled in from `shared`."""
        return TomlReader({**shared, **self._data}, self._source, self._books)

    def take_rest(self) -> dict[str, Any]:
        """Take all the keys that are left."""
        rest, self._data = self._data, {}
        return rest

    def finish_with(self, result: Result) -> Result:
        """Return `result` if no key of this table is left over."""
        self.finish()
        return result

    def finish(self) -> None:
        """Refuse any key that is left over."""
        for key in self._data:
            self.refuse(key, "isn’t a known key")

    def _take(self, key: str) -> Any:
        if key not in self._data:
            self.refuse(key, "is missing")
        return self._data.pop(key)


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
