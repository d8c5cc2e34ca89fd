"""Counts what a draw costs in another way than the engine does, from the instance as it is written."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path
from typing import Any

DATA = Path(__file__).parents[1] / "data"
BEST = json.loads((DATA / "pairings-best.json").read_text())
NAMES = sorted(path.stem for path in (DATA / "pairings").glob("*.json"))


def instance(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((DATA / "pairings" / f"{name}.json").read_text())
    return found


def costs(given: dict[str, Any], rounds: Any) -> tuple[int, int, int]:
    """Clashes, repeats and spread; a draw that breaks a hard rule is an error."""
    n, team, scores = given["n"], given["team"], given.get("scores") or [0] * given["n"]
    seen = {frozenset(pair) for past in given.get("history", []) for table in past for pair in combinations(table, 2)}
    place = {player: at for at, player in enumerate(sorted(range(n), key=lambda player: (-scores[player], player)))}
    band = {player: at for at, each in enumerate(given.get("bands", [])) for player in each["players"]}
    clashes = repeats = spread = 0
    for tables in rounds:
        assert sorted(player for table in tables for player in table) == list(range(n))
        assert sorted(len(table) for table in tables) == sorted(given["table_sizes"])
        for table in tables:
            assert len({band.get(player) for player in table}) == 1
            for pair in map(frozenset, combinations(table, 2)):
                clashes += len({team[player] for player in pair}) == 1
                repeats += pair in seen
                seen.add(pair)
            spread += max(place[player] for player in table) - min(place[player] for player in table)
    assert len(rounds) == given["rounds"]
    return clashes, repeats, spread if given.get("scores") else 0
