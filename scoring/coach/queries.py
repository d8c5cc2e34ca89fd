"""What a coach page shows of each team: next seats, points, ranks, what is pending, and its requests.

One team and all teams of a school take the same number of queries.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from django.db.models import QuerySet
from django.utils.translation import gettext

from foundation.tournaments import Tournament
from pairings.models import Draw, Seat
from scoring import hooks
from scoring.charts.drawing import Sparkline
from scoring.coach.models import Request
from scoring.coach.rank_cache import DivisionRanks, ReleasedRank, as_of, released_ranks
from scoring.hooks import CoachNotice, round_and_table
from scoring.models import Dispute, Release, Result
from scoring.public_results.queries import releases_of
from scoring.standings import Key, Score, add_attendance_bonus, format_points
from scoring.standings_pages.score_totals import player_key
from tournament.models import Team
from tournament.rosters.models import Place, TeamEntry
from tournament.rosters.sort_keys import team_sort_key
from tournament.rounds.models import Round, RoundState


@dataclass(frozen=True)
class UpcomingSeat:
    """Where a player sits in the current or the next round."""

    round: Round
    table: int
    room: str
    seat: int

    @property
    def where(self) -> str:
        """`Gym B, Table 12, seat 2`."""
        if self.room:
            words = gettext("{room}, Table {table}, seat {seat}")
            return words.format(room=self.room, table=self.table, seat=self.seat)
        return gettext("Table {table}, seat {seat}").format(table=self.table, seat=self.seat)

    @property
    def is_now(self) -> bool:
        return self.round.state == RoundState.RUNNING


@dataclass(frozen=True)
class EarnedPoints:
    """Points of one round. `sheet`: the scoresheet they come from; None for a sum over several seats."""

    number: int
    points: str
    sheet: int | None = None


@dataclass(frozen=True)
class PlayerCard:
    """A player of the team: on the roster, an alternate, or someone who played earlier in the day."""

    key: str
    name: str
    number: int | None = None
    is_alternate: bool = False
    seats: tuple[UpcomingSeat, ...] = ()
    earned: tuple[EarnedPoints, ...] = ()
    total: str = ""
    rank: ReleasedRank | None = None


@dataclass(frozen=True)
class NeighborTeam:
    """A team that is ranked near ours, or ours itself."""

    team: Team
    rank: ReleasedRank
    is_us: bool


@dataclass(frozen=True)
class TeamGame:
    """A team in one event. `of`: how many teams are ranked. `as_of`: which rounds the ranks include, in words."""

    entry: TeamEntry
    places: tuple[Place, ...]
    cards: tuple[PlayerCard, ...]
    rounds: tuple[Round, ...]
    earned: tuple[EarnedPoints, ...]
    rank: ReleasedRank | None
    of: int
    as_of: str
    neighbors: tuple[NeighborTeam, ...]

    @property
    def sparkline(self) -> Sparkline | None:
        """The team's points by round; None with fewer than two rounds."""
        if len(self.earned) < 2:
            return None
        labels = tuple(gettext("R{number}").format(number=each.number) for each in self.earned)
        return Sparkline(gettext("Team points by round"), labels, tuple(float(each.points) for each in self.earned))

    @property
    def no_seat_reason(self) -> str:
        """Why a player has no seat to go to."""
        current = next((each for each in self.rounds if each.state != RoundState.COMPLETE), None)
        if current is None:
            return gettext("All rounds have been played.") if self.rounds else gettext("No rounds are scheduled yet.")
        if current.state == RoundState.DRAFT:
            return gettext("The tables for {round} aren’t published yet.").format(round=current.title)
        if current.state == RoundState.COLLECTING:
            return gettext("Scoresheets for {round} are being collected.").format(round=current.title)
        return gettext("Not playing in {round}.").format(round=current.title)


@dataclass(frozen=True)
class TeamPage:
    team: Team
    games: tuple[TeamGame, ...]
    requests: tuple[Request, ...]
    notices: tuple[CoachNotice, ...]


def _with_people(requests: QuerySet[Request]) -> QuerySet[Request]:
    places = [f"{who}__{what}" for who in ("place", "alternate") for what in ("player", "entry__team")]
    return requests.select_related(*places, "place__event", "settled_by")


