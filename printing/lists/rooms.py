"""Rooms on paper: which tables are in which, and a cover sheet for each room's papers with boxes to sign off."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from django.db.models import Count

from foundation.errors import Refused
from foundation.tournaments import Tournament
from pairings.models import Draw, Table
from printing.documents import About, Asked, Report, document
from printing.letterhead import logo_of
from printing.setting import set_plain
from printing.tables.options import ROOM, in_the_room
from tournament.rooms.models import Tables
from tournament.rosters.names import name_key

BOXES = ("Handed out", "Collected", "Entered", "Verified")


@document(
    "rooms",
    "Rooms and their tables",
    about=About.TOURNAMENT,
    group="Where to go",
    words="A list for doors and walls: each room with the numbers of its tables, and whose they are.",
)
def rooms(asked: Asked, report: Report) -> Iterator[bytes]:
    found = tables_by_room(asked.tournament)
    if not found:
        raise Refused("No room has tables yet. Name the rooms in the set-up first.")
    yield set_plain("lists/rooms.html", asked, {"title": "Rooms and their tables", "rooms": found}, "list")


def tables_by_room(tournament: Tournament) -> list[tuple[str, list[Tables]]]:
    found = Tables.objects.filter(room__tournament=tournament).select_related("room", "division__event")
    ordered = sorted(
        found, key=lambda each: (name_key(each.room.name), each.room.name, each.division.event_id, each.first)
    )
    return [(name, list(group)) for name, group in groupby(ordered, key=lambda each: each.room.name)]


@document(
    "covers",
    "Cover sheets of the rooms",
    about=About.ROUND,
    group="At the tables",
    words="For the papers of each room: its tables, with boxes for handed out, collected, entered and verified.",
    options=(ROOM,),
    count=lambda asked: len(rooms_of(asked, asked.the_draw)),
)
def covers(asked: Asked, report: Report) -> Iterator[bytes]:
    draw, round_ = asked.the_draw, asked.the_round
    context = {
        "division": round_.division,
        "event": round_.division.event,
        "round": round_,
        "version": draw.version,
        "boxes": BOXES,
        "logo": logo_of(asked.tournament),
    }
    found = asked.cut(rooms_of(asked, draw))
    for done, (room, tables) in enumerate(found, 1):
        players = sum(table.players for table in tables)
        more = {"title": room or "All tables", "tables": tables, "players": players}
        yield set_plain("lists/cover.html", asked, {**context, **more}, "list")
        report(done, len(found))


def rooms_of(asked: Asked, draw: Draw) -> Sequence[tuple[str, list[Any]]]:
    return in_the_room(asked, tables_of(draw), lambda each: each[0])


def tables_of(draw: Draw) -> list[tuple[str, list[Any]]]:
    """By room; `players` on each table says how many sit there."""
    tables = Table.objects.filter(draw=draw).annotate(players=Count("seats")).order_by("number")
    ordered = sorted(tables, key=lambda table: (name_key(table.room), table.room, table.number))
    return [(room, list(group)) for room, group in groupby(ordered, key=lambda table: table.room)]
