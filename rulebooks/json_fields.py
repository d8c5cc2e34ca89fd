"""Reads typed fields out of a JSON request; anything malformed raises `RequestError` with one sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulebooks.set_names import COLORS, parse_card

JsonObject = dict[str, Any]
JsonRequest = Mapping[str, Any]
MAT_SECTIONS = ("required", "permitted", "forbidden", "resources")


class RequestError(ValueError):
    """A request that doesn't have the right fields."""


def read_text(data: JsonRequest, key: str, default: str | None = None) -> str:
    """Return the text under `key`. Without a default it is required and may not be blank."""
    value = data.get(key, default)
    if value is None and default is not None:
        return default
    if not isinstance(value, str) or (default is None and not value.strip()):
        raise RequestError(f"{key} must be text.")
    return value


def read_number(data: JsonRequest, key: str) -> int:
    value = data.get(key)
    if not isinstance(value, int) or isinstance(value, bool):
        raise RequestError(f"{key} must be a whole number.")
    return value


def read_flag(data: JsonRequest, key: str) -> bool:
    """Return a boolean; False if the key is missing or null."""
    value = data.get(key, False)
    if value is None:
        return False
    if not isinstance(value, bool):
        raise RequestError(f"{key} must be true or false.")
    return value


def read_objects(data: JsonRequest, key: str, *, optional: bool = False, most: int | None = None) -> list[JsonRequest]:
    """Return a list of JSON objects, at most `most` of them."""
    items = data.get(key)
    if items is None and optional:
        return []
    if not isinstance(items, list) or (most is not None and len(items) > most):
        raise RequestError(f"{key} must be a list of objects.")
    if not all(isinstance(item, dict) for item in items):
        raise RequestError(f"{key} must be a list of objects.")
    return items


def read_universe(data: JsonRequest, *, optional: bool = False) -> tuple[str, ...]:
    """Return the cards that were dealt, under the key `universe`."""
    names = data.get("universe")
    if names is None and optional:
        return ()
    if not isinstance(names, list) or not (names or optional) or not all(map(_is_card, names)):
        raise RequestError(f"universe must be a list of cards: letters from {' '.join(COLORS)}, or blank.")
    cards = tuple(parse_card(name) for name in names)
    if len(set(cards)) != len(cards):
        raise RequestError("universe can list each card only once.")
    return cards


def _is_card(name: Any) -> bool:
    return isinstance(name, str) and bool(parse_card(name))


def is_whole_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