# -- pages ------------------------------------------------------------------------------------------------------------


def requests_of(tournament: Tournament) -> QuerySet[Request]:
    """Return all requests, latest first, with every player they name."""
    return _with_people(Request.objects.filter(tournament=tournament))


def team_pages(tournament: Tournament, teams: Iterable[Team], news: str) -> list[TeamPage]:
    """Return a page for each team, by school and name. `news`: the stamp that all coaches share, for cached ranks."""
    ours = sorted(teams, key=team_sort_key)
    keys = [team.pk for team in ours]
    data = _TeamData(tournament, keys, news)
    requests: dict[int, list[Request]] = defaultdict(list)
    for each in _with_people(Request.objects.filter(team__in=keys)):
        requests[each.team_id].append(each)
    notices = notices_for(keys)
    return [
        TeamPage(
            team,
            tuple(data.game(entry) for entry in data.entries if entry.team_id == team.pk),
            tuple(requests[team.pk]),
            tuple(notices.get(team.pk, ())),
        )
        for team in ours
    ]


class _TeamData:
    """Loads everything about some teams at once, and builds their games from it."""

    def __init__(self, tournament: Tournament, teams: Sequence[int], news: str) -> None:
        self.name_policy = tournament.public_names
        entries = TeamEntry.objects.filter(team__in=teams).select_related("team", "division", "event")
        self.entries = list(entries.order_by("event_id"))
        by_key = {entry.pk: entry for entry in self.entries}
        for entry in self.entries:
            entry.division.event = entry.event
        divisions = list({entry.division_id: entry.division for entry in self.entries}.values())
        self.releases = releases_of(divisions)
        self.rounds: dict[int, list[Round]] = defaultdict(list)
        for round_ in Round.objects.filter(division__in=divisions).order_by("number"):
            self.rounds[round_.division_id].append(round_)
        self.places: dict[int, list[Place]] = defaultdict(list)
        for place in Place.objects.filter(entry__in=list(by_key)).select_related("player").order_by("number"):
            place.entry = by_key[place.entry_id or 0]
            self.places[place.entry.pk].append(place)
        self.results = _results_by_entry(teams)
        self.seats = _seats_by_place(teams, self.rounds, self.releases)
        self.ranks = {each.pk: released_ranks(each, self.releases[each.pk], news) for each in divisions}
        self.neighbors = self._load_neighbors()

    def _load_neighbors(self) -> dict[int, Team]:
        wanted = {
            key
            for entry in self.entries
            if (ranks := self.ranks[entry.division_id]) is not None
            for key in ranks.neighbors_of(entry.team_id)
        }
        return Team.objects.filter(pk__in=wanted).select_related("school").order_by().in_bulk()

    def game(self, entry: TeamEntry) -> TeamGame:
        ranks = self.ranks[entry.division_id]
        places = self.places[entry.pk]
        return TeamGame(
            entry,
            tuple(places),
            tuple(self._cards(entry, places, ranks)),
            tuple(self.rounds[entry.division_id]),
            tuple(_points_by_round(self.results[entry.pk])),
            ranks.teams.get(entry.team_id) if ranks else None,
            len(ranks.teams) if ranks else 0,
            as_of(self.releases[entry.division_id]) if ranks else "",
            tuple(self._neighbors(entry, ranks)) if ranks else (),
        )

    def _neighbors(self, entry: TeamEntry, ranks: DivisionRanks) -> Iterable[NeighborTeam]:
        for key in ranks.neighbors_of(entry.team_id):
            yield NeighborTeam(self.neighbors[key], ranks.teams[key], key == entry.team_id)

    def _cards(self, entry: TeamEntry, places: Sequence[Place], ranks: DivisionRanks | None) -> Iterable[PlayerCard]:
        """Yield everyone on the roster, then everyone else who played for the team.

        Those can be another team's students, so they have their public names.
        """
        results_of: dict[Key, list[Result]] = defaultdict(list)
        for result in self.results[entry.pk]:
            results_of[player_key(result.player_id, result.place_id)].append(result)
        bonus = entry.event.attendance_bonus
        for place in places:
            key = player_key(place.player_id, place.pk)
            seats = self.seats.get(place.pk, ())
            card = PlayerCard(f"place-{place.pk}", place.name, place.number, place.is_alternate, seats)
            yield _with_points(card, key, results_of.pop(key, []), ranks, bonus)
        for key, results in results_of.items():
            person = results[0].player or results[0].place
            card = PlayerCard(f"result-{results[0].pk}", person.public_name(self.name_policy), is_alternate=True)
            yield _with_points(card, key, results, ranks, bonus)


