"""The ways to draw: who is drawn against whom, by method. Players are known by any name; the engine numbers them.

*preset*: all rounds beforehand. *sections*: teams in sections of about nine by seed; within a section each level of
strength plays among itself. *score_groups*: near equals together. *bump*: the winner up a table, the last one down.
*random*: by lot. *by_hand*: in the order of the roster, for a director to move.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from string import ascii_uppercase

from pairings.engine.problem import Draw, Figures, Problem, ProblemError, Round, figures_of
from pairings.engine.sizes import table_sizes

Player = Hashable
Tables = tuple[tuple[Player, ...], ...]
SECTION = 9


@dataclass(frozen=True)
class Entrant:
    """Who plays. `level`: the order of strength within the team, 1 is the strongest. `seed`: of the team.

    `section`: the letter of the team's section, once it plays in one.
    """

    player: Player
    team: Hashable
    school: Hashable
    level: int = 1
    seed: int | None = None
    section: str = ""


@dataclass(frozen=True)
class Wish:
    """What is to be drawn. `history`: earlier rounds. `scores`: higher is better. `ladder`: for bump, the tables of the
    round before from the first to the last, each from its winner to its last. `section_seed`: the lot by which teams
    without a seed come into sections, the same for all rounds."""

    entrants: tuple[Entrant, ...]
    rounds: int
    minimum: int
    preferred: int
    maximum: int
    method: str = "preset"
    schools_apart: bool = False
    history: tuple[Tables, ...] = ()
    scores: Mapping[Player, float] | None = None
    ladder: Tables = ()
    twos: Mapping[Player, int] = field(default_factory=dict)
    locked: Tables = ()
    seed: int = 0
    section_seed: int = 0

    def sizes(self, players: int) -> tuple[int, ...]:
        return table_sizes(players, minimum=self.minimum, preferred=self.preferred, maximum=self.maximum)


@dataclass(frozen=True)
class Drawn:
    """Tables of every round, the better ones first where there is an order, and what they cost.

    `sections`: the letter of each team's section, where teams are drawn in sections.
    """

    rounds: tuple[Tables, ...]
    figures: Figures
    bound: Figures
    found_by: str
    sections: Mapping[Hashable, str] = field(default_factory=dict)

    @property
    def is_optimal(self) -> bool:
        return self.figures.key == self.bound.key


def draw(wish: Wish) -> Drawn:
    """By the method. What cannot be drawn is a `ProblemError` or a `SizesError` with one sentence."""
    if wish.method == "by_hand" and not wish.locked:
        return _as_they_come(wish)
    if wish.method == "sections" and not wish.locked:
        return _in_sections(wish)
    if wish.method == "bump" and wish.ladder:
        return _bumped(wish)
    return _named(wish, _solved(_problem(wish)))


def _problem(wish: Wish) -> Problem:
    """The wish in the engine's numbers. Who has left since stays in nobody's way."""
    number = {each.player: at for at, each in enumerate(wish.entrants)}

    def here(tables: Tables) -> Round:
        groups = (tuple(number[player] for player in table if player in number) for table in tables)
        return tuple(group for group in groups if group)

    scored = wish.scores if wish.method == "score_groups" else None
    return Problem(
        team=tuple(each.team for each in wish.entrants),
        rounds=wish.rounds,
        sizes=wish.sizes(len(wish.entrants)),
        history=tuple(here(tables) for tables in wish.history),
        scores=tuple(scored.get(each.player, 0) for each in wish.entrants) if scored else None,
        schools=tuple(each.school for each in wish.entrants) if wish.schools_apart else None,
        twos=tuple(wish.twos.get(each.player, 0) for each in wish.entrants),
        locked=here(wish.locked),
        seed=wish.seed,
    )


def _solved(problem: Problem) -> Draw:
    from pairings.engine.search import solve  # compiled code: only for those who draw

    return solve(problem)


def _named(wish: Wish, found: Draw) -> Drawn:
    rank = {player: at for at, player in enumerate(_problem(wish).order())} if wish.scores else None
    rounds = []
    for tables in found.rounds:
        ordered = sorted(tables, key=lambda table: min(rank[p] for p in table)) if rank else tables
        rounds.append(tuple(tuple(wish.entrants[p].player for p in table) for table in ordered))
    return Drawn(tuple(rounds), found.figures, found.bound, found.found_by)


def _as_they_come(wish: Wish) -> Drawn:
    """One round in the order of the roster, level by level, so that teammates do not begin at one table."""
    order = sorted(wish.entrants, key=lambda each: each.level)
    sizes, at, tables = wish.sizes(len(order)), 0, []
    for size in sizes:
        tables.append(tuple(each.player for each in order[at : at + size]))
        at += size
    return _counted(wish, (tuple(tables),), "by hand")


def _counted(wish: Wish, rounds: tuple[Tables, ...], found_by: str) -> Drawn:
    from pairings.engine.bounds import bound_of

    problem = _problem(wish)
    number = {each.player: at for at, each in enumerate(wish.entrants)}
    seated = tuple(tuple(tuple(number[p] for p in table) for table in tables) for tables in rounds)
    return Drawn(rounds, figures_of(problem, seated), bound_of(problem), found_by)


# -- sections ---------------------------------------------------------------------------------------------------------


def sections_of(entrants: Sequence[Entrant], seed: int) -> list[list[Hashable]]:
    """Teams in as few sections of nine or fewer as can be, by seed in a snake, schools apart where possible.

    Teams of one row of the snake are about equally strong: they change places if that keeps schools apart. Once they
    play in sections they stay there, and who comes later goes to the smallest.
    """
    teams = {each.team: each for each in entrants}
    if any(each.section for each in teams.values()):
        return _as_they_were(teams)
    lot = Random(seed)  # noqa: S311 -- a draw must be repeatable
    drawn = {team: lot.random() for team in teams}
    order = sorted(teams, key=lambda team: (teams[team].seed is None, teams[team].seed or 0, drawn[team]))
    count = -(-len(order) // SECTION)
    rows = [order[at : at + count] for at in range(0, len(order), count)]
    snake = [[*row, *[None] * (count - len(row))] for row in rows]
    snake = [row[::-1] if number % 2 else row for number, row in enumerate(snake)]
    school = {team: each.school for team, each in teams.items()}
    _change_places(snake, school, lot)
    return [[team for row in snake if (team := row[section]) is not None] for section in range(count)]


def _as_they_were(teams: Mapping[Hashable, Entrant]) -> list[list[Hashable]]:
    known: dict[str, list[Hashable]] = defaultdict(list)
    for team, each in teams.items():
        if each.section:
            known[each.section].append(team)
    for team, each in teams.items():
        if not each.section:
            min(known.values(), key=len).append(team)
    return [known[letter] for letter in sorted(known, key=lambda letter: (len(letter), letter))]


def _change_places(snake: list[list[Hashable]], school: Mapping[Hashable, Hashable], lot: Random) -> None:
    """Two of one row, by lot, if no more schools meet themselves afterwards; until none does, or long enough."""

    def mates(team: Hashable, section: int, row: int) -> int:
        others = (each[section] for number, each in enumerate(snake) if number != row)
        return sum(team is not None and other is not None and school[other] == school[team] for other in others)

    def all_mates() -> int:
        return sum(mates(team, at, number) for number, row in enumerate(snake) for at, team in enumerate(row))

    count = len(snake[0])
    for _ in range(200 * len(snake) * count if count > 1 and all_mates() else 0):
        number = lot.randrange(len(snake))
        row = snake[number]
        one, other = lot.sample(range(count), 2)
        now = mates(row[one], one, number) + mates(row[other], other, number)
        then = mates(row[one], other, number) + mates(row[other], one, number)
        if then <= now:
            row[one], row[other] = row[other], row[one]
        if then < now and not all_mates():
            return


def _in_sections(wish: Wish) -> Drawn:
    """Within a section the players of one level meet each other; a level with too few joins the one before it."""
    if len({each.team for each in wish.entrants}) < wish.minimum:
        raise ProblemError("Sections need teams. Choose another seating for players without one.")
    rounds: list[list[tuple[Player, ...]]] = [[] for _ in range(wish.rounds)]
    found = []
    sections = sections_of(wish.entrants, wish.section_seed)
    for at, section in enumerate(sections):
        for level, group in enumerate(_levels(wish, section)):
            part = Wish(
                entrants=tuple(group),
                rounds=wish.rounds,
                minimum=wish.minimum,
                preferred=wish.preferred,
                maximum=wish.maximum,
                history=wish.history,
                seed=wish.seed * 100 + at * 10 + level,
            )
            drawn = _named(part, _solved(_problem(part)))
            found.append(drawn)
            for number, tables in enumerate(drawn.rounds):
                rounds[number] += tables
    bound = Figures(sum(each.bound.clashes for each in found), sum(each.bound.repeats for each in found))
    counted = _counted(wish, tuple(tuple(tables) for tables in rounds), "sections")
    return Drawn(counted.rounds, counted.figures, bound, "sections", _lettered(wish.entrants, sections))


def _letter(at: int) -> str:
    """A to Z, then AA, AB."""
    return ascii_uppercase[at] if at < 26 else ascii_uppercase[at // 26 - 1] + ascii_uppercase[at % 26]


def _lettered(entrants: Sequence[Entrant], sections: list[list[Hashable]]) -> dict[Hashable, str]:
    """A, B, C in the order of the sections; those that have a letter already keep it."""
    known = {each.team: each.section for each in entrants}
    letters: dict[Hashable, str] = {}
    for at, section in enumerate(sections):
        letter = next((known[team] for team in section if known[team]), _letter(at))
        letters |= dict.fromkeys(section, letter)
    return letters


def _levels(wish: Wish, section: Sequence[Hashable]) -> list[list[Entrant]]:
    by_level: dict[int, list[Entrant]] = defaultdict(list)
    for each in wish.entrants:
        if each.team in section:
            by_level[each.level].append(each)
    groups: list[list[Entrant]] = []
    for level in sorted(by_level):
        if groups and (len(by_level[level]) < wish.minimum or not _can_be_seated(wish, len(by_level[level]))):
            groups[-1] += by_level[level]
        else:
            groups.append(by_level[level])
    if len(groups) > 1 and not _can_be_seated(wish, len(groups[0])):
        groups[:2] = [groups[0] + groups[1]]
    return groups


def _can_be_seated(wish: Wish, players: int) -> bool:
    try:
        return bool(wish.sizes(players))
    except ValueError:
        return False


# -- bump -------------------------------------------------------------------------------------------------------------


def _bumped(wish: Wish) -> Drawn:
    """The winner goes up a table, the last one down, who was between them stays; then tables of the right sizes are cut
    from the ladder, teammates apart."""
    here = {each.player for each in wish.entrants}
    standing = [[player for player in table if player in here] for table in wish.ladder]
    moved: list[list[Player]] = [[] for _ in standing]
    for at, table in enumerate(standing):
        for place, player in enumerate(table):
            up, down = place == 0 and len(table) > 1, place == len(table) - 1 and len(table) > 1
            to = at - 1 if up and at else at + 1 if down and at < len(standing) - 1 else at
            moved[to].append(player)
    ladder = [player for table in moved for player in table]
    ladder += [each.player for each in wish.entrants if each.player not in set(ladder)]
    order = {player: -at for at, player in enumerate(ladder)}
    along = Wish(
        entrants=wish.entrants,
        rounds=1,
        minimum=wish.minimum,
        preferred=wish.preferred,
        maximum=wish.maximum,
        method="score_groups",
        scores=order,
        locked=wish.locked,
        seed=wish.seed,
    )
    found = _named(along, _solved(_problem(along)))
    return Drawn(found.rounds, found.figures, found.bound, "the ladder")


# -- seats ------------------------------------------------------------------------------------------------------------


def seats_in_turn(rounds: Sequence[Tables], kept: Mapping[Player, int] | None = None) -> tuple[Tables, ...]:
    """Who sits last keeps the score (the Cup): whoever has done it least often so far, shared out over the rounds."""
    times: dict[Player, int] = defaultdict(int, kept or {})
    seated = []
    for tables in rounds:
        now = []
        for table in tables:
            keeper = min(reversed(table), key=lambda player: times[player])
            times[keeper] += 1
            now.append((*(player for player in table if player != keeper), keeper))
        seated.append(tuple(now))
    return tuple(seated)
