"""Who sits where, for those who look it up: by table, player or school; for the public by the names it may see."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import groupby

from foundation.tournaments import Tournament
from pairings import hooks
from pairings.models import Draw, Seat
from tournament.rosters.names import name_key
from tournament.rounds.models import Round, RoundState

WAYS = {"table": "By table", "player": "By player", "school": "By school"}


@dataclass(frozen=True)
class Sitting:
    """One player's seat. `name` is what the reader may see; `number` the player's, by which a child finds the table."""

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
        """Under which somebody looks for this name: Émile stands under E."""
        return (name_key(self.name) or self.name)[:1].upper()

    def fits(self, words: Sequence[str]) -> bool:
        """A number alone is the player's; otherwise every word begins a word of the name, team or school."""
        if len(words) == 1 and words[0].isdecimal():
            return int(words[0]) == self.number
        return all(any(part.startswith(word) for part in self.told) for word in words)

    @cached_property
    def told(self) -> list[str]:
        """Every word that somebody may look for."""
        return [name_key(part) for part in f"{self.name} {self.team} {self.school}".split()]


@dataclass(frozen=True)
class RoundTables:
    """A round that is published, with everybody's seat."""

    round: Round
    version: int
    sittings: tuple[Sitting, ...]

    def ordered(self, way: str) -> list[tuple[str, list[Sitting]]]:
        """In groups with a heading: tables with their room, letters of names, schools."""
        if way == "school":
            by = sorted(
                self.sittings,
                key=lambda each: (name_key(each.school), each.school, name_key(each.team), name_key(each.name)),
            )
            return [(name, list(group)) for name, group in groupby(by, key=lambda each: each.school)]
        if way == "player":
            by = sorted(self.sittings, key=lambda each: (name_key(each.name), each.table))
            return [(name, list(group)) for name, group in groupby(by, key=lambda each: each.letter)]
        by = sorted(self.sittings, key=lambda each: (each.table, each.seat))
        return [
            (f"Table {number}" + (f", {room}" if room else ""), list(group))
            for (number, room), group in groupby(by, key=lambda each: (each.table, each.room))
        ]


def published_tables(tournament: Tournament, *, words: str = "", public: bool = False) -> list[RoundTables]:
    """Each division's round that counts now, if its tables are published and, for the public, released."""
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
    found: dict[int, list[Sitting]] = {}
    for seat in seats:
        found.setdefault(seat.draw_id, []).append(_sitting(seat, policy))
    every = [RoundTables(draw.round, draw.version, tuple(found.get(draw.pk, ()))) for draw in draws]
    return _found(every, words)


def _found(tables: Sequence[RoundTables], words: str) -> list[RoundTables]:
    wanted = [name_key(word) for word in words.split()]
    if not wanted:
        return list(tables)
    return [
        replace(each, sittings=tuple(sitting for sitting in each.sittings if sitting.fits(wanted))) for each in tables
    ]


def public_tables(tournament: Tournament, news: str, words: str = "") -> list[RoundTables]:
    """For the public, read once and kept as long as there is no news: when tables are published, everybody looks."""
    return _found(_kept(_Wanted((tournament.pk, tournament.public_names, news), tournament)), words)


@dataclass(frozen=True)
class _Wanted:
    """`name`: of which tournament, by which names, as of which news."""

    name: tuple[object, ...]
    tournament: Tournament = field(compare=False)


@lru_cache(maxsize=4)
def _kept(wanted: _Wanted) -> tuple[RoundTables, ...]:
    return tuple(published_tables(wanted.tournament, public=True))


forget = _kept.cache_clear


def sittings_in(draw: Draw, policy: str | None = None) -> tuple[Sitting, ...]:
    """Everybody's seat in one draw. `policy`: of the names that the public may see, or None for full ones."""
    seats = Seat.objects.filter(draw=draw).select_related(
        "table", "place__player__school", "place__entry__team__school"
    )
    return tuple(_sitting(seat, policy) for seat in seats)


def _sitting(seat: Seat, policy: str | None) -> Sitting:
    place = seat.place
    team = place.entry.team if place.entry else None
    school = team.school if team else place.player.school if place.player else None
    return Sitting(
        name=place.name if policy is None else place.public_name(policy),
        number=place.player.number if place.player else None,
        team=team.name if team else "",
        school=school.name if school else "",
        table=seat.table.number,
        room=seat.table.room,
        seat=seat.number,
        seat_id=seat.pk,
    )
