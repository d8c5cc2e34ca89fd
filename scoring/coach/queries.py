"""What a coach's page shows of each team: where its players sit next, how each did, where it stands, what it asked for.

For one team or for all of a school in the same number of questions to the database.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from django.db.models import QuerySet

from foundation.tournaments import Tournament
from pairings.models import Draw, Seat
from scoring.charts.drawing import SmallLine
from scoring.coach.models import Request, State
from scoring.coach.notices import notices_for
from scoring.coach.ranks import Rank, Ranks, as_of, ranks_of
from scoring.hooks import CoachNotice
from scoring.models import Release, Result
from scoring.ranks.released import releases_of
from scoring.ranks.sums import player_key
from scoring.standings import Key, Score, plain, with_bonus
from tournament.models import Team
from tournament.rosters.models import Place, TeamEntry
from tournament.rosters.order import of_team
from tournament.rounds.models import Round
from tournament.rounds.models import State as RoundState


@dataclass(frozen=True)
class Sits:
    """A seat to go to, or to be found in now."""

    round: Round
    table: int
    room: str
    seat: int

    @property
    def where(self) -> str:
        """`Gym B, table 12, seat 2`."""
        return ", ".join([*filter(None, [self.room]), f"table {self.table}", f"seat {self.seat}"])

    @property
    def is_now(self) -> bool:
        return self.round.state == RoundState.RUNNING


@dataclass(frozen=True)
class Earned:
    """Points of one round. `sheet`: where they come from; None where several seats are added up."""

    number: int
    points: str
    sheet: int | None = None


@dataclass(frozen=True)
class Card:
    """One who plays for the team: now, as an alternate, or earlier in the day."""

    key: str
    name: str
    number: int | None = None
    is_alternate: bool = False
    sits: tuple[Sits, ...] = ()
    earned: tuple[Earned, ...] = ()
    total: str = ""
    rank: Rank | None = None


@dataclass(frozen=True)
class Neighbor:
    team: Team
    rank: Rank
    is_us: bool


@dataclass(frozen=True)
class Game:
    """A team in one event. `as_of`: up to when the ranks count, in words; nothing as long as none are released."""

    entry: TeamEntry
    places: tuple[Place, ...]
    cards: tuple[Card, ...]
    rounds: tuple[Round, ...]
    earned: tuple[Earned, ...]
    rank: Rank | None
    of: int
    as_of: str
    around: tuple[Neighbor, ...]

    @property
    def line(self) -> SmallLine | None:
        """The team's points by round; a line needs two of them."""
        if len(self.earned) < 2:
            return None
        labels = tuple(f"R{each.number}" for each in self.earned)
        return SmallLine("The team's points by round", labels, tuple(float(each.points) for each in self.earned))

    @property
    def without_a_seat(self) -> str:
        """Why somebody has no seat to go to."""
        current = next((each for each in self.rounds if each.state != RoundState.COMPLETE), None)
        if current is None:
            return "All rounds are played." if self.rounds else "No round is planned yet."
        if current.state == RoundState.DRAFT:
            return f"{current.title}: the tables are not drawn yet."
        if current.state == RoundState.COLLECTING:
            return f"{current.title} is over; its sheets come in."
        return f"No seat in {current.title}."


@dataclass(frozen=True)
class TeamPage:
    team: Team
    games: tuple[Game, ...]
    requests: tuple[Request, ...]
    lines: tuple[CoachNotice, ...]


def _with_people(requests: QuerySet[Request]) -> QuerySet[Request]:
    places = [f"{who}__{what}" for who in ("place", "alternate") for what in ("player", "entry__team")]
    return requests.select_related(*places, "place__event", "settled_by")


# -- a page from the answers ------------------------------------------------------------------------------------------


def team_pages(tournament: Tournament, teams: Iterable[Team], news: str) -> list[TeamPage]:
    """By school and name. `news`: the stamp that all coaches share, for which ranks are kept."""
    ours = sorted(teams, key=of_team)
    keys = [team.pk for team in ours]
    found = _Found(tournament, keys, news)
    requests: dict[int, list[Request]] = defaultdict(list)
    for each in _with_people(Request.objects.filter(team__in=keys)):
        requests[each.team_id].append(each)
    lines = notices_for(keys)
    return [
        TeamPage(
            team,
            tuple(found.game(entry) for entry in found.entries if entry.team_id == team.pk),
            tuple(requests[team.pk]),
            tuple(lines.get(team.pk, ())),
        )
        for team in ours
    ]


def requests_of(tournament: Tournament) -> QuerySet[Request]:
    """The latest first, with everybody whom they name."""
    return _with_people(Request.objects.filter(tournament=tournament))


def open_requests(tournament: Tournament) -> QuerySet[Request]:
    return requests_of(tournament).filter(state=State.OPEN)


