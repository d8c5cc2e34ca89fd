"""Short calls to the On-Sets checker."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from rulebooks.commands import answer_line

CHECKER = Path(__file__).parents[2] / "data" / "checker"
SIX = ["B", "R", "BR", "G", "GY", "blank"]
EIGHT = ["B", "BR", "BG", "R", "RY", "G", "Y", "blank"]
TWELVE = ["BRG", "BRY", "BR", "BG", "B", "RGY", "RG", "R", "GY", "G", "Y", "blank"]
FOURTEEN = ["BRGY", "BRG", "BRY", "BR", "BGY", "BG", "B", "RGY", "RY", "R", "GY", "G", "Y", "blank"]


def read_cases(name: str = "judge-onsets.jsonl") -> list[dict[str, Any]]:
    return [json.loads(line) for line in (CHECKER / name).read_text().splitlines()]


def ask_checker(request: dict[str, Any]) -> dict[str, Any]:
    return json.loads(answer_line("judge-onsets", json.dumps(request)))


def goal(number: int) -> dict[str, Any]:
    """Return a Goal with this value, from 0 to 20."""
    if number == 0:
        return {"config": "row2", "cubes": [{"d": 1}, {"d": 1, "ud": True}]}
    for first in range(1, 6):
        for second in range(1, 6):
            rest = number - first * second
            if rest == 0:
                return {"config": "column2", "cubes": [{"d": first}, {"d": second}]}
            if 1 <= rest <= 5:
                return {"config": "L", "cubes": [{"d": first}, {"d": second}, {"d": rest}]}
    raise ValueError(number)


def judge_solution(
    name: str | None,
    *restrictions: str,
    value: int | None = None,
    division: str = "M",
    on: dict[str, Any] | None = None,
    **more: Any,
) -> dict[str, Any]:
    """Return the answer on one Solution.

    `value`: the Goal's value. `on`: the variations with their blanks. `more`: `blank_as`, and keys of the request.
    """
    request = {
        "ruleset": "agloa-onsets-2014",
        "division": division,
        "variations": [{"slug": slug, "value": blank} for slug, blank in (on or {}).items()],
        "universe": TWELVE,
        "solution": {"set_name": name, "restrictions": list(restrictions), "blank_as": more.pop("blank_as", None)},
    }
    if value is not None:
        request["goal"] = goal(value)
    return ask_checker(request | more)


def codes(answer: dict[str, Any]) -> list[str]:
    """Return the codes of what is wrong, apart from the number of cards."""
    return [violation["code"] for violation in answer["violations"] if violation["code"] != "not_equal"]


def outcome(answer: dict[str, Any]) -> tuple[str, str]:
    return answer["verdict"], answer["code"]
