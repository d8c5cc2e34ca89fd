"""From the database to the engine and back: who plays, what was played before, and the draw that the engine proposes.

Nothing is written here, so that no transaction waits for a search.
"""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from secrets import randbelow
from typing import cast

from django.db.models import Q

from foundation.errors import Refused
from pairings import hooks
from pairings.engine.company import Company, meetings
from pairings.engine.matches import tables_of
from pairings.engine.methods import Drawn, Entrant, Tables, Wish, draw, seats_in_turn
from pairings.engine.problem import ProblemError
from pairings.engine.repair import repair
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
LOTS = 10**6
ALL_AT_ONCE = ("preset", "sections")


@dataclass(frozen=True)
class Proposal:
    """Tables of one or more rounds as places of the roster, and for whom it was made.

    `sections`: the letter of the section of each team, by its key, where teams are drawn in sections.
    """

    rounds: tuple[int, ...]
    tables: tuple[Places, ...]
    players: tuple[int, ...]
    bound: tuple[int, int, int | None]
    found_by: str
    seed: int
    without_results: bool = False
    locked: Tables = ()
    sections: Mapping[int, str] = field(default_factory=dict)

    def __str__(self) -> str:
        """What was asked for, by which a repeated request is known again though it would come out otherwise by now."""
        return f"{self.rounds} by lot {self.seed}, {'without' if self.without_results else 'with'} results"


class ResultsMissing(Refused):
    """Some tables of earlier rounds have no verified sheet yet. `missing` names them."""

    def __init__(self, missing: tuple[str, ...]) -> None:
        shown = "; ".join(missing[:12]) + (f"; and {len(missing) - 12} more" if len(missing) > 12 else "")
        super().__init__(f"Not verified yet: {shown}. Verify them first, or draw without them.")
        self.missing = missing


def lot_of(key: str | None) -> int:
    """The lot where nobody names one. A request that comes again with its key draws the same, and so is known again."""
    return int(hashlib.sha256(key.encode()).hexdigest()[:12], 16) % LOTS if key else randbelow(LOTS)


def method_of(round_: Round) -> str:
    """As the event is seated; in playoffs teams meet level against level, and of players near equals."""
    by_playoff = {Playoff.TEAMS: MATCHES, Playoff.PLAYERS: "score_groups"}
    return by_playoff[Playoff(round_.playoff)] if round_.playoff else round_.division.event.seating


def playing(round_: Round) -> list[Place]:
    """Who is to be seated: the team's places and single players who are not absent or withdrawn; in playoffs, of those
    who go on."""
    places = Place.objects.filter(division=round_.division, is_alternate=False).select_related(
        "attendance", "player__school", "entry__team__school"
    )
    if round_.playoff:
        places = places.filter(finals__round=round_)
    is_marked = Q(attendance__isnull=False)
    return list(places.filter(~is_marked | Q(attendance__status__in=PLAYING)).order_by("id"))


def entrant(place: Place, *, in_sections: bool = False) -> Entrant:
    """Somebody without a team is a team of one. `in_sections`: sections are played already, and stay."""
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


def propose(
    round_: Round, *, seed: int, locked: Tables = (), only_this: bool = False, without_results: bool = False
) -> Proposal:
    """The engine's draw for this round; where the method draws beforehand, for all later rounds as well.

    Where it is drawn from results, only verified ones count: what is missing is named, unless the director goes on.
    """
    event, method = round_.division.event, method_of(round_)
    results = hooks.earlier_results.only(round_) if method in FROM_RESULTS else EarlierResults()
    if results.missing and not without_results:
        raise ResultsMissing(results.missing)
    places = playing(round_)
    if not places:
        raise Refused(f"Nobody in {round_.division} is on the roster or here. Import the roster first.")
    if method == MATCHES:
        return _matches(round_, places, seed)
    rounds = [round_]
    if method in ALL_AT_ONCE and not only_this:
        later = Round.objects.filter(
            division=round_.division, number__gt=round_.number, state=RoundState.DRAFT, playoff=""
        )
        rounds += later.order_by("number")
    drawn = _drawn(round_, places, len(rounds), seed, locked, results, only_this=only_this)
    tables = drawn.rounds
    if edition_of(event).sheet.scorekeeper is not None:
        tables = seats_in_turn(tables, kept=_kept(round_))
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


def _matches(round_: Round, places: list[Place], seed: int) -> Proposal:
    """Nothing is searched for: who meets whom was settled when the playoffs were called."""
    minimum = edition_of(round_.division.event).tables.minimum
    matches = dict(round_.finalists.values_list("place", "match"))
    teams: dict[int | None, dict[int | None, list[int]]] = defaultdict(lambda: defaultdict(list))
    for place in sorted(places, key=lambda each: (each.entry_id or 0, each.number or 0)):
        teams[matches[place.pk]][place.entry_id].append(place.pk)
    tables = [
        table
        for _, match in sorted(teams.items(), key=lambda each: each[0] or 0)
        for table in tables_of(list(match.values()), minimum)
    ]
    if not tables:
        raise Refused(f"{round_}: too few of the teams that meet are here.")
    return Proposal(
        rounds=(round_.pk,),
        tables=(tuple(tables),),
        players=tuple(place.pk for place in places),
        bound=(0, 0, None),
        found_by="level against level",
        seed=seed,
    )


