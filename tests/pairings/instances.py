"""Problem instances from `tests/data/pairings`, and an independent count of what a draw of one costs."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path
from typing import Any

DATA = Path(__file__).parents[1] / "data"
BEST = json.loads((DATA / "pairings-best.json").read_text())
NAMES = sorted(path.stem for path in (DATA / "pairings").glob("*.json"))


def load_instance(name: str) -> dict[str, Any]:
    instance: dict[str, Any] = json.loads((DATA / "pairings" / f"{name}.json").read_text())
    return instance


def count_costs(instance: dict[str, Any], rounds: Any) -> tuple[int, int, int]:
    """Clashes, repeats, and spread, counted from the JSON. Fails if the draw breaks a hard rule."""
    n, team, scores = instance["n"], instance["team"], instance.get("scores") or [0] * instance["n"]
    history = instance.get("history", [])
    seen = {frozenset(pair) for past in history for table in past for pair in combinations(table, 2)}
    ranking = sorted(range(n), key=lambda player: (-scores[player], player))
    rank = {player: index for index, player in enumerate(ranking)}
    band = {player: index for index, each in enumerate(instance.get("bands", [])) for player in each["players"]}
    clashes = repeats = spread = 0
    for tables in rounds:
        assert sorted(player for table in tables for player in table) == list(range(n))
        assert sorted(len(table) for table in tables) == sorted(instance["table_sizes"])
        for table in tables:
            assert len({band.get(player) for player in table}) == 1
            for pair in map(frozenset, combinations(table, 2)):
                clashes += len({team[player] for player in pair}) == 1
                repeats += pair in seen
                seen.add(pair)
            spread += max(rank[player] for player in table) - min(rank[player] for player in table)
    assert len(rounds) == instance["rounds"]
    return clashes, repeats, spread if instance.get("scores") else 0
