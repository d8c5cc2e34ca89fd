"""What no draw can go below, by counting. A draw that reaches it is optimal, and the director is told so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from pairings.engine.problem import Figures, Problem, ProblemError, meetings


def bound_of(problem: Problem) -> Figures:
    """Fewest clashes, then fewest repeats, then the least spread that counting can prove."""
    clashes = fewest_clashes(problem) * problem.rounds
    repeats = fewest_repeats(problem)
    spread = sum(size - 1 for size in problem.sizes) * problem.rounds if problem.scores else None
    return Figures(clashes, repeats, spread)


def fewest_clashes(problem: Problem) -> int:
    """In one round: a team of more players than tables must sit together somewhere, as evenly as can be."""
    groups = problem.bands or (tuple(range(problem.n)),)
    sizes = sizes_of_bands(problem)
    return sum(
        _spread_out(members, sizes[at])
        for at, group in enumerate(groups)
        for members in Counter(problem.team[player] for player in group).values()
    )


def sizes_of_bands(problem: Problem) -> list[tuple[int, ...]]:
    """The tables of each band, large ones first; all tables belong to the one band if there are none."""
    if not problem.bands:
        return [tuple(sorted(problem.sizes, reverse=True))]
    left = Counter(problem.sizes)
    found: list[tuple[int, ...] | None] = [None] * len(problem.bands)
    hardest_first = sorted(range(len(problem.bands)), key=lambda at: len(problem.bands[at]))
    for at in hardest_first:
        chosen = _fill(len(problem.bands[at]), left)
        if chosen is None:
            raise ProblemError(f"A band of {len(problem.bands[at])} does not fit at the tables that are left for it.")
        found[at] = chosen
        left -= Counter(chosen)
    return [sizes or () for sizes in found]


def _fill(players: int, left: Counter[int]) -> tuple[int, ...] | None:
    """So many seats from the tables that are left, the largest first, and smaller ones where it must be."""
    if players == 0:
        return ()
    for size in sorted((size for size in left if 0 < size <= players and left[size] > 0), reverse=True):
        rest = _fill(players - size, left - Counter([size]))
        if rest is not None:
            return (size, *rest)
    return None


def _spread_out(members: int, sizes: Sequence[int]) -> int:
    """Pairs of teammates if so many sit as far apart as these tables allow."""
    if members <= len(sizes):
        return 0
    seated = [0] * len(sizes)
    for _ in range(members):
        free = [at for at, size in enumerate(sizes) if seated[at] < size]
        seated[min(free, key=lambda at: seated[at])] += 1
    return sum(count * (count - 1) // 2 for count in seated)


def fewest_repeats(problem: Problem) -> int:
    """Each player has so many opponents that are not teammates and so many seats beside them to fill.

    Twelve players alone have no five rounds of threes: there is no nearly Kirkman system of twelve. Only said where
    nobody needs to clash and all tables are of one size; otherwise counting proves nothing, and 0 is always true.
    """
    if len(set(problem.sizes)) > 1 or problem.bands or fewest_clashes(problem):
        return 0
    met = [pair for pair in meetings(problem.history) if problem.team[pair[0]] != problem.team[pair[1]]]
    others = Counter(player for pair in met for player in pair)
    members = Counter(problem.team)
    beside = (problem.sizes[0] - 1) * problem.rounds
    too_many = (
        max(0, beside - (problem.n - members[problem.team[player]] - others[player])) for player in range(problem.n)
    )
    is_twelve_alone = problem.rounds >= 5 and len(members) == problem.n == 12 and problem.sizes[0] == 3
    return max(-(-sum(too_many) // 2), _too_few_tables(problem), int(is_twelve_alone))


def _too_few_tables(problem: Problem) -> int:
    """At fewer tables than a table has seats, each later round brings two together who sat together before."""
    tables, size = len(problem.sizes), problem.sizes[0]
    if problem.history or tables >= size:
        return 0
    return (problem.rounds - 1) * tables * _spread_out(size, [size] * tables)
