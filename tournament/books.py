"""Which rule books can be chosen here, and the exact one that an event plays by.

The printed editions come with the program; a league's own lie in the folder `rulebooks` of the data folder. An event
keeps its own copy of the edition, so that neither a new file nor a new version of the program changes a result.
"""

from __future__ import annotations

import hashlib
import json

from django.conf import settings

from rulebooks import Catalog, Edition, EditionDifference, differences, load_catalog, read_edition
from tournament.models import Book, Event

_read: dict[str, Edition] = {}


def shelf() -> Catalog:
    """What can be chosen now. A file that was put there or changed a moment ago is seen without a restart."""
    return load_catalog(settings.RULEBOOKS)


def edition_of(event: Event) -> Edition:
    """The edition that the event keeps, whatever lies on the shelf today."""
    book = event.book
    if book.digest not in _read:
        _read[book.digest] = read_edition(json.loads(book.text), f"{book.edition}.toml")
    return _read[book.digest]


def keep(edition_id: str) -> Book:
    """The kept copy of what is on the shelf under this name now."""
    text = _text(edition_id)
    return Book.objects.get_or_create(digest=_digest(text), defaults={"edition": edition_id, "text": text})[0]


def changes_of(event: Event) -> list[EditionDifference]:
    """What the shelf says differently from the event's own copy; nothing if it is gone from the shelf."""
    now = shelf().editions.get(event.edition)
    return differences(edition_of(event), now) if now else []


def digest_on_shelf(edition_id: str) -> str:
    """Changes with the text, so that a director takes up what they saw and nothing else."""
    return _digest(_text(edition_id)) if edition_id in shelf().editions else ""


def _text(edition_id: str) -> str:
    return json.dumps(shelf().tables[edition_id], ensure_ascii=False)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
