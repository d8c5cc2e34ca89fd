"""The quality and speed of draws compared with the best known results: `python -m tests.bench.pairings [name ...]`."""

from __future__ import annotations

import json
import sys
import time
from random import Random

from pairings.__main__ import compile_kernels
from pairings.engine.json_format import parse_problem
from pairings.engine.problem import Problem
from pairings.engine.search import solve
from tests.pairings.instances import BEST, NAMES, count_costs, load_instance


def compare_with_best(name: str) -> None:
    instance = load_instance(name)
    problem = parse_problem(json.dumps(instance))
    begin = time.perf_counter()
    draw = solve(problem)
    seconds = time.perf_counter() - begin
    ours, best = count_costs(instance, draw.rounds), BEST[name]
    known = (best["clashes"], best["repeats"], best.get("spread") or 0)
    ours = ours if best.get("spread") else (*ours[:2], 0)
    verdict = "better" if ours < known else "as good" if ours == known else "WORSE"
    print(f"{name:12} {ours!s:16} listed {known!s:16} {verdict:8} {seconds:7.3f} s  {draw.found_by}", flush=True)


def measure_large(players: int, *, seeded: bool, rounds: int) -> None:
    """Measure a large draw: teams of five after two rounds."""
    rng = Random(1)
    order = list(range(players))
    past = []
    for _ in range(2):
        rng.shuffle(order)
        past.append(tuple(tuple(order[first : first + 3]) for first in range(0, players, 3)))
    scores = tuple(rng.choice((4, 6, 8, 9, 10, 12)) for _ in range(players)) if seeded else None
    team = tuple(player // 5 for player in range(players))
    problem = Problem(team=team, rounds=rounds, sizes=(3,) * (players // 3), history=tuple(past), scores=scores)
    begin = time.perf_counter()
    quality = solve(problem).quality
    kind = "seeded" if seeded else "unseeded"
    print(
        f"{players} players, {rounds} rounds, {kind}: {quality.key} in {time.perf_counter() - begin:.2f} s", flush=True
    )


if __name__ == "__main__":
    compile_kernels()
    for name in sys.argv[1:] or NAMES:
        compare_with_best(name)
    if not sys.argv[1:]:
        for players in (300, 900, 3000):
            measure_large(players, seeded=False, rounds=8)
            measure_large(players, seeded=True, rounds=1)
