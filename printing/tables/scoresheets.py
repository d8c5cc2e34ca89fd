"""Scoresheets of a round: one form for each number of players at a table, stamped with who sits where."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from django.urls import reverse

from foundation.accounts.invitations import absolute
from foundation.errors import Refused
from foundation.tournaments import Tournament
from pairings.models import Draw, Seat
from printing.documents import About, Asked, Option, Report, document
from printing.press.copies import Copy
from printing.setting import set_copies
from printing.tables.options import BACK, COPIES, ROOM, SHAKES, copies_wanted, in_the_room
from printing.tables.selection import back_of, shakes_wanted
from rulebooks import Edition
from scoring.codes import code_of
from scoring.entry.queries import SeatedPlayer, seated_players_by_table
from scoring.models import Sheet
from tournament.books import edition_of
from tournament.models import Division


def versions_in(tournament: Tournament) -> dict[str, str]:
    """Of tables that others have taken the place of."""
    found = Draw.objects.filter(tournament=tournament, state=Draw.State.REPLACED, published_at__isnull=False)
    numbers = found.order_by("version").values_list("version", flat=True).distinct()
    return {str(number): f"only what changed since version {number}" for number in numbers}


SINCE = Option("since", "Which tables", {"": "all"}, more=versions_in)
SEATS = Option("seats", "Players on a sheet", {"": "as at most tables"} | {each: each for each in "2345"})


@document(
    "scoresheets",
    "Scoresheets",
    about=About.ROUND,
    group="At the tables",
    words="One for each table, with names, a QR code that opens its entry, and room for every shake.",
    options=(SHAKES, BACK, ROOM, SINCE),
    count=lambda asked: len(wanted_sheets(asked)),
)
def scoresheets(asked: Asked, report: Report) -> Iterator[bytes]:
    draw = asked.the_draw
    found = asked.cut(wanted_sheets(asked))
    sitters = seated_players_by_table(found)
    edition = edition_of(asked.the_round.division.event)
    done = 0
    for seats, run in groupby(found, key=lambda sheet: len(sitters[sheet.table_id])):
        some = list(run)
        copies = [copy_of(asked, draw, sheet, sitters[sheet.table_id]) for sheet in some]
        context = form_of(asked, draw, edition, seats)
        yield from set_copies(template_of(edition), asked, context, copies, *styles_of(edition, context))
        done += len(some)
        report(done, len(found))


@document(
    "spares",
    "Blank scoresheets",
    about=About.DIVISION,
    group="At the tables",
    words="The same sheet with nothing filled in, for latecomers and for a table that needs a second one.",
    options=(COPIES, SEATS, SHAKES, BACK),
)
def spares(asked: Asked, report: Report) -> Iterator[bytes]:
    division = asked.the_division
    edition = edition_of(division.event)
    seats = seats_wanted(asked, division, edition)
    wanted = copies_wanted(asked)
    context = open_form(asked, division, edition, seats)
    yield from set_copies(
        template_of(edition),
        asked,
        context,
        [Copy()] * wanted,
        *styles_of(edition, context),
        report=lambda done: report(done, wanted),
    )


def seats_wanted(asked: Asked, division: Division, edition: Edition) -> int:
    """As many as the book seats at a table: for others it has no points (EQ I-A)."""
    wanted, sizes = int(asked.options.get("seats") or division.event.table_size), edition.tables
    if not sizes.minimum <= wanted <= sizes.maximum:
        raise Refused(f"This rule book plays at tables of {sizes.minimum} to {sizes.maximum}.", field="seats")
    return wanted


def wanted_sheets(asked: Asked) -> Sequence[Sheet]:
    """All, or those of a room; or of tables where others sit, or that are elsewhere, than in an earlier version."""
    draw, since = asked.the_draw, asked.options.get("since")
    found = in_the_room(asked, sheets_of(draw), lambda sheet: sheet.table.room)
    if not since:
        return found
    earlier = Draw.objects.filter(round=draw.round_id, version=int(since), published_at__isnull=False).first()
    if earlier is None or earlier.version >= draw.version:
        raise Refused(
            f"The tables of {asked.the_round} are version {draw.version}; there is no earlier version {since}."
        )
    then, now = _tables_of(earlier), _tables_of(draw)
    changed = [sheet for sheet in found if now[sheet.table.number] != then.get(sheet.table.number)]
    if not changed:
        raise Refused(f"No table of {asked.the_round} has changed since version {since}.")
    return changed


def _tables_of(draw: Draw) -> dict[int, tuple[Any, ...]]:
    """Room and places of each table, in the order of the seats."""
    found: dict[int, tuple[Any, ...]] = {}
    seats = Seat.objects.filter(draw=draw).order_by("table__number", "number")
    for number, room, place in seats.values_list("table__number", "table__room", "place"):
        found[number] = (*found.get(number, (room,)), place)
    return found


def sheets_of(draw: Draw) -> list[Sheet]:
    """By room, then by table: as they are carried out."""
    found = Sheet.objects.filter(table__draw=draw).select_related("table", "round__division__event__book", "tournament")
    return sorted(found, key=lambda sheet: (sheet.table.room, sheet.table.number))


def template_of(edition: Edition) -> str:
    return "cup_sheet.html" if is_cup(edition) else "scoresheet.html"


def is_cup(edition: Edition) -> bool:
    """Games and an average instead of shakes and match points."""
    return edition.player_score is not None


def styles_of(edition: Edition, context: Mapping[str, Any]) -> list[str]:
    """Those of the front, and of the back if there is one."""
    front = ["scoresheet", "cup_sheet"] if is_cup(edition) else ["scoresheet"]
    return [*front, "variations"] if "selection" in context else front


def form_of(asked: Asked, draw: Draw, edition: Edition, seats: int) -> dict[str, Any]:
    """What is the same on every sheet of a round with so many players."""
    form = open_form(asked, asked.the_round.division, edition, seats)
    return form | {"round": asked.the_round, "version": draw.version}


def open_form(asked: Asked, division: Division, edition: Edition, seats: int) -> dict[str, Any]:
    """What is the same on every sheet of a division. With a back only where variations are picked."""
    scale = sorted(set(edition.shakes.scale.value.values()), reverse=True)
    form: dict[str, Any] = {
        "division": division,
        "event": division.event,
        "edition": edition,
        "seats": range(1, seats + 1),
        "shakes": range(1, shakes_wanted(asked, edition) + 1),
        "needs_initials": edition.penalties.needs_initials(division.letter),
        "points": match_points(edition, seats),
        "winner_turns_in": edition.sheet.turned_in_by.value == "winner",
        "most": scale[0],
        "less": scale[1],
    }
    return form | back_of(asked, division, edition) if asked.options.get("back") == "variations" else form


def match_points(edition: Edition, seats: int) -> list[tuple[str, str]]:
    """Places and what they give, as the foot of the sheet prints them: `1 2 3` gives `6 4 2`."""
    return [
        (" ".join(map(str, places)), " ".join(map(str, points)))
        for places, points in sorted(edition.match_points.items())
        if len(places) == seats
    ]


def copy_of(asked: Asked, draw: Draw, sheet: Sheet, sitters: Sequence[SeatedPlayer]) -> Copy:
    texts = {
        "table": str(sheet.table.number),
        "room": sheet.table.room,
        "short": code_of(sheet, draw.version),
        "section": section_of(sitters),
    }
    for seat, sitter in enumerate(sitters, 1):
        texts[f"name{seat}"] = sitter.name
        texts[f"team{seat}"] = sitter.team
    path = reverse("sheet", args=[asked.tournament.slug, sheet.pk])
    return Copy(texts, {"qr": absolute(f"{path}?printed={sheet.pk}", asked.base)})


def section_of(sitters: Sequence[SeatedPlayer]) -> str:
    """Where teams are drawn in sections everybody at a table is of the same one."""
    entries = [sitter.seat.place.entry for sitter in sitters]
    found = {entry.section for entry in entries if entry}
    return f"Section {found.pop()}" if len(found) == 1 and found != {""} else ""