class _Found:
    """Everything that is asked of the database, once for all teams."""

    def __init__(self, tournament: Tournament, teams: Sequence[int], news: str) -> None:
        self.policy = tournament.public_names
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
        self.results = _results(teams)
        self.seats = _seats(teams, self.rounds, self.releases)
        self.ranks = {each.pk: ranks_of(each, self.releases[each.pk], news) for each in divisions}
        self.neighbors = self._neighbors()

    def _neighbors(self) -> dict[int, Team]:
        wanted = {
            key
            for entry in self.entries
            if (ranks := self.ranks[entry.division_id]) is not None
            for key in ranks.around(entry.team_id)
        }
        return Team.objects.filter(pk__in=wanted).select_related("school").order_by().in_bulk()

    def game(self, entry: TeamEntry) -> Game:
        ranks = self.ranks[entry.division_id]
        places = self.places[entry.pk]
        return Game(
            entry,
            tuple(places),
            tuple(self._cards(entry, places, ranks)),
            tuple(self.rounds[entry.division_id]),
            tuple(_by_round(self.results[entry.pk])),
            ranks.teams.get(entry.team_id) if ranks else None,
            len(ranks.teams) if ranks else 0,
            as_of(self.releases[entry.division_id]) if ranks else "",
            tuple(self._around(entry, ranks)) if ranks else (),
        )

    def _around(self, entry: TeamEntry, ranks: Ranks) -> Iterable[Neighbor]:
        for key in ranks.around(entry.team_id):
            yield Neighbor(self.neighbors[key], ranks.teams[key], key == entry.team_id)

    def _cards(self, entry: TeamEntry, places: Sequence[Place], ranks: Ranks | None) -> Iterable[Card]:
        """Everybody on the roster, then who played for the team and is no longer on it: that may be another's child."""
        earned: dict[Key, list[Result]] = defaultdict(list)
        for result in self.results[entry.pk]:
            earned[player_key(result.player_id, result.place_id)].append(result)
        bonus = entry.event.attendance_bonus
        for place in places:
            key = player_key(place.player_id, place.pk)
            card = Card(f"place-{place.pk}", place.name, place.number, place.is_alternate, self.seats.get(place.pk, ()))
            yield _with_points(card, key, earned.pop(key, []), ranks, bonus)
        for key, results in earned.items():
            who = results[0].player or results[0].place
            card = Card(f"result-{results[0].pk}", who.public_name(self.policy), is_alternate=True)
            yield _with_points(card, key, results, ranks, bonus)


def _with_points(card: Card, key: Key, results: Sequence[Result], ranks: Ranks | None, bonus: int) -> Card:
    points = [each.points for each in results if each.points is not None]
    total = with_bonus(Score(key, sum(points, Decimal(0)), 1 if points else 0), bonus)
    return Card(
        card.key,
        card.name,
        card.number,
        card.is_alternate,
        card.sits,
        tuple(Earned(each.round.number, _plain(each.points), each.sheet_id) for each in results),
        plain(total.points) if points else "",
        ranks.players.get(key) if ranks else None,
    )


def _by_round(results: Iterable[Result]) -> Iterable[Earned]:
    sums: dict[int, Decimal] = {}
    for result in results:
        sums[result.round.number] = sums.get(result.round.number, Decimal(0)) + (result.points or 0)
    return [Earned(number, plain(points)) for number, points in sums.items()]


def _results(teams: Sequence[int]) -> dict[int, list[Result]]:
    """By the key of the entry, in the order of the rounds. Verified ones are the team's own, released or not."""
    found: dict[int, list[Result]] = defaultdict(list)
    results = Result.objects.filter(place__entry__team__in=teams).select_related("round", "player", "place")
    for result in results.order_by("round__number", "seat"):
        assert result.place.entry_id is not None
        found[result.place.entry_id].append(result)
    return found


def _seats(
    teams: Sequence[int], rounds: Mapping[int, Sequence[Round]], releases: Mapping[int, Release]
) -> dict[int, tuple[Sits, ...]]:
    """By place: of rounds that are played or published. What is held back from everybody is seen when it is played."""
    shown = {
        each.pk: each
        for division, several in rounds.items()
        for each in several
        if each.state == RoundState.RUNNING or (each.state == RoundState.PUBLISHED and releases[division].draws)
    }
    found: dict[int, tuple[Sits, ...]] = {}
    seats = Seat.objects.filter(
        place__entry__team__in=teams, draw__round__in=list(shown), draw__state=Draw.State.PUBLISHED
    ).order_by("draw__round__number")
    for place, round_, table, room, number in seats.values_list(
        "place", "draw__round", "table__number", "table__room", "number"
    ):
        found[place] = (*found.get(place, ()), Sits(shown[round_], table, room, number))
    return found


def _plain(points: Decimal | None) -> str:
    return "–" if points is None else plain(points)
