"""Runs the engine on data from the database: who plays, earlier rounds, and the draw that the engine proposes.

Nothing here writes to the database, so no transaction has to wait for a search.
"""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from secrets import randbelow
from typing import cast

from django.db.models import Q

from foundation.errors import Refused
from pairings import hooks
from pairings.engine.methods import (
    DrawRequest,
    DrawResult,
    Entrant,
    Seatings,
    assign_tables,
    rotate_scorekeepers,
    tables_of_match,
)
from pairings.engine.problem import ProblemError
from pairings.engine.repair import repair_tables
from pairings.engine.seating_costs import SeatingCosts, count_meetings
from pairings.engine.sizes import SizesError
from pairings.hooks import EarlierResults
from pairings.models import MATCHES, Draw, Seat
from tournament.books import edition_of
from tournament.game_settings import FROM_RESULTS
from tournament.models import Division
from tournament.rosters.checkin.models import PLAYING
from tournament.rosters.models import Place
from tournament.rounds.models import Playoff, Round, RoundState

Places = tuple[tuple[int, ...], ...]
SHUFFLE_NUMBERS = 10**6
METHODS_FOR_ALL_ROUNDS = ("preset", "sections")


@dataclass(frozen=True)
class Proposal:
    """The tables of one or more rounds, as keys of roster spots, and the players it was made for.

    `sections`: the section letter by key of the team entry, if teams play in sections.
    """

    rounds: tuple[int, ...]
    tables: tuple[Places, ...]
    players: tuple[int, ...]
    bound: tuple[int, int, int | None]
    found_by: str
    seed: int
    without_results: bool = False
    locked: Seatings = ()
    sections: Mapping[int, str] = field(default_factory=dict)

    def request_identity(self) -> str:
        """Return the request behind the proposal: a retry is the same one even if the result would differ now."""
        return f"{self.rounds} by shuffle {self.seed}, {'without' if self.without_results else 'with'} results"


class ResultsMissing(Refused):
    """Some tables of earlier rounds have no verified scoresheet yet. `missing` names them."""

    def __init__(self, missing: tuple[str, ...]) -> None:
        shown = "; ".join(missing[:12])
        if len(missing) == 1:
            sentence = f"This scoresheet isn’t verified: {shown}. Verify it first, or assign tables without it."
        elif len(missing) <= 12:
            sentence = f"These scoresheets aren’t verified: {shown}. Verify them first, or assign tables without them."
        else:
            more = len(missing) - 12
            sentence = (
                f"These scoresheets and {more} more aren’t verified: {shown}. "
                "Verify them first, or assign tables without them."
            )
        super().__init__(sentence)
        self.missing = missing


def shuffle_number(key: str | None) -> int:
    """A shuffle number for a request that names none, derived from its idempotency key so that a retry repeats it."""
    return (
        int(hashlib.sha256(key.encode()).hexdigest()[:12], 16) % SHUFFLE_NUMBERS if key else randbelow(SHUFFLE_NUMBERS)
    )


def seating_method(round_: Round) -> str:
    """The event's seating method. In playoffs, teams meet level against level, and players meet by score."""
    by_playoff = {Playoff.TEAMS: MATCHES, Playoff.PLAYERS: "score_groups"}
    return by_playoff[Playoff(round_.playoff)] if round_.playoff else round_.division.event.seating


def players_to_seat(round_: Round) -> list[Place]:
    """The roster spots to seat: everyone who isn't an alternate, absent, or withdrawn; in playoffs, who advanced."""
    places = Place.objects.filter(division=round_.division, is_alternate=False).select_related(
        "attendance", "player__school", "entry__team__school"
    )
    if round_.playoff:
        places = places.filter(finals__round=round_)
    is_marked = Q(attendance__isnull=False)
    return list(places.filter(~is_marked | Q(attendance__status__in=PLAYING)).order_by("id"))


def to_entrant(place: Place, *, in_sections: bool = False) -> Entrant:
    """The roster spot as the engine sees it. A player without a team is a team of one.

    `in_sections`: the teams already play in sections and keep them.
    """
    team = place.entry.team if place.entry else None
    school = place.player.school_id if place.player else team.school_id if team else None
    return Entrant(
        player=place.pk,
        team=f"team {team.pk}" if team else f"alone {place.pk}",
        school=school or f"none of {place.pk}",
        level=place.number or 1,
        seed=place.entry.seed if place.entry else None,
        section=place.entry.section if place.entry and in_sections else "",
    )


