"""Posted lists: where everyone sits in a round, by name or by school, with the names that the public may see."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pairings.published_tables import PlayerSeat, RoundTables, player_seats
from printing.content import compose_pages
from printing.documents import Content, DocumentSubject, PrintableDocument, PrintScope, WholePages
from printing.options import PUBLIC_NAMES_FIRST, limit_rows, name_policy


def compose_list_by_name(scope: PrintScope) -> Iterator[Content]:
    yield _compose_list(scope, "player", "By name")


def compose_list_by_school(scope: PrintScope) -> Iterator[Content]:
    yield _compose_list(scope, "school", "By school")


def _compose_list(scope: PrintScope, order: str, title: str) -> WholePages:
    draw, round_ = scope.published_draw, scope.chosen_round
    tables = RoundTables(round_, draw.version, player_seats(draw, name_policy(scope, PUBLIC_NAMES_FIRST)))
    seats = limit_rows(scope, [seat for _, group in tables.grouped(order) for seat in group])
    context = {
        "title": title,
        "division": round_.division,
        "event": round_.division.event,
        "round": round_,
        "version": draw.version,
        "groups": _group_by_school(seats) if order == "school" else [("", seats)],
        "is_by_school": order == "school",
    }
    return compose_pages("lists/posted.html", scope, context, "list")


def _group_by_school(seats: Sequence[PlayerSeat]) -> list[tuple[str, list[PlayerSeat]]]:
    groups: dict[str, list[PlayerSeat]] = {}
    for seat in seats:
        groups.setdefault(seat.school or "No school", []).append(seat)
    return list(groups.items())


LIST_BY_NAME = PrintableDocument(
    "list-by-name",
    "List by name",
    about=DocumentSubject.ROUND,
    group="Check-in and seating",
    words="A list to post, with everyone’s room, table, and seat by name.",
    options=(PUBLIC_NAMES_FIRST,),
    compose=compose_list_by_name,
)
LIST_BY_SCHOOL = PrintableDocument(
    "list-by-school",
    "List by school",
    about=DocumentSubject.ROUND,
    group="Check-in and seating",
    words="A list to post, with everyone’s room, table, and seat by school.",
    options=(PUBLIC_NAMES_FIRST,),
    compose=compose_list_by_school,
)
