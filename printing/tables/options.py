"""Choices that several papers of a table share, and copies of a page that is the same for everybody."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from foundation.errors import Refused
from foundation.tournaments import Tournament
from pairings.models import Draw, Table
from printing.documents import Asked, Option, Report
from printing.press.copies import Copy
from printing.setting import Context, set_copies, set_plain
from tournament.rosters.names import name_key

SHAKES = Option(
    "shakes", "Shakes on a sheet", {"": "as the book has it"} | {str(number): str(number) for number in range(4, 13)}
)
BACK = Option(
    "back",
    "On the back",
    {"": "nothing", "variations": "the variation sheet: print on both sides, turned over at the short edge"},
)


def rooms_in(tournament: Tournament) -> dict[str, str]:
    """Rooms that have tables now."""
    tables = Table.objects.filter(draw__tournament=tournament, draw__state=Draw.State.PUBLISHED).exclude(room="")
    names = set(tables.values_list("room", flat=True))
    return {name: name for name in sorted(names, key=lambda name: (name_key(name), name))}


ROOM = Option("room", "Rooms", {"": "all, one after the other"}, more=rooms_in)
NUMBERS = (1, 2, 5, 10, 15, 20, 30, 40, 50, 75, 100, 150, 200, 300)
COPIES = Option(
    "copies",
    "Copies",
    {str(number): str(number) for number in NUMBERS},
)


T = TypeVar("T")


def in_the_room(asked: Asked, found: Sequence[T], room_of: Callable[[T], str]) -> Sequence[T]:
    """Those of the room that was chosen, if one was."""
    wanted = asked.options.get("room")
    if not wanted:
        return found
    there = [each for each in found if room_of(each) == wanted]
    if not there:
        raise Refused(f"No table of {asked.the_round} is in {wanted}.", field="room")
    return there


def copies_wanted(asked: Asked) -> int:
    wanted = int(asked.options.get("copies") or 1)
    return wanted if asked.most is None else min(wanted, asked.most)


def same_for_all(template: str, asked: Asked, report: Report, context: Context, *names: str) -> Iterator[bytes]:
    """The first copy is laid out whole, with tags for whoever reads it aloud; the others are the same picture."""
    wanted = copies_wanted(asked)
    yield set_plain(template, asked, context, *names)
    report(1, wanted)
    if wanted > 1:
        more = [Copy()] * (wanted - 1)
        yield from set_copies(
            template, asked, context, more, *names, report=lambda done: report(min(done + 1, wanted), wanted)
        )
