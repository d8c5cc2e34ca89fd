"""The seating methods: how each one turns players into tables. Players can have any key; the search numbers them.

*preset*: all rounds in advance. *sections*: teams in sections of up to nine by seed; within a section, players of the
same level meet. *score_groups*: players with similar scores meet. *bump*: the winner moves up a table, the last player
moves down. *random*: shuffled. *by_hand*: in roster order, for a director to change.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import cycle, zip_longest
from random import Random
from string import ascii_uppercase
from typing import TypeVar

from pairings.engine.problem import (
    PlayerKey,
    Problem,
    ProblemError,
    Quality,
    RoundSeating,
    Solution,
    measure_quality,
)
from pairings.engine.sizes import table_sizes

TeamType = TypeVar("TeamType")
MemberType = TypeVar("MemberType", bound=Hashable)
Seatings = tuple[tuple[PlayerKey, ...], ...]
MOST_TEAMS_PER_SECTION = 9


@dataclass(frozen=True)
class Entrant:
    """One player. `level`: strength within the team, 1 is the strongest. `seed`: the team's seed.

    `section`: the letter of the team's section, once it has one.
    """

    player: PlayerKey
    team: Hashable
    school: Hashable
    level: int = 1
    seed: int | None = None
    section: str = ""


@dataclass(frozen=True)
class DrawRequest:
    """What to draw.

    `history`: the tables of earlier rounds. `scores`: higher is better. `ladder`: for bump, the tables of the previous
    round from first to last, each from its winner to its last player. `seed`: the shuffle number. `section_seed`: the
    shuffle number that puts teams without a seed into sections, the same for all rounds.
    """

    entrants: tuple[Entrant, ...]
    rounds: int
    minimum: int
    preferred: int
    maximum: int
    method: str = "preset"
    schools_apart: bool = False
    history: tuple[Seatings, ...] = ()
    scores: Mapping[PlayerKey, float] | None = None
    ladder: Seatings = ()
    small_table_counts: Mapping[PlayerKey, int] = field(default_factory=dict)
    locked: Seatings = ()
    seed: int = 0
    section_seed: int = 0

    def sizes(self, players: int) -> tuple[int, ...]:
        return table_sizes(players, minimum=self.minimum, preferred=self.preferred, maximum=self.maximum)


@dataclass(frozen=True)
class DrawResult:
    """The tables of every round, strongest first if there is a ranking, and their quality.

    `sections`: the letter of each team's section, if teams play in sections.
    """

    rounds: tuple[Seatings, ...]
    quality: Quality
    bound: Quality
    found_by: str
    sections: Mapping[Hashable, str] = field(default_factory=dict)

    @property
    def is_optimal(self) -> bool:
        return self.quality.key == self.bound.key


def assign_tables(request: DrawRequest) -> DrawResult:
    """Draw by the requested method. Raises a `ProblemError` or `SizesError` with one sentence if that's impossible."""
    if request.method == "by_hand" and not request.locked:
        return _in_roster_order(request)
    if request.method == "sections" and not request.locked:
        return _in_sections(request)
    if request.method == "bump" and request.ladder:
        return _by_bump(request)
    return _to_result(request, _solve(_to_problem(request)))


def _to_problem(request: DrawRequest) -> Problem:
    """The request with numbered players. Players who left are ignored."""
    number = {each.player: index for index, each in enumerate(request.entrants)}

    def numbered(tables: Seatings) -> RoundSeating:
        groups = (tuple(number[player] for player in table if player in number) for table in tables)
        return tuple(group for group in groups if group)

    scored = request.scores if request.method == "score_groups" else None
    return Problem(
        team=tuple(each.team for each in request.entrants),
        rounds=request.rounds,
        sizes=request.sizes(len(request.entrants)),
        history=tuple(numbered(tables) for tables in request.history),
        scores=tuple(scored.get(each.player, 0) for each in request.entrants) if scored else None,
        schools=tuple(each.school for each in request.entrants) if request.schools_apart else None,
        small_table_counts=tuple(request.small_table_counts.get(each.player, 0) for each in request.entrants),
        locked=numbered(request.locked),
        seed=request.seed,
    )


def _solve(problem: Problem) -> Solution:
    from pairings.engine.search import solve  # imported late, because it loads compiled code

    return solve(problem)


def _to_result(request: DrawRequest, solution: Solution) -> DrawResult:
    """The solution with the players' own keys."""
    rank = {player: index for index, player in enumerate(_to_problem(request).order())} if request.scores else None
    rounds = []
    for tables in solution.rounds:
        ordered = sorted(tables, key=lambda table: min(rank[p] for p in table)) if rank else tables
        rounds.append(tuple(tuple(request.entrants[p].player for p in table) for table in ordered))
    return DrawResult(tuple(rounds), solution.quality, solution.bound, solution.found_by)


