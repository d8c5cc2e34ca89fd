"""A season as its page shows it: results of its tournaments, brought together by who somebody is.

A child is known by name and school, written in any way; a team by its name and school. Two children of one name in one
tournament, and those whose names were removed, cannot be told in another one: they stay by themselves.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from typing import Any

from django.db.models import Q, QuerySet

from foundation.people.models import User
from foundation.people.queries import directed_by
from foundation.tournaments import Tournament
from scoring.models import Adjustment, Result
from scoring.seasons.models import Season
from scoring.seasons.totals import Appearance, Meet, Total, totals
from scoring.standings import Score, of_full_size, with_bonus
from tournament.models import Event
from tournament.rosters.checkin.models import Attendance, Status
from tournament.rosters.models import Player, TeamEntry
from tournament.rosters.names import name_key

CAME = (Status.PRESENT, Status.LATE)
LISTS = {"players": "Players", "teams": "Teams", "schools": "Schools"}


def seasons_of(user: User) -> QuerySet[Season]:
    """Those that this person made, or with a tournament that they direct."""
    mine = Season.objects.filter(tournaments__in=directed_by(user)).values("pk")
    return Season.objects.filter(Q(pk__in=mine) | Q(made_by=user))


@dataclass(frozen=True)
class Cell:
    """What somebody has from one tournament, and whether it is among those that count."""

    meet: Meet
    points: Decimal | None
    counts: bool


@dataclass(frozen=True)
class Row:
    """`beside`: the school of a player or team. `note`: why this row cannot be brought together with others."""

    total: Total
    name: str
    beside: str
    note: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class _Line:
    """What one place brought in one event for one player."""

    tournament: int
    event: int
    place: int
    entry: int | None
    player: int | None
    points: Decimal


class SeasonTotals:
    """Everything in a constant number of questions to the database, and only of what this person directs."""

    def __init__(self, season: Season, user: User) -> None:
        self.season = season
        everything = season.tournaments.order_by("starts_on", "id")
        mine = set(directed_by(user).values_list("pk", flat=True))
        found = list(everything)
        self.tournaments = [each for each in found if each.pk in mine]
        self.hidden = len(found) - len(self.tournaments)
        self.meets = [
            Meet(each.pk, each.name, each.starts_on, (each.ends_on - each.starts_on).days + 1)
            for each in self.tournaments
        ]
        self.named: dict[Hashable, tuple[str, str, str]] = {}

    def rows(self, what: str) -> list[Row]:
        appearances = {"players": self._players, "teams": self._teams, "schools": self._schools}[what]
        found = totals(self.meets, appearances(), best=self.season.best, needed=self.season.needed)
        rows = [
            Row(
                total,
                *self.named[total.who],
                tuple(Cell(meet, total.by_meet.get(meet.key), meet.key in total.counted) for meet in self.meets),
            )
            for total in found
        ]
        return sorted(rows, key=lambda row: (row.total.rank, -row.total.attended, name_key(row.name)))

    # -- who came and what they have ----------------------------------------------------------------------------------

    def _players(self) -> Iterator[Appearance]:
        by_player: dict[tuple[int, int], list[_Line]] = defaultdict(list)
        for line in self._lines:
            if line.player:
                by_player[line.player, line.event].append(line)
        for (player, event), lines in by_player.items():
            yield Appearance(self._child(player), lines[0].tournament, self._sum(event, lines))
        for player, tournament in self._came:
            yield Appearance(self._child(player), tournament)

    def _teams(self) -> Iterator[Appearance]:
        by_team: dict[int, list[_Line]] = defaultdict(list)
        for line in self._lines:
            if line.entry:
                by_team[line.entry].append(line)
        for entry_id, lines in by_team.items():
            entry = self._entries[entry_id]
            event = self._events[entry.event_id]
            played = len({line.place for line in lines})
            score = of_full_size(
                with_bonus(_score(lines, played), event.attendance_bonus), event.team_size, event.short_teams
            )
            yield Appearance(self._team(entry), event.tournament_id, score.points + self._taken_off["team", entry_id])

    def _schools(self) -> Iterator[Appearance]:
        """The sum of everybody who goes to it, in whichever team they play."""
        by_person: dict[tuple[int, int], list[_Line]] = defaultdict(list)
        for line in self._lines:
            by_person[line.player or -line.place, line.event].append(line)
        for (_, event), lines in by_person.items():
            school = self._school_of(lines[0])
            if school:
                who = ("school", name_key(school))
                self.named.setdefault(who, (school, "", ""))
                yield Appearance(who, lines[0].tournament, self._sum(event, lines))

    def _sum(self, event: int, lines: Sequence[_Line]) -> Decimal:
        who = lines[0].player or -lines[0].place
        return with_bonus(_score(lines), self._events[event].attendance_bonus).points + self._taken_off[event, who]

    # -- who is who ---------------------------------------------------------------------------------------------------

    def _child(self, player_id: int) -> Hashable:
        player = self._known[player_id]
        school = player.school.name if player.school else ""
        tournament = self._by_id[player.tournament_id]
        who: Hashable = (name_key(player.first_name), name_key(player.last_name), name_key(school))
        note = ""
        if tournament.purged_at:
            who, note = ("number", tournament.pk, player.number), tournament.name
        elif self._namesakes[who] > 1:
            who, note = ("namesake", player.pk), f"two of this name at {tournament.name}"
        self.named.setdefault(who, (player.name, school, note))
        return who

    def _team(self, entry: TeamEntry) -> Hashable:
        school = entry.team.school.name
        who = ("team", name_key(entry.team.name), name_key(school))
        self.named.setdefault(who, (entry.team.name, school, ""))
        return who

    def _school_of(self, line: _Line) -> str:
        player = self._known.get(line.player or 0)
        if player and player.school:
            return player.school.name
        return self._entries[line.entry].team.school.name if line.entry else ""

    # -- the questions ------------------------------------------------------------------------------------------------

    @cached_property
    def _by_id(self) -> dict[int, Tournament]:
        return {each.pk: each for each in self.tournaments}

    @cached_property
    def _lines(self) -> list[_Line]:
        """Playoffs are played for their own sake, and count for no season."""
        results = Result.objects.filter(round__tournament__in=self._by_id, round__playoff="", points__isnull=False)
        results = results.order_by("pk")
        columns = ("round__tournament", "round__division__event", "place", "place__entry", "player", "points")
        return [_Line(*row) for row in results.values_list(*columns)]

    @cached_property
    def _taken_off(self) -> dict[tuple[Any, int], Decimal]:
        """What judges took off the scores, by event and player or place, and by team."""
        found: dict[tuple[Any, int], Decimal] = defaultdict(Decimal)
        standing = Adjustment.objects.filter(
            sheet__tournament__in=self._by_id, sheet__round__playoff="", until__isnull=True
        )
        columns = ("sheet__round__division__event", "place", "place__entry", "player", "of_team", "points")
        for event, place, entry, player, of_team, points in standing.values_list(*columns):
            found[event, player or -place] += Decimal(0) if of_team else points
            found["team", entry or 0] += points
        return found

    @cached_property
    def _came(self) -> list[tuple[int, int]]:
        here = Attendance.objects.filter(
            place__event__tournament__in=self._by_id, place__player__isnull=False, status__in=CAME
        )
        return [(player, at) for player, at in here.values_list("place__player", "place__event__tournament") if player]

    @cached_property
    def _known(self) -> dict[int, Player]:
        found = Player.objects.filter(tournament__in=self._by_id).select_related("school")
        return {each.pk: each for each in found}

    @cached_property
    def _namesakes(self) -> Counter[Hashable]:
        """How many children of a name and school one tournament has, at most."""
        within: Counter[tuple[int, Hashable]] = Counter()
        for each in self._known.values():
            school = each.school.name if each.school else ""
            within[each.tournament_id, (name_key(each.first_name), name_key(each.last_name), name_key(school))] += 1
        found: Counter[Hashable] = Counter()
        for (_, who), count in within.items():
            found[who] = max(found[who], count)
        return found

    @cached_property
    def _events(self) -> dict[int, Event]:
        return {each.pk: each for each in Event.objects.filter(tournament__in=self._by_id)}

    @cached_property
    def _entries(self) -> dict[int, TeamEntry]:
        found = TeamEntry.objects.filter(event__tournament__in=self._by_id).select_related("team__school")
        return {each.pk: each for each in found}


def _score(lines: Iterable[_Line], played: int = 1) -> Score:
    return Score(None, sum((line.points for line in lines), Decimal(0)), played)
