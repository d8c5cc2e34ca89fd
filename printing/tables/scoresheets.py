"""Scoresheets of a round, and blank ones: one form for each number of players at a table, stamped with their names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from django.urls import reverse

from foundation.accounts.invitations import absolute
from foundation.errors import Refused
from foundation.tournaments import Tournament
from pairings.models import Draw, Seat
from printing.content import compose_form
from printing.documents import Content, DocumentOption, DocumentSubject, PrintableDocument, PrintScope
from printing.options import BACK, COPIES, ROOM, SHAKES, chosen_copies, filter_by_room
from printing.pdf import FormCopy
from printing.tables.variation_sheets import count_shakes, variations_context
from rulebooks import Edition
from scoring.entry.queries import SeatedPlayer, seated_players_by_table
from scoring.models import Sheet
from scoring.queries import code_of
from tournament.books import edition_of
from tournament.models import Division


def list_replaced_versions(tournament: Tournament) -> dict[str, str]:
    """Return the versions of tables that were replaced, as choices of an option."""
    draws = Draw.objects.filter(tournament=tournament, state=Draw.State.REPLACED, published_at__isnull=False)
    numbers = draws.order_by("version").values_list("version", flat=True).distinct()
    return {str(number): f"only tables changed since version {number}" for number in numbers}


SINCE = DocumentOption("since", "Tables", {"": "all tables"}, more_choices=list_replaced_versions)
SEATS = DocumentOption("seats", "Players per scoresheet", {"": "usual table size"} | {each: each for each in "2345"})


# -- the two documents ------------------------------------------------------------------------------------------------


def compose_scoresheets(scope: PrintScope) -> Iterator[Content]:
    """Compose consecutive sheets with the same number of players together: they share one form."""
    draw = scope.published_draw
    sheets = scope.select_copies(select_sheets(scope))
    seated = seated_players_by_table(sheets)
    edition = edition_of(scope.chosen_round.division.event)
    for seats, group in groupby(sheets, key=lambda sheet: len(seated[sheet.table_id])):
        copies = [fill_sheet(scope, draw, sheet, seated[sheet.table_id]) for sheet in group]
        context = round_context(scope, draw, edition, seats)
        yield compose_form(template_for(edition), scope, context, copies, *styles_for(edition, context))


def compose_blank_scoresheets(scope: PrintScope) -> Iterator[Content]:
    division = scope.chosen_division
    edition = edition_of(division.event)
    context = division_context(scope, division, edition, chosen_seats(scope, division, edition))
    copies = [FormCopy()] * chosen_copies(scope)
    yield compose_form(template_for(edition), scope, context, copies, *styles_for(edition, context))


SCORESHEETS = PrintableDocument(
    "scoresheets",
    "Scoresheets",
    about=DocumentSubject.ROUND,
    group="At the tables",
    words="One per table, with names and a QR code that opens its entry page.",
    options=(SHAKES, BACK, ROOM, SINCE),
    compose=compose_scoresheets,
    count_copies=lambda scope: len(select_sheets(scope)),
)
BLANK_SCORESHEETS = PrintableDocument(
    "spares",
    "Blank scoresheets",
    about=DocumentSubject.DIVISION,
    group="At the tables",
    words="The same scoresheet without names, for latecomers or a table that needs another one.",
    options=(COPIES, SEATS, SHAKES, BACK),
    compose=compose_blank_scoresheets,
)


# -- which sheets -----------------------------------------------------------------------------------------------------


def chosen_seats(scope: PrintScope, division: Division, edition: Edition) -> int:
    """Return the number of players on a blank sheet. The rule book has points only for its table sizes (EQ I-A)."""
    seats, sizes = int(scope.chosen(SEATS) or division.event.table_size), edition.tables
    if not sizes.minimum <= seats <= sizes.maximum:
        raise Refused(f"This rule book allows {sizes.minimum} to {sizes.maximum} players per table.", field="seats")
    return seats


def select_sheets(scope: PrintScope) -> Sequence[Sheet]:
    """Return the sheets of the chosen room, and only those whose table has changed since the chosen version.

    A table has changed if other players sit there, or if it is in another room.
    """
    draw, since = scope.published_draw, scope.chosen(SINCE)
    sheets = filter_by_room(scope, list_sheets(draw), lambda sheet: sheet.table.room)
    if not since:
        return sheets
    earlier = Draw.objects.filter(round=draw.round_id, version=int(since), published_at__isnull=False).first()
    if earlier is None or earlier.version >= draw.version:
        raise Refused(
            f"The tables for {scope.chosen_round} are version {draw.version}. Choose an earlier version, or all tables."
        )
    before, now = _rooms_and_places(earlier), _rooms_and_places(draw)
    changed = [sheet for sheet in sheets if now[sheet.table.number] != before.get(sheet.table.number)]
    if not changed:
        raise Refused(f"No tables for {scope.chosen_round} changed since version {since}. There’s nothing to print.")
    return changed


def _rooms_and_places(draw: Draw) -> dict[int, tuple[Any, ...]]:
    """Return the room of each table and its roster spots in the order of the seats, by table number."""
    tables: dict[int, tuple[Any, ...]] = {}
    seats = Seat.objects.filter(draw=draw).order_by("table__number", "number")
    for number, room, place in seats.values_list("table__number", "table__room", "place"):
        tables[number] = (*tables.get(number, (room,)), place)
    return tables


def list_sheets(draw: Draw) -> list[Sheet]:
    """Return the sheets by room and table, which is the order in which they are handed out."""
    sheets = Sheet.objects.filter(table__draw=draw).select_related(
        "table", "round__division__event__book", "tournament"
    )
    return sorted(sheets, key=lambda sheet: (sheet.table.room, sheet.table.number))


# -- what is on a sheet -----------------------------------------------------------------------------------------------


def template_for(edition: Edition) -> str:
    return "cup_sheet.html" if is_cup(edition) else "scoresheet.html"


def is_cup(edition: Edition) -> bool:
    """Return whether the game is the Cup, which has games and an average instead of shakes and match points."""
    return edition.player_score is not None


def styles_for(edition: Edition, context: Mapping[str, Any]) -> list[str]:
    """Return the styles of the front, and of the back if there is one."""
    front = ["scoresheet", "cup_sheet"] if is_cup(edition) else ["scoresheet"]
    return [*front, "variations"] if "selection" in context else front


def round_context(scope: PrintScope, draw: Draw, edition: Edition, seats: int) -> dict[str, Any]:
    """Return what is the same on every sheet of a round with this number of players."""
    context = division_context(scope, scope.chosen_round.division, edition, seats)
    return context | {"round": scope.chosen_round, "version": draw.version}


def division_context(scope: PrintScope, division: Division, edition: Edition, seats: int) -> dict[str, Any]:
    """Return what is the same on every sheet of a division with this number of players.

    The back is included if it was chosen and the division picks variations.
    """
    scale = sorted(set(edition.shakes.scale.value.values()), reverse=True)
    context: dict[str, Any] = {
        "division": division,
        "event": division.event,
        "edition": edition,
        "seats": range(1, seats + 1),
        "shakes": range(1, count_shakes(scope, edition) + 1),
        "needs_initials": edition.penalties.needs_initials(division.letter),
        "points": format_match_points(edition, seats),
        "winner_turns_in": edition.sheet.turned_in_by.value == "winner",
        "most": scale[0],
        "less": scale[1],
    }
    has_back = scope.chosen(BACK) == "variations"
    return context | variations_context(scope, division, edition) if has_back else context


def format_match_points(edition: Edition, seats: int) -> list[tuple[str, str]]:
    """Return places and their match points as printed at the foot of the sheet: `1 2 3` gives `6 4 2`."""
    return [
        (" ".join(map(str, places)), " ".join(map(str, points)))
        for places, points in sorted(edition.match_points.items())
        if len(places) == seats
    ]


def fill_sheet(scope: PrintScope, draw: Draw, sheet: Sheet, seated: Sequence[SeatedPlayer]) -> FormCopy:
    """Return what is stamped on one sheet."""
    texts = {
        "table": str(sheet.table.number),
        "room": sheet.table.room,
        "short": code_of(sheet, draw.version),
        "section": _format_section(seated),
    }
    for seat, seated_player in enumerate(seated, 1):
        texts[f"name{seat}"] = seated_player.name
        texts[f"team{seat}"] = seated_player.team
    path = reverse("sheet", args=[scope.tournament.slug, sheet.pk])
    return FormCopy(texts, {"qr": absolute(f"{path}?printed={sheet.pk}", scope.base_url)})


def _format_section(seated: Sequence[SeatedPlayer]) -> str:
    """Return the section that all players of a table belong to, if there is one."""
    entries = [seated_player.seat.place.entry for seated_player in seated]
    sections = {entry.section for entry in entries if entry}
    return f"Section {sections.pop()}" if len(sections) == 1 and sections != {""} else ""
