"""The JSON format of problems and solutions that `python -m pairings assign` reads and prints."""

from __future__ import annotations

import json
from collections.abc import Mapping
from math import isfinite
from typing import Any

from pairings.engine.problem import DEFAULT_SECONDS, Problem, ProblemError, Solution

MOST_SECONDS = 3600


def parse_problem(text: str) -> Problem:
    """Parse a problem instance. Raises a `ProblemError` with one sentence if something is wrong with it."""
    try:
        data = json.loads(text)
    except ValueError as problem:
        raise ProblemError(f"This isn’t valid JSON: {problem}.") from None
    if not isinstance(data, dict):
        raise ProblemError("An instance must be an object with n, team, rounds, and table_sizes.")
    n = _read_whole_number(data, "n")
    team = _read_list(data, "team")
    if len(team) != n:
        raise ProblemError(f"The team list has {len(team)} entries for {n} players. Each player needs one.")
    if any(not isinstance(name, (int, str)) or isinstance(name, bool) for name in team):
        raise ProblemError("Each team must be a number or a name.")
    scores = _read_list(data, "scores", required=False)
    if any(isinstance(score, bool) or not isinstance(score, (int, float)) or not isfinite(score) for score in scores):
        raise ProblemError("Each score must be a number.")
    seconds = data.get("seconds")
    is_number = isinstance(seconds, (int, float)) and not isinstance(seconds, bool)
    if seconds is not None and not (is_number and 0 <= seconds <= MOST_SECONDS):
        raise ProblemError(f"seconds must be a number from 0 to {MOST_SECONDS}.")
    return Problem(
        team=tuple(team),
        rounds=_read_whole_number(data, "rounds"),
        sizes=_check_numbers(_read_list(data, "table_sizes"), "table_sizes"),
        history=tuple(_check_tables(past, "history") for past in _read_list(data, "history", required=False)),
        scores=tuple(scores) or None,
        bands=tuple(_read_band(band) for band in _read_list(data, "bands", required=False)),
        seed=_read_whole_number(data, "seed", default=0) % 2**31,
        seconds=DEFAULT_SECONDS if seconds is None else float(seconds),
    )


def format_solution(solution: Solution) -> str:
    report = {
        "clashes": solution.quality.clashes,
        "repeats": solution.quality.repeats,
        "spread": solution.quality.spread,
        "bound_clashes": solution.bound.clashes,
        "bound_repeats": solution.bound.repeats,
        "bound_spread": solution.bound.spread,
        "optimal": solution.is_optimal,
        "found_by": solution.found_by,
    }
    return json.dumps({"rounds": solution.rounds, "report": report})


def _read_whole_number(data: Mapping[str, Any], name: str, default: int | None = None) -> int:
    value = data.get(name)
    if value is None and default is not None:
        return default
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise ProblemError(f"{name} must be a whole number, 0 or more.")
    return value


def _read_list(data: Mapping[str, Any], name: str, *, required: bool = True) -> list[Any]:
    value = data.get(name)
    if value is None and not required:
        return []
    if not isinstance(value, list):
        raise ProblemError(f"{name} must be a list.")
    return value


def _check_numbers(values: Any, name: str) -> tuple[int, ...]:
    if not isinstance(values, list) or any(isinstance(each, bool) or not isinstance(each, int) for each in values):
        raise ProblemError(f"{name} must contain only whole numbers.")
    return tuple(values)


def _check_tables(past: Any, name: str) -> tuple[tuple[int, ...], ...]:
    if not isinstance(past, list):
        raise ProblemError(f"Each round of {name} must be a list of tables.")
    return tuple(_check_numbers(table, name) for table in past)


def _read_band(band: Any) -> tuple[int, ...]:
    players = band.get("players") if isinstance(band, dict) else band
    return _check_numbers(players, "bands")
