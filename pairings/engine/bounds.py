"""Lower bounds on the cost of a draw, proven by counting. A draw that reaches its bound is optimal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from pairings.engine.problem import Problem, ProblemError, Quality, count_meetings


def lower_bound(problem: Problem) -> Quality:
    """The fewest clashes, fewest repeats, and least spread that counting can prove."""
    clashes = fewest_clashes(problem) * problem.rounds
    repeats = fewest_repeats(problem)
    spread = sum(size - 1 for size in problem.sizes) * problem.rounds if problem.scores else None
    return Quality(clashes, repeats, spread)


def fewest_clashes(problem: Problem) -> int:
    """The fewest clashes in one round: a team with more players than tables must share some, as evenly as possible.

    Returns 0 if there are bands and tables of several sizes, because the sizes per band aren't fixed then.
    """
    if problem.bands and len(set(problem.sizes)) > 1:
        return 0
    groups = problem.bands or (tuple(range(problem.n)),)
    sizes = band_table_sizes(problem)
    return sum(
        _fewest_pairs(members, sizes[index])
        for index, group in enumerate(groups)
        for members in Counter(problem.team[player] for player in group).values()
    )


def band_table_sizes(problem: Problem) -> list[tuple[int, ...]]:
    """The table sizes of each band, largest first. Without bands, everyone is in one band."""
    if not problem.bands:
        return [tuple(sorted(problem.sizes, reverse=True))]
    kinds = sorted(set(problem.sizes), reverse=True)
    available = tuple(problem.sizes.count(kind) for kind in kinds)
    split = _split([len(band) for band in problem.bands], kinds, available)
    if split is None:
        raise ProblemError("The bands don’t fit these tables.")
    return [tuple(kind for kind, times in zip(kinds, counts, strict=True) for _ in range(times)) for counts in split]


def _split(bands: Sequence[int], kinds: Sequence[int], available: tuple[int, ...]) -> list[tuple[int, ...]] | None:
    """How many tables of each size each band gets, so that all are used. Backtracking that remembers dead ends."""
    dead_ends: set[tuple[int, tuple[int, ...]]] = set()

    def split_rest(band: int, left: tuple[int, ...]) -> list[tuple[int, ...]] | None:
        if band == len(bands):
            return []
        if (band, left) in dead_ends:
            return None
        for chosen in _table_counts(bands[band], kinds, left):
            rest = split_rest(band + 1, tuple(here - taken for here, taken in zip(left, chosen, strict=True)))
            if rest is not None:
                return [chosen, *rest]
        dead_ends.add((band, left))
        return None

    return split_rest(0, available)


def _table_counts(players: int, kinds: Sequence[int], left: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Every way to get exactly this many seats from the tables that are left, most large tables first."""
    if not kinds:
        if players == 0:
            yield ()
        return
    for times in range(min(left[0], players // kinds[0]), -1, -1):
        for others in _table_counts(players - times * kinds[0], kinds[1:], left[1:]):
            yield (times, *others)


def _fewest_pairs(members: int, sizes: Sequence[int]) -> int:
    """How many pairs share a table if this many players spread out over the tables as evenly as possible."""
    if members <= len(sizes):
        return 0
    seated = [0] * len(sizes)
    for _ in range(members):
        free = [table for table, size in enumerate(sizes) if seated[table] < size]
        seated[min(free, key=lambda table: seated[table])] += 1
    return sum(count * (count - 1) // 2 for count in seated)


def fewest_repeats(problem: Problem) -> int:
    """The fewest repeats: each player has a limited number of new opponents for the seats beside them.

    Twelve individual players can't play five rounds of threes, because there is no nearly Kirkman triple system of 12.
    The count is valid only if no one has to clash and all tables are the same size; otherwise the bound is 0.
    """
    if len(set(problem.sizes)) > 1 or problem.bands or fewest_clashes(problem):
        return 0
    met = [pair for pair in count_meetings(problem.history) if problem.team[pair[0]] != problem.team[pair[1]]]
    met_before = Counter(player for pair in met for player in pair)
    members = Counter(problem.team)
    seats_beside = (problem.sizes[0] - 1) * problem.rounds
    shortage = (
        max(0, seats_beside - (problem.n - members[problem.team[player]] - met_before[player]))
        for player in range(problem.n)
    )
    is_twelve_individuals = problem.rounds >= 5 and len(members) == problem.n == 12 and problem.sizes[0] == 3
    return max(-(-sum(shortage) // 2), _repeats_at_few_tables(problem), int(is_twelve_individuals))


def _repeats_at_few_tables(problem: Problem) -> int:
    """The repeats forced by having fewer tables than seats per table: each later round reunites some tablemates."""
    tables, size = len(problem.sizes), problem.sizes[0]
    if problem.history or tables >= size:
        return 0
    return (problem.rounds - 1) * tables * _fewest_pairs(size, [size] * tables)


def least_spread(points: Sequence[float], sizes: Sequence[int]) -> float:
    """The least total of best minus worst points per table, ignoring teams and repeats.

    Two tables whose point ranges overlap never do better than the same players split in ranking order, so only the
    order of the table sizes along the ranking has to be tried.
    """
    ranked = sorted(points, reverse=True)
    kinds = Counter(sizes)
    best: dict[tuple[int, ...], float] = {(0,) * len(kinds): 0.0}
    for _ in sizes:
        following: dict[tuple[int, ...], float] = {}
        for used, cost in best.items():
            first = sum(size * times for size, times in zip(kinds, used, strict=True))
            for kind, (size, available) in enumerate(kinds.items()):
                if used[kind] < available:
                    more = (*used[:kind], used[kind] + 1, *used[kind + 1 :])
                    total = cost + ranked[first] - ranked[first + size - 1]
                    following[more] = min(total, following.get(more, total))
        best = following
    return min(best.values(), default=0.0)
