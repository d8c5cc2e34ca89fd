"""A season as its page shows it: results of its tournaments, matched by person.

A student is matched by name and school, whatever the spelling variant; a team by its name and school. Students who
share a name and school in one tournament, and students whose names were removed, can't be matched and stay separate.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from typing import Any

from django.db.models import Q, QuerySet

from foundation.file_exports import Cell, Column
from foundation.people.models import User
from foundation.people.queries import directed_by
from foundation.tournaments import Tournament
from scoring.models import Adjustment, Result
from scoring.seasons.models import Season
from scoring.seasons.totals import Appearance, SeasonTotal, SeasonTournament, season_totals
from scoring.standings import Score, add_attendance_bonus, scale_short_team
from tournament.models import Event
from tournament.rosters.checkin.models import Attendance, Status
from tournament.rosters.models import Player, TeamEntry
from tournament.rosters.names import name_key

ATTENDED = (Status.PRESENT, Status.LATE)
LISTS = {"players": "Players", "teams": "Teams", "schools": "Schools"}


def seasons_of(user: User) -> QuerySet[Season]:
    """Return the seasons that this user created, or that include a tournament the user directs."""
    directed = Season.objects.filter(tournaments__in=directed_by(user)).values("pk")
    return Season.objects.filter(Q(pk__in=directed) | Q(made_by=user))


@dataclass(frozen=True)
class TournamentPoints:
    """The points of one tournament. `counts`: whether it is among the best that count."""

    tournament: SeasonTournament
    points: Decimal | None
    counts: bool


@dataclass(frozen=True)
class SeasonRow:
    """`school`: of a player or team. `note`: why this row can't be matched with others."""

    total: SeasonTotal
    name: str
    school: str
    note: str
    cells: tuple[TournamentPoints, ...]


@dataclass(frozen=True)
class _RoundResult:
    """One verified result of a round, by keys. `place`: the roster spot."""

    tournament: int
    event: int
    place: int
    entry: int | None
    player: int | None
    points: Decimal


