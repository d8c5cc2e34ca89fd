"""The standings of a division: players and teams with their points by round, ranked as the event's tie-breaks say."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property

from django.db.models import F, Q

from pairings.models import Draw
from scoring.models import Result, Sheet
from scoring.standings import Meeting, PlayerRecord, Ranked, Ranking, Score, rank, score_of_player, score_of_team
from tournament.models import Division
from tournament.rosters.models import TeamEntry
from tournament.rounds.models import Round, State

Key = Hashable
KeyOf = Callable[[Result], Key]


@dataclass(frozen=True)
class Row:
    """One line of a standing. `rounds`: the points of each round, None where there are none yet."""

    ranked: Ranked
    name: str
    team: str
    rounds: tuple[Decimal | None, ...]
    why: str

    @property
    def points(self) -> str:
        return _plain(self.ranked.score.points)


class Standings:
    """Everything of one division, in a constant number of questions to the database.

    Points go to who played, and always to the team of the place they played for (N9).
    """

    def __init__(self, division: Division) -> None:
        self.division, self.event = division, division.event
        self.results = list(
            Result.objects.filter(round__division=division)
            .select_related("player", "round", "place__player", "place__entry__team__school")
            .order_by("round__number", "sheet", "seat")
        )
        self.rounds = list(Round.objects.filter(division=division).order_by("number"))

    @cached_property
    def is_final(self) -> bool:
        """Every round is closed."""
        return bool(self.rounds) and all(each.state == State.COMPLETE for each in self.rounds)

    @cached_property
    def open_sheets(self) -> int:
        """Sheets of rounds that have begun, whose results are not there yet."""
        begun = Q(round__division=self.division, round__started_at__isnull=False, excused="")
        sheets = Sheet.objects.filter(begun, table__draw__state=Draw.State.PUBLISHED)
        return sheets.filter(Q(verified__isnull=True) | ~Q(verified=F("current"))).count()

    @cached_property
    def players(self) -> list[Row]:
        by_player: dict[Key, list[Result]] = defaultdict(list)
        for result in self.results:
            by_player[_who(result)].append(result)
        bonus = self.event.attendance_bonus
        scores = [score_of_player(_record(key, found), bonus=bonus) for key, found in by_player.items()]
        ranking = self._ranked(scores, _who)
        names = {key: _name(found[0]) for key, found in by_player.items()}
        teams = {key: _team(found[-1]) for key, found in by_player.items()}
        return self._rows(ranking, names, teams, by_player)

    @cached_property
    def teams(self) -> list[Row]:
        by_team: dict[Key, list[Result]] = defaultdict(list)
        for result in self.results:
            if result.place.entry_id:
                by_team[_entry(result)].append(result)
        names: dict[Key, str] = {("team", each.pk): each.team.name for each in self._entries}
        schools: dict[Key, str] = {("team", each.pk): each.team.school.name for each in self._entries}
        scores = [
            score_of_team(key, self._members(by_team[key]), size=self.event.team_size, short=self.event.short_teams)
            for key in names
        ]
        return self._rows(self._ranked(scores, _entry), names, schools, by_team)

    @cached_property
    def _entries(self) -> list[TeamEntry]:
        found = TeamEntry.objects.filter(division=self.division).select_related("team__school")
        return list(found.order_by("team__name"))

    def _members(self, results: Iterable[Result]) -> list[Score]:
        """A team's places, each with what was earned for it, whoever played."""
        by_place: dict[Key, list[Result]] = defaultdict(list)
        for result in results:
            by_place["place", result.place_id].append(result)
        bonus = self.event.attendance_bonus
        return [score_of_player(_record(key, found), bonus=bonus) for key, found in by_place.items()]

    def _ranked(self, scores: list[Score], key_of: KeyOf) -> Ranking:
        meetings = self._meetings(key_of) if "head_to_head" in self.event.tie_breaks else []
        return rank(scores, self.event.tie_breaks, meetings, seed=self.division.pk)

    def _meetings(self, key_of: KeyOf) -> list[Meeting]:
        tables: dict[int, dict[Key, list[float]]] = defaultdict(lambda: defaultdict(list))
        for result in self.results:
            if result.points is not None:
                tables[result.sheet_id][key_of(result)].append(float(result.points))
        return [Meeting(table) for table in tables.values()]

    def _rows(
        self, ranking: Ranking, names: Mapping[Key, str], teams: Mapping[Key, str], results: Mapping[Key, list[Result]]
    ) -> list[Row]:
        rows = []
        for at, ranked in enumerate(ranking.rows):
            key = ranked.score.key
            following = ranking.rows[at + 1].score.key if at + 1 < len(ranking.rows) else None
            why = ranking.why(key, following, names) if following else "The last of this list."
            rows.append(Row(ranked, names[key], teams[key], self._by_round(results.get(key, [])), why))
        return rows

    def _by_round(self, results: Iterable[Result]) -> tuple[Decimal | None, ...]:
        points: dict[int, Decimal] = {}
        for result in results:
            if result.points is not None:
                points[result.round.number] = points.get(result.round.number, Decimal(0)) + result.points
        return tuple(points.get(each.number) for each in self.rounds)


def _record(key: Key, results: Iterable[Result]) -> PlayerRecord:
    counted = [result for result in results if result.points is not None]
    return PlayerRecord(
        key,
        sum((result.points for result in counted if result.points is not None), Decimal(0)),
        len(counted),
        sum(result.rank == 1 for result in counted),
        sum(result.total or 0 for result in counted),
        sum(result.penalties for result in counted),
    )


def _who(result: Result) -> Key:
    return ("player", result.player_id) if result.player_id else ("place", result.place_id)


def _entry(result: Result) -> Key:
    return ("team", result.place.entry_id)


def _name(result: Result) -> str:
    return result.player.name if result.player else result.place.name


def _team(result: Result) -> str:
    return result.place.entry.team.name if result.place.entry else ""


def _plain(points: Decimal) -> str:
    return f"{points.normalize():f}"
