"""Who sits where in a round, for the wall: by name, and by school. Names are those that the public may see."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pairings.published_tables import PlayerSeat, RoundTables, player_seats
from printing.documents import About, Asked, Report, document
from printing.lists.choosing import FOR_THE_WALL, for_a_look, policy_of
from printing.setting import set_plain


@document(
    "list-by-name",
    "List by name",
    about=About.ROUND,
    group="Where to go",
    words="For the wall: everybody by name, with room, table and seat.",
    options=(FOR_THE_WALL,),
)
def by_name(asked: Asked, report: Report) -> Iterator[bytes]:
    yield from _list(asked, "player", "By name")


@document(
    "list-by-school",
    "List by school",
    about=About.ROUND,
    group="Where to go",
    words="For the wall: schools with their players, and where each of them sits.",
    options=(FOR_THE_WALL,),
)
def by_school(asked: Asked, report: Report) -> Iterator[bytes]:
    yield from _list(asked, "school", "By school")


def _list(asked: Asked, way: str, title: str) -> Iterator[bytes]:
    draw, round_ = asked.the_draw, asked.the_round
    found = RoundTables(round_, draw.version, player_seats(draw, policy_of(asked, FOR_THE_WALL)))
    rows = [sitting for _, group in found.grouped(way) for sitting in group]
    shown = for_a_look(asked, rows)
    context = {
        "title": title,
        "division": round_.division,
        "event": round_.division.event,
        "round": round_,
        "version": draw.version,
        "groups": _by_school(shown) if way == "school" else [("", shown)],
        "is_by_school": way == "school",
    }
    yield set_plain("lists/wall.html", asked, context, "list")


def _by_school(sittings: Sequence[PlayerSeat]) -> list[tuple[str, list[PlayerSeat]]]:
    groups: dict[str, list[PlayerSeat]] = {}
    for each in sittings:
        groups.setdefault(each.school or "Without a school", []).append(each)
    return list(groups.items())
