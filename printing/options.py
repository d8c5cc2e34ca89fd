"""Options that several documents share, and what they select."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import wraps
from typing import TypeVar

from django.conf import settings
from django.utils import translation

from foundation.errors import Refused
from foundation.tournaments import Tournament
from pairings.models import Draw, Table
from printing.documents import Content, DocumentOption, PrintScope
from tournament.rosters.names import name_key

T = TypeVar("T")

PREVIEW_ROWS = 40  # about a page
COPY_NUMBERS = (1, 2, 5, 10, 15, 20, 30, 40, 50, 75, 100, 150, 200, 300)


def list_rooms(tournament: Tournament) -> dict[str, str]:
    """Return the rooms that have tables now, as choices of an option."""
    tables = Table.objects.filter(draw__tournament=tournament, draw__state=Draw.State.PUBLISHED).exclude(room="")
    names = set(tables.values_list("room", flat=True))
    return {name: name for name in sorted(names, key=lambda name: (name_key(name), name))}


SHAKES = DocumentOption(
    "shakes",
    "Shakes per scoresheet",
    {"": "same as the rule book"} | {str(number): str(number) for number in range(4, 13)},
)
BACK = DocumentOption(
    "back",
    "Back of the scoresheet",
    {"": "blank", "variations": "variation sheet (print two-sided, flip on short edge)"},
)
ROOM = DocumentOption("room", "Rooms", {"": "all rooms, in order"}, more_choices=list_rooms)
COPIES = DocumentOption("copies", "Copies", {str(number): str(number) for number in COPY_NUMBERS})
PUBLIC_NAMES_FIRST = DocumentOption(
    "names", "Names", {"public": "as the public sees them", "full": "full names, for staff only"}
)
FULL_NAMES_FIRST = DocumentOption("names", "Names", {"full": "full names", "public": "as the public sees them"})

LANGUAGE = DocumentOption("language", "Language", dict(settings.LANGUAGES))


def in_chosen_language(compose: Callable[[PrintScope], Iterable[Content]]) -> Callable[[PrintScope], Iterator[Content]]:
    """Compose a document for families in the language that was chosen for it."""

    @wraps(compose)
    def compose_translated(scope: PrintScope) -> Iterator[Content]:
        contents = iter(compose(scope))
        while True:
            with translation.override(scope.chosen(LANGUAGE)):
                content = next(contents, None)
            if content is None:
                return
            yield content

    return compose_translated


def filter_by_room(scope: PrintScope, items: Sequence[T], room_of: Callable[[T], str]) -> Sequence[T]:
    """Return the items of the chosen room, or all of them if no room was chosen."""
    room = scope.chosen(ROOM)
    if not room:
        return items
    selected = [item for item in items if room_of(item) == room]
    if not selected:
        raise Refused(f"{scope.chosen_round} has no tables in {room}.", field="room")
    return selected


def chosen_copies(scope: PrintScope) -> int:
    """Return how many identical copies were chosen; at most the limit in a preview."""
    copies = int(scope.chosen(COPIES))
    return copies if scope.limit is None else min(copies, scope.limit)


def name_policy(scope: PrintScope, option: DocumentOption) -> str | None:
    """Return the tournament's policy for public names, or None if full names were chosen."""
    return scope.tournament.public_names if scope.chosen(option) == "public" else None


def limit_rows(scope: PrintScope, rows: Sequence[T]) -> Sequence[T]:
    """Return all rows, or about a page of them in a preview."""
    return rows if scope.limit is None else rows[: scope.limit * PREVIEW_ROWS]