class SeasonTotals:
    """The totals of a season, only over tournaments that this user directs, in a constant number of queries."""

    def __init__(self, season: Season, user: User) -> None:
        self.season = season
        directed = set(directed_by(user).values_list("pk", flat=True))
        every = list(season.tournaments.order_by("starts_on", "id"))
        self.tournaments = [each for each in every if each.pk in directed]
        self.hidden = len(every) - len(self.tournaments)
        self.columns = [
            SeasonTournament(each.pk, each.name, each.starts_on, (each.ends_on - each.starts_on).days + 1)
            for each in self.tournaments
        ]
        self.labels: dict[Hashable, tuple[str, str, str]] = {}  # name, school, note

    def rows(self, kind: str) -> list[SeasonRow]:
        appearances = {"players": self._players, "teams": self._teams, "schools": self._schools}[kind]
        totals = season_totals(self.columns, appearances(), best=self.season.best, needed=self.season.needed)
        rows = [SeasonRow(total, *self.labels[total.who], self._cells(total)) for total in totals]
        return sorted(rows, key=lambda row: (row.total.rank, -row.total.attended, name_key(row.name)))

    def _cells(self, total: SeasonTotal) -> tuple[TournamentPoints, ...]:
        return tuple(
            TournamentPoints(each, total.by_tournament.get(each.key), each.key in total.counted)
            for each in self.columns
        )

    # -- appearances --------------------------------------------------------------------------------------------------

    def _players(self) -> Iterator[Appearance]:
        by_player: dict[tuple[int, int], list[_RoundResult]] = defaultdict(list)
        for result in self._results:
            if result.player:
                by_player[result.player, result.event].append(result)
        for (player, event), results in by_player.items():
            yield Appearance(self._identify_player(player), results[0].tournament, self._sum(event, results))
        for player, tournament in self._attended:
            yield Appearance(self._identify_player(player), tournament)

    def _teams(self) -> Iterator[Appearance]:
        by_entry: dict[int, list[_RoundResult]] = defaultdict(list)
        for result in self._results:
            if result.entry:
                by_entry[result.entry].append(result)
        for entry_id, results in by_entry.items():
            entry = self._entries[entry_id]
            event = self._events[entry.event_id]
            played = len({result.place for result in results})
            score = add_attendance_bonus(_score(results, played), event.attendance_bonus)
            score = scale_short_team(score, event.team_size, event.short_teams)
            points = score.points + self._adjustments["team", entry_id]
            yield Appearance(self._identify_team(entry), event.tournament_id, points)

    def _schools(self) -> Iterator[Appearance]:
        """Yield the points of everyone who goes to a school, whatever team they play for."""
        by_person: dict[tuple[int, int], list[_RoundResult]] = defaultdict(list)
        for result in self._results:
            by_person[result.player or -result.place, result.event].append(result)
        for (_, event), results in by_person.items():
            school = self._school_of(results[0])
            if school:
                who = ("school", name_key(school))
                self.labels.setdefault(who, (school, "", ""))
                yield Appearance(who, results[0].tournament, self._sum(event, results))

    def _sum(self, event: int, results: Sequence[_RoundResult]) -> Decimal:
        person = results[0].player or -results[0].place
        score = add_attendance_bonus(_score(results), self._events[event].attendance_bonus)
        return score.points + self._adjustments[event, person]

    # -- identities ---------------------------------------------------------------------------------------------------

    def _identify_player(self, player_id: int) -> Hashable:
        """Return what identifies a student across tournaments, and remember how to name them."""
        player = self._players_by_id[player_id]
        school = player.school.name if player.school else ""
        tournament = self._by_id[player.tournament_id]
        who: Hashable = (name_key(player.first_name), name_key(player.last_name), name_key(school))
        note = ""
        if tournament.purged_at:
            who, note = ("number", tournament.pk, player.number), tournament.name
        elif self._namesakes[who] > 1:
            who, note = ("namesake", player.pk), f"{tournament.name} (another student has this name)"
        self.labels.setdefault(who, (player.name, school, note))
        return who

    def _identify_team(self, entry: TeamEntry) -> Hashable:
        school = entry.team.school.name
        who = ("team", name_key(entry.team.name), name_key(school))
        self.labels.setdefault(who, (entry.team.name, school, ""))
        return who

    def _school_of(self, result: _RoundResult) -> str:
        player = self._players_by_id.get(result.player or 0)
        if player and player.school:
            return player.school.name
        return self._entries[result.entry].team.school.name if result.entry else ""

    # -- queries ------------------------------------------------------------------------------------------------------

    @cached_property
    def _by_id(self) -> dict[int, Tournament]:
        return {each.pk: each for each in self.tournaments}

    @cached_property
    def _results(self) -> list[_RoundResult]:
        """Verified results; playoffs don't count for a season."""
        results = Result.objects.filter(round__tournament__in=self._by_id, round__playoff="", points__isnull=False)
        results = results.order_by("pk")
        columns = ("round__tournament", "round__division__event", "place", "place__entry", "player", "points")
        return [_RoundResult(*row) for row in results.values_list(*columns)]

    @cached_property
    def _adjustments(self) -> dict[tuple[Any, int], Decimal]:
        """Points that judges added or took away, by event and player (or negated roster spot), and by team entry."""
        by_key: dict[tuple[Any, int], Decimal] = defaultdict(Decimal)
        adjustments = Adjustment.objects.filter(
            sheet__tournament__in=self._by_id, sheet__round__playoff="", until__isnull=True
        )
        columns = ("sheet__round__division__event", "place", "place__entry", "player", "of_team", "points")
        for event, place, entry, player, team_sort_key, points in adjustments.values_list(*columns):
            by_key[event, player or -place] += Decimal(0) if team_sort_key else points
            by_key["team", entry or 0] += points
        return by_key

    @cached_property
    def _attended(self) -> list[tuple[int, int]]:
        """Pairs of player and tournament, from check-in."""
        present = Attendance.objects.filter(
            place__event__tournament__in=self._by_id, place__player__isnull=False, status__in=ATTENDED
        )
        pairs = present.values_list("place__player", "place__event__tournament")
        return [(player, tournament) for player, tournament in pairs if player]

    @cached_property
    def _players_by_id(self) -> dict[int, Player]:
        players = Player.objects.filter(tournament__in=self._by_id).select_related("school")
        return {each.pk: each for each in players}

    @cached_property
    def _namesakes(self) -> Counter[Hashable]:
        """The most students that share a name and school in any one tournament."""
        per_tournament: Counter[tuple[int, Hashable]] = Counter()
        for each in self._players_by_id.values():
            school = each.school.name if each.school else ""
            per_tournament[
                each.tournament_id, (name_key(each.first_name), name_key(each.last_name), name_key(school))
            ] += 1
        most: Counter[Hashable] = Counter()
        for (_, who), count in per_tournament.items():
            most[who] = max(most[who], count)
        return most

    @cached_property
    def _events(self) -> dict[int, Event]:
        return {each.pk: each for each in Event.objects.filter(tournament__in=self._by_id)}

    @cached_property
    def _entries(self) -> dict[int, TeamEntry]:
        entries = TeamEntry.objects.filter(event__tournament__in=self._by_id).select_related("team__school")
        return {each.pk: each for each in entries}


def _score(results: Iterable[_RoundResult], played: int = 1) -> Score:
    return Score(None, sum((result.points for result in results), Decimal(0)), played)


# -- columns of downloaded files --------------------------------------------------------------------------------------

NAME_COLUMN = {"players": "Player", "teams": "Team", "schools": "School"}


def season_columns(totals: SeasonTotals, kind: str) -> list[Column[SeasonRow]]:
    """Return the columns of a downloaded file, one for each tournament among them."""
    return [
        Column("Rank", lambda row: row.total.rank),
        Column("Tied", lambda row: row.total.tied),
        Column(NAME_COLUMN[kind], lambda row: row.name),
        *([] if kind == "schools" else [Column[SeasonRow]("School", lambda row: row.school)]),
        Column("Points", lambda row: row.total.points),
        Column("Attended", lambda row: row.total.attended),
        Column("Days", lambda row: row.total.days),
        Column("Qualified", lambda row: row.total.qualified),
        *(Column(f"{each.name} {each.day}", _points_in_column(index)) for index, each in enumerate(totals.columns)),
        Column("Note", lambda row: row.note),
    ]


def _points_in_column(index: int) -> Callable[[SeasonRow], Cell]:
    return lambda row: row.cells[index].points
