"""The rule books that can be chosen, and the copy of one that each event plays by.

Printed editions come with the program; a league's own are in the folder `rulebooks` of the data folder (together: the
shelf). An event keeps its own copy of the text, so neither a new file nor a new version of the program changes results.
"""

from __future__ import annotations

import hashlib
import json

from django.conf import settings

from rulebooks import Catalog, Edition, EditionDifference, differences, load_catalog, read_edition
from tournament.models import Book, Event

_parsed: dict[str, Edition] = {}  # cache, by the digest of the text


def shelf() -> Catalog:
    """Return the rule books that can be chosen now. New and changed files are seen without a restart."""
    return load_catalog(settings.RULEBOOKS)


def edition_of(event: Event) -> Edition:
    """Return the edition that the event plays by, parsed from its own copy."""
    book = event.book
    if book.digest not in _parsed:
        _parsed[book.digest] = read_edition(json.loads(book.text), f"{book.edition}.toml")
    return _parsed[book.digest]


def save_copy(edition_id: str) -> Book:
    """Store the current text of an edition, or return the copy if the same text is stored already."""
    text = _text(edition_id)
    return Book.objects.get_or_create(digest=_digest(text), defaults={"edition": edition_id, "text": text})[0]


def changes_since_copied(event: Event) -> list[EditionDifference]:
    """Return how the current text differs from the event's copy. Empty if the book is no longer on the shelf."""
    current = shelf().editions.get(event.edition)
    return differences(edition_of(event), current) if current else []


def digest_on_shelf(edition_id: str) -> str:
    """Return the digest of the current text, so a director can only accept the text that they saw."""
    return _digest(_text(edition_id)) if edition_id in shelf().editions else ""


def _text(edition_id: str) -> str:
    return json.dumps(shelf().tables[edition_id], ensure_ascii=False)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
