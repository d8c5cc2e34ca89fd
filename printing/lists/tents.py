"""Table tents: a page folded once, with the number of the table on both sides and the code that judges scan."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.urls import reverse

from pairings.models import Table
from printing.documents import About, Asked, Report, document
from printing.setting import picture_of, set_plain
from printing.tables.options import ROOM, in_the_room

AT_ONCE = 25


@dataclass(frozen=True)
class Tent:
    """`sides`: the one that stands on its head, and the other."""

    number: int
    room: str
    code: str
    sides: tuple[str, str] = ("far", "near")

    @property
    def digits(self) -> int:
        return len(str(self.number))


def tables_of(asked: Asked) -> Sequence[Table]:
    return in_the_room(asked, list(Table.objects.filter(draw=asked.the_draw)), lambda table: table.room)


@document(
    "tents",
    "Table tents",
    about=About.ROUND,
    group="Where to go",
    words="One for each table, to fold: its number, the division, and a QR code with which a judge opens the table.",
    options=(ROOM,),
    count=lambda asked: len(tables_of(asked)),
)
def tents(asked: Asked, report: Report) -> Iterator[bytes]:
    tables = asked.cut(tables_of(asked))
    found = [Tent(table.number, table.room, code_of(asked, table)) for table in tables]
    division = asked.the_round.division
    for first in range(0, len(found), AT_ONCE):
        some = found[first : first + AT_ONCE]
        context = {"tents": some, "round": asked.the_round, "division": division, "event": division.event}
        yield set_plain("lists/tents.html", asked, context, "tents")
        report(first + len(some), len(found))


def code_of(asked: Asked, table: Table) -> str:
    path = reverse("at_table", args=[asked.tournament.slug, asked.the_round.pk, table.number])
    return picture_of(path, asked)