def _with_points(
    card: PlayerCard, key: Key, results: Sequence[Result], ranks: DivisionRanks | None, bonus: int
) -> PlayerCard:
    points = [each.points for each in results if each.points is not None]
    total = add_attendance_bonus(Score(key, sum(points, Decimal(0)), 1 if points else 0), bonus)
    return replace(
        card,
        earned=tuple(EarnedPoints(each.round.number, _format_points(each.points), each.sheet_id) for each in results),
        total=format_points(total.points) if points else "",
        rank=ranks.players.get(key) if ranks else None,
    )


def _points_by_round(results: Iterable[Result]) -> Iterable[EarnedPoints]:
    sums: dict[int, Decimal] = {}
    for result in results:
        sums[result.round.number] = sums.get(result.round.number, Decimal(0)) + (result.points or 0)
    return [EarnedPoints(number, format_points(points)) for number, points in sums.items()]


def _results_by_entry(teams: Sequence[int]) -> dict[int, list[Result]]:
    """Return verified results by team entry, in round order. A team always sees its own, released or not."""
    by_entry: dict[int, list[Result]] = defaultdict(list)
    results = Result.objects.filter(place__entry__team__in=teams).select_related("round", "player", "place")
    for result in results.order_by("round__number", "seat"):
        assert result.place.entry_id is not None
        by_entry[result.place.entry_id].append(result)
    return by_entry


def _seats_by_place(
    teams: Sequence[int], rounds: Mapping[int, Sequence[Round]], releases: Mapping[int, Release]
) -> dict[int, tuple[UpcomingSeat, ...]]:
    """Return seats by roster spot, in rounds that are published or in progress.

    Tables that the director hides from the public show up once the round is in progress.
    """
    shown = {
        each.pk: each
        for division, of_division in rounds.items()
        for each in of_division
        if each.state == RoundState.RUNNING or (each.state == RoundState.PUBLISHED and releases[division].draws)
    }
    by_place: dict[int, tuple[UpcomingSeat, ...]] = {}
    seats = Seat.objects.filter(
        place__entry__team__in=teams, draw__round__in=list(shown), draw__state=Draw.State.PUBLISHED
    ).order_by("draw__round__number")
    for place, round_, table, room, number in seats.values_list(
        "place", "draw__round", "table__number", "table__room", "number"
    ):
        by_place[place] = (*by_place.get(place, ()), UpcomingSeat(shown[round_], table, room, number))
    return by_place


def _format_points(points: Decimal | None) -> str:
    return "–" if points is None else format_points(points)


# -- notices: what is pending at a team's tables ----------------------------------------------------------------------

TEAM_AT_TABLE = "sheet__table__seats__place__entry__team"


def notices_for(teams: Collection[int]) -> dict[int, list[CoachNotice]]:
    """Return what is pending at the tables of these teams, by team key."""
    by_team = _refused_to_initial(teams)
    for notices_of in hooks.coach_notices:
        for team, notices in notices_of(teams).items():
            by_team.setdefault(team, []).extend(notices)
    return by_team


def _refused_to_initial(teams: Collection[int]) -> dict[int, list[CoachNotice]]:
    by_team: dict[int, list[CoachNotice]] = {}
    open_disputes = (
        Dispute.objects.filter(until__isnull=True, **{f"{TEAM_AT_TABLE}__in": teams})
        .order_by("sheet__round__number", "sheet__table__number")
        .values_list(TEAM_AT_TABLE, "sheet", "sheet__round__number", "sheet__table__number")
        .distinct()
    )
    for team, sheet, number, table in open_disputes:
        by_team.setdefault(team, []).append(
            CoachNotice(round_and_table(number, table), gettext("initials missing"), sheet=sheet)
        )
    return by_team
