"""Published tables for people who look up a seat: by table, player, or school, with the names each reader may see."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby

from django.utils.translation import get_language, gettext

from foundation.file_exports import Column
from foundation.local_cache import LocalCache
from foundation.tournaments import Tournament
from pairings import hooks
from pairings.models import Draw, Seat
from tournament.rosters.names import name_key
from tournament.rounds.models import Round, RoundState

GROUPINGS = {"table": "By table", "player": "By player", "school": "By school"}


@dataclass(frozen=True)
class PlayerSeat:
    """One player's seat. `name`: as the reader may see it. `number`: the number on the player's card."""

    name: str
    number: int | None
    team: str
    school: str
    table: int
    room: str
    seat: int
    seat_id: int

    @property
    def letter(self) -> str:
        """The letter that this name is listed under: Émile is under E."""
        return (name_key(self.name) or self.name)[:1].upper()

    def matches(self, words: Sequence[str]) -> bool:
        """Whether a search finds this player: by number, or if each word starts a word of the name, team, or school."""
        if len(words) == 1 and words[0].isdecimal():
            return int(words[0]) == self.number
        return all(any(part.startswith(word) for part in self.search_words) for word in words)

    @cached_property
    def search_words(self) -> list[str]:
        """Every word that a search can match."""
        return [name_key(part) for part in f"{self.name} {self.team} {self.school}".split()]


@dataclass(frozen=True)
class RoundTables:
    """A published round with all its seats."""

    round: Round
    version: int
    seats: tuple[PlayerSeat, ...]

    def grouped(self, grouping: str) -> list[tuple[str, list[PlayerSeat]]]:
        """The seats in groups with a heading: tables with their room, first letters of names, or schools."""
        if grouping == "school":
            by = sorted(
                self.seats,
                key=lambda each: (name_key(each.school), each.school, name_key(each.team), name_key(each.name)),
            )
            return [(name, list(group)) for name, group in groupby(by, key=lambda each: each.school)]
        if grouping == "player":
            by = sorted(self.seats, key=lambda each: (name_key(each.name), each.table))
            return [(name, list(group)) for name, group in groupby(by, key=lambda each: each.letter)]
        by = sorted(self.seats, key=lambda each: (each.table, each.seat))
        return [
            (_table_and_room(number, room), list(group))
            for (number, room), group in groupby(by, key=lambda each: (each.table, each.room))
        ]


def _table_and_room(number: int, room: str) -> str:
    table = gettext("Table {number}").format(number=number)
    return f"{table}, {room}" if room else table


def published_tables(tournament: Tournament, *, words: str = "", public: bool = False) -> list[RoundTables]:
    """Each division's current round, if its tables are published and, for the public, not hidden."""
    policy = tournament.public_names if public else None
    drawn = Draw.objects.filter(tournament=tournament, state=Draw.State.PUBLISHED).exclude(
        round__state=RoundState.COMPLETE
    )
    if public:
        drawn = drawn.exclude(round__division__in=hooks.hidden_divisions.only(tournament))
    current: dict[int, Draw] = {}
    for draw in drawn.select_related("round__division__event").order_by("-round__number"):
        current[draw.round.division_id] = draw
    draws = sorted(current.values(), key=lambda each: (each.round.division.event_id, each.round.division.max_grade))
    seats = Seat.objects.filter(draw__in=draws).select_related(
        "table", "place__player__school", "place__entry__team__school"
    )
    by_draw: dict[int, list[PlayerSeat]] = {}
    for seat in seats:
        by_draw.setdefault(seat.draw_id, []).append(_player_seat(seat, policy))
    rounds = [RoundTables(draw.round, draw.version, tuple(by_draw.get(draw.pk, ()))) for draw in draws]
    return _filter(rounds, words)


def _filter(rounds: Sequence[RoundTables], words: str) -> list[RoundTables]:
    wanted = [name_key(word) for word in words.split()]
    if not wanted:
        return list(rounds)
    return [replace(each, seats=tuple(seat for seat in each.seats if seat.matches(wanted))) for each in rounds]


_cached_tables: LocalCache[tuple[int, str, str, str | None], list[RoundTables]] = LocalCache(8)


def public_tables(tournament: Tournament, news: str, words: str = "") -> list[RoundTables]:
    """The published tables as the public sees them, cached until there is news, because everyone looks at once."""
    key = (tournament.pk, tournament.public_names, news, get_language())
    return _filter(_cached_tables.get(key, lambda: published_tables(tournament, public=True)), words)


def player_seats(draw: Draw, policy: str | None = None) -> tuple[PlayerSeat, ...]:
    """All seats of one draw. `policy`: the tournament's setting for public names, or None for full names."""
    seats = Seat.objects.filter(draw=draw).select_related(
        "table", "place__player__school", "place__entry__team__school"
    )
    return tuple(_player_seat(seat, policy) for seat in seats)


def _player_seat(seat: Seat, policy: str | None) -> PlayerSeat:
    place = seat.place
    team = place.entry.team if place.entry else None
    school = team.school if team else place.player.school if place.player else None
    return PlayerSeat(
        name=place.name if policy is None else place.public_name(policy),
        number=place.player.number if place.player else None,
        team=team.name if team else "",
        school=school.name if school else "",
        table=seat.table.number,
        room=seat.table.room,
        seat=seat.number,
        seat_id=seat.pk,
    )


# -- columns of downloaded files --------------------------------------------------------------------------------------

SEATING_COLUMNS: tuple[Column[tuple[RoundTables, PlayerSeat]], ...] = (
    Column("Division", lambda row: row[0].round.division.name),
    Column("Round", lambda row: row[0].round.number),
    Column("Table", lambda row: row[1].table),
    Column("Room", lambda row: row[1].room),
    Column("Seat", lambda row: row[1].seat),
    Column("Number", lambda row: row[1].number),
    Column("Player", lambda row: row[1].name),
    Column("Team", lambda row: row[1].team),
    Column("School", lambda row: row[1].school),
)
DRAW_COLUMNS: tuple[Column[Seat], ...] = (
    Column("Table", lambda seat: seat.table.number),
    Column("Room", lambda seat: seat.table.room),
    Column("Seat", lambda seat: seat.number),
    Column("Player", lambda seat: seat.place.name),
    Column("Team", lambda seat: seat.place.entry.team.name if seat.place.entry else ""),
    Column("School", lambda seat: _school(seat)),
    Column("Locked", lambda seat: seat.is_locked),
)


def _school(seat: Seat) -> str:
    if seat.place.entry:
        return seat.place.entry.team.school.name
    return seat.place.player.school.name if seat.place.player and seat.place.player.school else ""
