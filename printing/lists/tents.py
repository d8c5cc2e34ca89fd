"""Table tents: a page folded once, with the table number on both sides and a QR code for judges."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.urls import reverse

from pairings.models import Table
from printing.content import compose_pages, qr_image
from printing.documents import Content, DocumentSubject, PrintableDocument, PrintScope
from printing.options import ROOM, filter_by_room

TENTS_PER_RUN = 25


@dataclass(frozen=True)
class TableTent:
    """`code`: the image source of the QR code. `sides`: the one that is printed upside down, and the other one."""

    number: int
    room: str
    code: str
    sides: tuple[str, str] = ("far", "near")

    @property
    def digits(self) -> int:
        return len(str(self.number))


def compose_tents(scope: PrintScope) -> Iterator[Content]:
    tables = scope.select_copies(list_tables(scope))
    tents = [TableTent(table.number, table.room, _table_code(scope, table)) for table in tables]
    division = scope.chosen_round.division
    for first in range(0, len(tents), TENTS_PER_RUN):
        run = tents[first : first + TENTS_PER_RUN]
        context = {"tents": run, "round": scope.chosen_round, "division": division, "event": division.event}
        yield compose_pages("lists/tents.html", scope, context, "tents", copies=len(run))


def list_tables(scope: PrintScope) -> Sequence[Table]:
    return filter_by_room(scope, list(Table.objects.filter(draw=scope.published_draw)), lambda table: table.room)


def _table_code(scope: PrintScope, table: Table) -> str:
    return qr_image(reverse("at_table", args=[scope.tournament.slug, scope.chosen_round.pk, table.number]), scope)


TENTS = PrintableDocument(
    "tents",
    "Table tents",
    about=DocumentSubject.ROUND,
    group="Check-in and seating",
    words="Table numbers to fold and stand up, with a QR code for judges.",
    options=(ROOM,),
    compose=compose_tents,
    count_copies=lambda scope: len(list_tables(scope)),
)