def _in_roster_order(request: DrawRequest) -> DrawResult:
    """One round in roster order, level by level, so that teammates don't start at one table."""
    order = sorted(request.entrants, key=lambda each: each.level)
    sizes, first, tables = request.sizes(len(order)), 0, []
    for size in sizes:
        tables.append(tuple(each.player for each in order[first : first + size]))
        first += size
    return _measured_result(request, (tuple(tables),), "by hand")


def _measured_result(request: DrawRequest, rounds: tuple[Seatings, ...], found_by: str) -> DrawResult:
    from pairings.engine.bounds import lower_bound

    problem = _to_problem(request)
    number = {each.player: index for index, each in enumerate(request.entrants)}
    seated = tuple(tuple(tuple(number[p] for p in table) for table in tables) for tables in rounds)
    return DrawResult(rounds, measure_quality(problem, seated), lower_bound(problem), found_by)


# -- sections ---------------------------------------------------------------------------------------------------------


def divide_into_sections(entrants: Sequence[Entrant], seed: int) -> list[list[Hashable]]:
    """The teams of each section: as few sections of up to nine as possible, in snake order by seed.

    Teams in one row of the snake are about equally strong, so they swap sections if that keeps schools apart. Teams
    that already have a section keep it, and teams that come later join the smallest section.
    """
    teams = {each.team: each for each in entrants}
    if any(each.section for each in teams.values()):
        return _existing_sections(teams)
    random = Random(seed)  # noqa: S311 -- a draw must be repeatable
    tiebreak = {team: random.random() for team in teams}
    order = sorted(teams, key=lambda team: (teams[team].seed is None, teams[team].seed or 0, tiebreak[team]))
    count = -(-len(order) // MOST_TEAMS_PER_SECTION)
    rows = [order[first : first + count] for first in range(0, len(order), count)]
    snake = [[*row, *[None] * (count - len(row))] for row in rows]
    snake = [row[::-1] if number % 2 else row for number, row in enumerate(snake)]
    school = {team: each.school for team, each in teams.items()}
    _separate_schools(snake, school, random)
    return [[team for row in snake if (team := row[section]) is not None] for section in range(count)]


def _existing_sections(teams: Mapping[Hashable, Entrant]) -> list[list[Hashable]]:
    known: dict[str, list[Hashable]] = defaultdict(list)
    for team, each in teams.items():
        if each.section:
            known[each.section].append(team)
    for team, each in teams.items():
        if not each.section:
            min(known.values(), key=len).append(team)
    return [known[letter] for letter in sorted(known, key=lambda letter: (len(letter), letter))]


def _separate_schools(snake: list[list[Hashable]], school: Mapping[Hashable, Hashable], random: Random) -> None:
    """Swap random pairs within a row unless that puts more teams of one school into a section.

    Stops when every section has different schools, or after a fixed number of tries.
    """

    def schoolmates(team: Hashable, section: int, row: int) -> int:
        others = (each[section] for number, each in enumerate(snake) if number != row)
        return sum(team is not None and other is not None and school[other] == school[team] for other in others)

    def all_schoolmates() -> int:
        return sum(
            schoolmates(team, section, number) for number, row in enumerate(snake) for section, team in enumerate(row)
        )

    count = len(snake[0])
    for _ in range(200 * len(snake) * count if count > 1 and all_schoolmates() else 0):
        number = random.randrange(len(snake))
        row = snake[number]
        one, other = random.sample(range(count), 2)
        before = schoolmates(row[one], one, number) + schoolmates(row[other], other, number)
        after = schoolmates(row[one], other, number) + schoolmates(row[other], one, number)
        if after <= before:
            row[one], row[other] = row[other], row[one]
        if after < before and not all_schoolmates():
            return


def _in_sections(request: DrawRequest) -> DrawResult:
    """Draw each level of each section separately. A level with too few players joins the one before it."""
    if len({each.team for each in request.entrants}) < request.minimum:
        raise ProblemError("Sections need teams. Choose another seating method for players without a team.")
    rounds: list[list[tuple[PlayerKey, ...]]] = [[] for _ in range(request.rounds)]
    results = []
    sections = divide_into_sections(request.entrants, request.section_seed)
    for index, section in enumerate(sections):
        for level, group in enumerate(_level_groups(request, section)):
            part = DrawRequest(
                entrants=tuple(group),
                rounds=request.rounds,
                minimum=request.minimum,
                preferred=request.preferred,
                maximum=request.maximum,
                history=request.history,
                seed=request.seed * 100 + index * 10 + level,
            )
            result = _to_result(part, _solve(_to_problem(part)))
            results.append(result)
            for number, tables in enumerate(result.rounds):
                rounds[number] += tables
    bound = Quality(sum(each.bound.clashes for each in results), sum(each.bound.repeats for each in results))
    whole = _measured_result(request, tuple(tuple(tables) for tables in rounds), "sections")
    return DrawResult(whole.rounds, whole.quality, bound, "sections", _section_letters(request.entrants, sections))


def _letter(index: int) -> str:
    """A to Z, then AA, AB, and so on."""
    return ascii_uppercase[index] if index < 26 else ascii_uppercase[index // 26 - 1] + ascii_uppercase[index % 26]


def _section_letters(entrants: Sequence[Entrant], sections: list[list[Hashable]]) -> dict[Hashable, str]:
    """The section letter of each team: A, B, C in order, unless a section already has a letter."""
    known = {each.team: each.section for each in entrants}
    letters: dict[Hashable, str] = {}
    for index, section in enumerate(sections):
        letter = next((known[team] for team in section if known[team]), _letter(index))
        letters |= dict.fromkeys(section, letter)
    return letters


def _level_groups(request: DrawRequest, section: Sequence[Hashable]) -> list[list[Entrant]]:
    """The players of a section by level, where levels too small to be seated are merged with a neighbor."""
    by_level: dict[int, list[Entrant]] = defaultdict(list)
    for each in request.entrants:
        if each.team in section:
            by_level[each.level].append(each)
    groups: list[list[Entrant]] = []
    for level in sorted(by_level):
        if groups and (len(by_level[level]) < request.minimum or not _can_seat(request, len(by_level[level]))):
            groups[-1] += by_level[level]
        else:
            groups.append(by_level[level])
    if len(groups) > 1 and not _can_seat(request, len(groups[0])):
        groups[:2] = [groups[0] + groups[1]]
    return groups


def _can_seat(request: DrawRequest, players: int) -> bool:
    try:
        return bool(request.sizes(players))
    except ValueError:
        return False


# -- bump -------------------------------------------------------------------------------------------------------------


def _by_bump(request: DrawRequest) -> DrawResult:
    """Move each winner up a table and each last player down, then cut the ladder into tables with teammates apart."""
    here = {each.player for each in request.entrants}
    standing = [[player for player in table if player in here] for table in request.ladder]
    moved: list[list[PlayerKey]] = [[] for _ in standing]
    for number, table in enumerate(standing):
        for place, player in enumerate(table):
            up, down = place == 0 and len(table) > 1, place == len(table) - 1 and len(table) > 1
            to = number - 1 if up and number else number + 1 if down and number < len(standing) - 1 else number
            moved[to].append(player)
    ladder = [player for table in moved for player in table]
    ladder += [each.player for each in request.entrants if each.player not in set(ladder)]
    scores = {player: -rung for rung, player in enumerate(ladder)}
    by_ladder = DrawRequest(
        entrants=request.entrants,
        rounds=1,
        minimum=request.minimum,
        preferred=request.preferred,
        maximum=request.maximum,
        method="score_groups",
        scores=scores,
        locked=request.locked,
        seed=request.seed,
    )
    result = _to_result(by_ladder, _solve(_to_problem(by_ladder)))
    return DrawResult(result.rounds, result.quality, result.bound, "the ladder")


# -- seats ------------------------------------------------------------------------------------------------------------


def rotate_scorekeepers(
    rounds: Sequence[Seatings], kept: Mapping[PlayerKey, int] | None = None
) -> tuple[Seatings, ...]:
    """The tables with the scorekeeper in the last seat (the Cup): the player who has kept score least often so far.

    `kept`: how often each player kept score in earlier rounds.
    """
    times: dict[PlayerKey, int] = defaultdict(int, kept or {})
    seated = []
    for tables in rounds:
        reordered = []
        for table in tables:
            keeper = min(reversed(table), key=lambda player: times[player])
            times[keeper] += 1
            reordered.append((*(player for player in table if player != keeper), keeper))
        seated.append(tuple(reordered))
    return tuple(seated)


# -- team playoffs: which teams meet, level against level (F9, N12, N13) ----------------------------------------------


def match_teams(ranked: Sequence[TeamType], *, minimum: int, preferred: int, maximum: int) -> list[list[TeamType]]:
    """The teams of each match, given teams from best to last: first meets last, second meets second to last, etc."""
    count = len(table_sizes(len(ranked), minimum=minimum, preferred=preferred, maximum=maximum))
    matches: list[list[TeamType]] = [[] for _ in range(count)]
    there_and_back = cycle([*range(count), *reversed(range(count))])
    for team, match in zip(ranked, there_and_back, strict=False):
        matches[match].append(team)
    return matches


def tables_of_match(teams: Sequence[Sequence[MemberType]], minimum: int) -> list[tuple[MemberType, ...]]:
    """The tables of a match: the strongest player of each team at the first, the next at the second, and so on.

    Players sit out if their table would have fewer than `minimum` players.
    """
    levels = (tuple(each for each in level if each is not None) for level in zip_longest(*teams))
    return [level for level in levels if len(level) >= minimum]
