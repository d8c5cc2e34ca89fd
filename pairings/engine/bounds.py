"""What no draw can go below, by counting. A draw that reaches it is optimal, and the director is told so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from pairings.engine.problem import Figures, Problem, ProblemError, meetings


def bound_of(problem: Problem) -> Figures:
    """Fewest clashes, then fewest repeats, then the least spread that counting can prove."""
    clashes = fewest_clashes(problem) * problem.rounds
    repeats = fewest_repeats(problem)
    spread = sum(size - 1 for size in problem.sizes) * problem.rounds if problem.scores else None
    return Figures(clashes, repeats, spread)


def fewest_clashes(problem: Problem) -> int:
    """In one round: a team of more players than tables must sit together somewhere, as evenly as can be.

    Bands that could get tables of other sizes prove nothing.
    """
    if problem.bands and len(set(problem.sizes)) > 1:
        return 0
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
    kinds = sorted(set(problem.sizes), reverse=True)
    have = tuple(problem.sizes.count(kind) for kind in kinds)
    found = _split([len(band) for band in problem.bands], kinds, have)
    if found is None:
        raise ProblemError("The bands do not fit at these tables.")
    return [tuple(kind for kind, times in zip(kinds, each, strict=True) for _ in range(times)) for each in found]


def _split(bands: Sequence[int], kinds: Sequence[int], have: tuple[int, ...]) -> list[tuple[int, ...]] | None:
    """How many tables of each kind each band gets, so that all are used; what led nowhere is not tried again."""
    dead: set[tuple[int, tuple[int, ...]]] = set()

    def rest(at: int, left: tuple[int, ...]) -> list[tuple[int, ...]] | None:
        if at == len(bands):
            return []
        if (at, left) in dead:
            return None
        for chosen in _ways(bands[at], kinds, left):
            after = rest(at + 1, tuple(here - taken for here, taken in zip(left, chosen, strict=True)))
            if after is not None:
                return [chosen, *after]
        dead.add((at, left))
        return None

    return rest(0, have)


def _ways(players: int, kinds: Sequence[int], left: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """So many seats from these tables, the largest first."""
    if not kinds:
        if players == 0:
            yield ()
        return
    for times in range(min(left[0], players // kinds[0]), -1, -1):
        for others in _ways(players - times * kinds[0], kinds[1:], left[1:]):
            yield (times, *others)


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


def least_spread(points: Sequence[float], sizes: Sequence[int]) -> float:
    """The least that best minus worst can add up to over tables of these sizes, whoever else may not meet.

    Two tables whose points lie across each other never do better than the same players side by side in order, so only
    the order of the sizes along the ranking is tried.
    """
    ranked = sorted(points, reverse=True)
    kinds = Counter(sizes)
    best: dict[tuple[int, ...], float] = {(0,) * len(kinds): 0.0}
    for _ in sizes:
        following: dict[tuple[int, ...], float] = {}
        for used, cost in best.items():
            begin = sum(size * times for size, times in zip(kinds, used, strict=True))
            for at, (size, have) in enumerate(kinds.items()):
                if used[at] < have:
                    more = (*used[:at], used[at] + 1, *used[at + 1 :])
                    total = cost + ranked[begin] - ranked[begin + size - 1]
                    following[more] = min(total, following.get(more, total))
        best = following
    return min(best.values(), default=0.0)