def _sections(drawn: Drawn, places: list[Place]) -> dict[int, str]:
    return {
        place.entry.pk: drawn.sections[entrant(place).team]
        for place in places
        if place.entry and entrant(place).team in drawn.sections
    }


def _drawn(
    round_: Round,
    places: list[Place],
    rounds: int,
    seed: int,
    locked: Tables,
    results: EarlierResults,
    *,
    only_this: bool,
) -> Drawn:
    event, method = round_.division.event, method_of(round_)
    sizes = edition_of(event).tables
    history = list((other_rounds(round_) if only_this else history_before(round_)).values())
    published = Draw.objects.filter(round__division=round_.division, state=Draw.State.PUBLISHED)
    in_sections = method == "sections" and published.exists()
    try:
        return draw(
            Wish(
                entrants=tuple(entrant(place, in_sections=in_sections) for place in places),
                rounds=rounds,
                minimum=sizes.minimum,
                preferred=event.table_size,
                maximum=sizes.maximum,
                method=method,
                schools_apart=event.schools_apart,
                history=tuple(history),
                scores=dict(results.points.items()) or None,
                ladder=results.ladder,
                section_seed=round_.division_id,
                twos=_twos(history),
                locked=locked,
                seed=seed,
            )
        )
    except (ProblemError, SizesError) as reason:
        raise Refused(f"{round_.division}: {reason}") from None


def history_before(round_: Round) -> dict[int, Tables]:
    """The tables of earlier rounds of the division by round number."""
    return {number: tables for number, tables in _history(round_.division).items() if number < round_.number}


def _history(division: Division) -> dict[int, Tables]:
    """Every round of the division that has tables: as published, else as they are drafted."""
    seats = Seat.objects.filter(
        draw__round__division=division, draw__state__in=[Draw.State.PUBLISHED, Draw.State.DRAFT]
    ).order_by("draw__round__number", "table__number", "number")
    tables: dict[tuple[int, str], dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    for number, state, table, place in seats.values_list("draw__round__number", "draw__state", "table_id", "place_id"):
        tables[number, state][table].append(place)
    found: dict[int, Tables] = {}
    for number, state in sorted(tables):  # a draft comes before what is published, which then takes its place
        found[number] = tuple(map(tuple, tables[number, state].values()))
    return found


def other_rounds(round_: Round) -> dict[int, Tables]:
    """Where all rounds are drawn beforehand, also the later ones count: whoever changes one round sees them."""
    if method_of(round_) not in ALL_AT_ONCE:
        return history_before(round_)
    return {number: tables for number, tables in _history(round_.division).items() if number != round_.number}


def late_changes(draw: Draw) -> tuple[list[Place], list[Place]]:
    """Who has a seat and is away, and who is here without one."""
    here = {place.pk: place for place in playing(draw.round)}
    seated = {seat.place_id: seat.place for seat in draw.seats.select_related("place__player", "place__entry__team")}
    gone = [place for pk, place in seated.items() if pk not in here]
    return gone, [place for pk, place in here.items() if pk not in seated]


def propose_repair(draw: Draw, tables: Sequence[Sequence[int]]) -> Proposal:
    """The published tables, in the order of their numbers, with the fewest moves for who left and who came."""
    round_ = draw.round
    sizes = edition_of(round_.division.event).tables
    places = playing(round_)
    try:
        repaired = repair(
            tables,
            [place.pk for place in places],
            company_of(round_, places),
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


def company_of(round_: Round, places: list[Place]) -> Company:
    """Who belongs to whom and has met whom before this round."""
    entrants = [entrant(place) for place in places]
    from_results = method_of(round_) in FROM_RESULTS
    points = hooks.earlier_results.only(round_).points if from_results else {}
    return Company(
        team={each.player: each.team for each in entrants},
        school={each.player: each.school for each in entrants} if round_.division.event.schools_apart else {},
        met=meetings(other_rounds(round_).values()),
        points=dict(points.items()) or None,
    )


def _twos(history: list[Tables]) -> Counter[object]:
    """How often each has sat at a table smaller than the largest of its round."""
    small: Counter[object] = Counter()
    for tables in history:
        largest = max(map(len, tables), default=0)
        small.update(player for table in tables if len(table) < largest for player in table)
    return small


def _kept(round_: Round) -> Counter[object]:
    """How often each has kept the score."""
    return Counter(table[-1] for tables in history_before(round_).values() for table in tables)