def propose_tables(
    round_: Round, *, seed: int, locked: Seatings = (), only_this: bool = False, without_results: bool = False
) -> Proposal:
    """Draw this round, and all later rounds too if the method draws in advance.

    Methods that use results count verified ones only. Raises `ResultsMissing` if some aren't verified, unless
    `without_results` is set. `only_this`: draw one round even if the method draws in advance.
    """
    event, method = round_.division.event, seating_method(round_)
    results = hooks.earlier_results.only(round_) if method in FROM_RESULTS else EarlierResults()
    if results.missing and not without_results:
        raise ResultsMissing(results.missing)
    places = players_to_seat(round_)
    if not places:
        raise Refused(f"{round_.division} has no players to seat. Import the roster first.")
    if method == MATCHES:
        return _propose_matches(round_, places, seed)
    rounds = [round_]
    if method in METHODS_FOR_ALL_ROUNDS and not only_this:
        later = Round.objects.filter(
            division=round_.division, number__gt=round_.number, state=RoundState.DRAFT, playoff=""
        )
        rounds += later.order_by("number")
    inputs = _EngineInputs(round_, places, results, len(rounds), seed, locked, only_this)
    drawn = _run_engine(inputs)
    tables = drawn.rounds
    if edition_of(event).sheet.scorekeeper is not None:
        tables = rotate_scorekeepers(tables, kept=_times_kept_score(round_))
    return Proposal(
        rounds=tuple(each.pk for each in rounds),
        tables=cast("tuple[Places, ...]", tables),
        players=tuple(place.pk for place in places),
        bound=(drawn.bound.clashes, drawn.bound.repeats, drawn.bound.spread),
        found_by=drawn.found_by,
        seed=seed,
        without_results=bool(results.missing),
        locked=locked,
        sections=_sections(drawn, places),
    )


def _propose_matches(round_: Round, places: list[Place], seed: int) -> Proposal:
    """Seat the matches of a team playoff. Nothing is searched: the matches were made when the round was set up."""
    minimum = edition_of(round_.division.event).tables.minimum
    matches = dict(round_.finalists.values_list("place", "match"))
    teams: dict[int | None, dict[int | None, list[int]]] = defaultdict(lambda: defaultdict(list))
    for place in sorted(places, key=lambda each: (each.entry_id or 0, each.number or 0)):
        teams[matches[place.pk]][place.entry_id].append(place.pk)
    tables = [
        table
        for _, match in sorted(teams.items(), key=lambda each: each[0] or 0)
        for table in tables_of_match(list(match.values()), minimum)
    ]
    if not tables:
        raise Refused(f"Too few teams are here for {round_}. Check in more players first.")
    return Proposal(
        rounds=(round_.pk,),
        tables=(tuple(tables),),
        players=tuple(place.pk for place in places),
        bound=(0, 0, None),
        found_by="level against level",
        seed=seed,
    )


def _sections(drawn: DrawResult, places: list[Place]) -> dict[int, str]:
    return {
        place.entry.pk: drawn.sections[to_entrant(place).team]
        for place in places
        if place.entry and to_entrant(place).team in drawn.sections
    }


@dataclass(frozen=True)
class _EngineInputs:
    """What one run of the engine depends on."""

    round: Round
    places: list[Place]
    results: EarlierResults
    round_count: int
    seed: int
    locked: Seatings
    only_this: bool


def _run_engine(inputs: _EngineInputs) -> DrawResult:
    round_ = inputs.round
    event, method = round_.division.event, seating_method(round_)
    sizes = edition_of(event).tables
    tables_of_rounds = tables_of_other_rounds if inputs.only_this else tables_of_earlier_rounds
    history = list(tables_of_rounds(round_).values())
    published = Draw.objects.filter(round__division=round_.division, state=Draw.State.PUBLISHED)
    in_sections = method == "sections" and published.exists()
    try:
        return assign_tables(
            DrawRequest(
                entrants=tuple(to_entrant(place, in_sections=in_sections) for place in inputs.places),
                rounds=inputs.round_count,
                minimum=sizes.minimum,
                preferred=event.table_size,
                maximum=sizes.maximum,
                method=method,
                schools_apart=event.schools_apart,
                history=tuple(history),
                scores=dict(inputs.results.points.items()) or None,
                ladder=inputs.results.ladder,
                section_seed=round_.division_id,
                small_table_counts=times_at_small_table(history),
                locked=inputs.locked,
                seed=inputs.seed,
            )
        )
    except (ProblemError, SizesError) as reason:
        raise Refused(f"{round_.division}: {reason}") from None


