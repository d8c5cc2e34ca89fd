"""Rooms: a list of which tables are in which room, and a cover sheet for the papers of each room."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from django.db.models import Count

from foundation.errors import Refused
from foundation.tournaments import Tournament
from pairings.models import Draw, Table
from printing.content import compose_pages
from printing.documents import Content, DocumentSubject, PrintableDocument, PrintScope
from printing.options import ROOM, filter_by_room
from printing.queries import logo_url
from tournament.rooms.models import Tables
from tournament.rosters.names import name_key

# The heads of the boxes, and what the person who has ticked all of them signs.
BOXES = (
    ("Handed out", "All handed out by"),
    ("Collected", "All collected by"),
    ("Entered", "All entered by"),
    ("Verified", "All verified by"),
)


def compose_room_list(scope: PrintScope) -> Iterator[Content]:
    rooms = planned_tables_by_room(scope.tournament)
    if not rooms:
        raise Refused("No rooms have tables yet. Add them on the Rooms page in Setup first.")
    yield compose_pages("lists/rooms.html", scope, {"title": "Rooms and tables", "rooms": rooms}, "list")


def _room_sort_key(tables: Tables) -> tuple[Any, ...]:
    return name_key(tables.room.name), tables.room.name, tables.division.event_id, tables.first


def planned_tables_by_room(tournament: Tournament) -> list[tuple[str, list[Tables]]]:
    """Return the table ranges of the setup, by room."""
    ranges = Tables.objects.filter(room__tournament=tournament).select_related("room", "division__event")
    ordered = sorted(ranges, key=_room_sort_key)
    return [(name, list(group)) for name, group in groupby(ordered, key=lambda each: each.room.name)]


ROOM_LIST = PrintableDocument(
    "rooms",
    "Rooms and tables",
    about=DocumentSubject.TOURNAMENT,
    group="Check-in and seating",
    words="A list for doors and walls, with the divisions and table numbers in each room.",
    compose=compose_room_list,
)


def compose_cover_sheets(scope: PrintScope) -> Iterator[Content]:
    """Compose a page for each room, with boxes to tick for its tables."""
    draw, round_ = scope.published_draw, scope.chosen_round
    context = {
        "division": round_.division,
        "event": round_.division.event,
        "round": round_,
        "version": draw.version,
        "boxes": BOXES,
        "logo": logo_url(scope.tournament),
    }
    for room, tables in scope.select_copies(list_rooms_with_tables(scope, draw)):
        players = sum(table.players for table in tables)
        page = {"title": room or "All tables", "tables": tables, "players": players}
        yield compose_pages("lists/cover.html", scope, {**context, **page}, "list")


def list_rooms_with_tables(scope: PrintScope, draw: Draw) -> Sequence[tuple[str, list[Any]]]:
    """Return the chosen rooms, each with its tables of this round."""
    return filter_by_room(scope, _tables_by_room(draw), lambda each: each[0])


def _tables_by_room(draw: Draw) -> list[tuple[str, list[Any]]]:
    """Return the tables by room, each annotated with its number of `players`."""
    tables = Table.objects.filter(draw=draw).annotate(players=Count("seats")).order_by("number")
    ordered = sorted(tables, key=lambda table: (name_key(table.room), table.room, table.number))
    return [(room, list(group)) for room, group in groupby(ordered, key=lambda table: table.room)]


COVER_SHEETS = PrintableDocument(
    "covers",
    "Room cover sheets",
    about=DocumentSubject.ROUND,
    group="At the tables",
    words="One cover per room to check off scoresheets: handed out, collected, entered, and verified.",
    options=(ROOM,),
    compose=compose_cover_sheets,
    count_copies=lambda scope: len(list_rooms_with_tables(scope, scope.published_draw)),
)
