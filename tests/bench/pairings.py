"""How good and how fast the draws are, beside the best known results: `python -m tests.bench.pairings [name ...]`."""

from __future__ import annotations

import json
import sys
import time
from random import Random

from pairings.__main__ import compile_kernels
from pairings.engine.json_format import parse_problem
from pairings.engine.problem import Problem
from pairings.engine.search import solve
from tests.pairings.instances import BEST, NAMES, costs, instance


def listed(name: str) -> None:
    written = instance(name)
    problem = parse_problem(json.dumps(written))
    begin = time.perf_counter()
    draw = solve(problem)
    seconds = time.perf_counter() - begin
    ours, best = costs(written, draw.rounds), BEST[name]
    known = (best["clashes"], best["repeats"], best.get("spread") or 0)
    ours = ours if best.get("spread") else (*ours[:2], 0)
    verdict = "better" if ours < known else "as good" if ours == known else "WORSE"
    print(f"{name:12} {ours!s:16} listed {known!s:16} {verdict:8} {seconds:7.3f} s  {draw.found_by}", flush=True)


def large(players: int, *, seeded: bool, rounds: int) -> None:
    """Teams of five, two rounds played, as on a large day."""
    dice = Random(1)
    order = list(range(players))
    past = []
    for _ in range(2):
        dice.shuffle(order)
        past.append(tuple(tuple(order[at : at + 3]) for at in range(0, players, 3)))
    scores = tuple(dice.choice((4, 6, 8, 9, 10, 12)) for _ in range(players)) if seeded else None
    team = tuple(player // 5 for player in range(players))
    problem = Problem(team=team, rounds=rounds, sizes=(3,) * (players // 3), history=tuple(past), scores=scores)
    begin = time.perf_counter()
    figures = solve(problem).figures
    kind = "seeded" if seeded else "unseeded"
    print(
        f"{players} players, {rounds} rounds, {kind}: {figures.key} in {time.perf_counter() - begin:.2f} s", flush=True
    )


if __name__ == "__main__":
    compile_kernels()
    for name in sys.argv[1:] or NAMES:
        listed(name)
    if not sys.argv[1:]:
        for players in (300, 900, 3000):
            large(players, seeded=False, rounds=8)
            large(players, seeded=True, rounds=1)