def tables_of_earlier_rounds(round_: Round) -> dict[int, Seatings]:
    """The tables of the division's earlier rounds, by round number."""
    return {number: tables for number, tables in _tables_by_round(round_.division).items() if number < round_.number}


def _tables_by_round(division: Division) -> dict[int, Seatings]:
    """The tables of each round of the division, by round number: published ones if there are any, else the draft."""
    seats = Seat.objects.filter(
        draw__round__division=division, draw__state__in=[Draw.State.PUBLISHED, Draw.State.DRAFT]
    ).order_by("draw__round__number", "table__number", "number")
    tables: dict[tuple[int, str], dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    for number, state, table, place in seats.values_list("draw__round__number", "draw__state", "table_id", "place_id"):
        tables[number, state][table].append(place)
    by_round: dict[int, Seatings] = {}
    for number, state in sorted(tables):  # "draft" sorts before "published", which then replaces it
        by_round[number] = tuple(map(tuple, tables[number, state].values()))
    return by_round


def tables_of_other_rounds(round_: Round) -> dict[int, Seatings]:
    """The tables that a change to this round has to consider: later rounds count too if all are drawn in advance."""
    if seating_method(round_) not in METHODS_FOR_ALL_ROUNDS:
        return tables_of_earlier_rounds(round_)
    return {number: tables for number, tables in _tables_by_round(round_.division).items() if number != round_.number}


def late_changes(draw: Draw) -> tuple[list[Place], list[Place]]:
    """Players who have a seat but are away, and players who are here without a seat."""
    here = {place.pk: place for place in players_to_seat(draw.round)}
    seated = {seat.place_id: seat.place for seat in draw.seats.select_related("place__player", "place__entry__team")}
    gone = [place for pk, place in seated.items() if pk not in here]
    return gone, [place for pk, place in here.items() if pk not in seated]


def propose_repair(draw: Draw, tables: Sequence[Sequence[int]]) -> Proposal:
    """The published tables, in order of their numbers, repaired with the fewest moves after players left or came."""
    round_ = draw.round
    sizes = edition_of(round_.division.event).tables
    places = players_to_seat(round_)
    try:
        repaired = repair_tables(
            tables,
            [place.pk for place in places],
            seating_costs_of(round_, places),
            minimum=sizes.minimum,
            maximum=sizes.maximum,
        )
    except SizesError as reason:
        raise Refused(f"{round_.division}: {reason}") from None
    return Proposal(
        rounds=(round_.pk,),
        tables=(cast("Places", repaired.tables),),
        players=tuple(place.pk for place in places),
        bound=(draw.bound["clashes"], draw.bound["repeats"], draw.bound["spread"]),
        found_by="the fewest moves",
        seed=draw.seed,
        without_results=draw.without_results,
    )


def seating_costs_of(round_: Round, places: list[Place]) -> SeatingCosts:
    """The costs of seating these players in this round: teams, schools, earlier meetings, and points."""
    entrants = [to_entrant(place) for place in places]
    from_results = seating_method(round_) in FROM_RESULTS
    points = hooks.earlier_results.only(round_).points if from_results else {}
    return SeatingCosts(
        team={each.player: each.team for each in entrants},
        school={each.player: each.school for each in entrants} if round_.division.event.schools_apart else {},
        met=count_meetings(tables_of_other_rounds(round_).values()),
        points=dict(points.items()) or None,
    )


def times_at_small_table(history: Iterable[Seatings]) -> Counter[object]:
    """How often each player has sat at a table smaller than the largest one of its round."""
    small: Counter[object] = Counter()
    for tables in history:
        largest = max(map(len, tables), default=0)
        small.update(player for table in tables if len(table) < largest for player in table)
    return small


def _times_kept_score(round_: Round) -> Counter[object]:
    """How often each player has kept score in earlier rounds."""
    return Counter(table[-1] for tables in tables_of_earlier_rounds(round_).values() for table in tables)
