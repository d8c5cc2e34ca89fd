"""Our own cases, beyond the worked examples that came with the notation, each with its rule.

One line of `own-cases.jsonl` is a case with all the divisions that it applies to.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rulebooks.equations.json_commands import COMMANDS
from tests.rulebooks.equations.test_vectors import values_match
from tests.rulebooks.equations.value_comparison import is_same_value

FILE = Path(__file__).parents[2] / "data" / "checker" / "own-cases.jsonl"
CASES = [json.loads(line) for line in FILE.read_text().splitlines()]
Json = dict[str, Any]


def values_agree(answer: Json, expected: Json) -> bool:
    if "illegal" in expected:
        return "illegal" in answer and answer["illegal"] in (expected["illegal"] or [answer["illegal"]])
    if "values" not in answer or not values_match(answer["values"], expected["values"], complete=expected["complete"]):
        return False
    if "default" in expected:
        wanted, found = expected["default"], answer["default"]
        if wanted != found and ("none" in (wanted, found) or not is_same_value(wanted, found)):
            return False
    return not any(is_same_value(no, each) for no in expected.get("not_values", []) for each in answer["values"])


def goals_agree(answer: Json, expected: Json) -> bool:
    if not expected["legal"]:
        return not answer["legal"] and answer["code"] in (expected["codes"] or [answer["code"]])
    if not answer["legal"]:
        return False
    wanted = [each["value"] for each in expected["interpretations"]]
    found = [each["value"] for each in answer["interpretations"]]
    shown = {each["written"] for each in answer["interpretations"]}
    return values_match(found, wanted, complete=expected["complete"]) and shown.isdisjoint(
        each["written"] for each in expected["not_allowed"]
    )


def verdicts_agree(answer: Json, expected: Json) -> bool:
    if answer["verdict"] != expected["verdict"] or answer["code"] != expected.get("code", answer["code"]):
        return False
    return all(
        any(
            each["side"] == wanted["side"] and _same_value(each["value"], wanted["value"])
            for each in answer["breaking"]
        )
        for wanted in expected.get("breaking", [])
    )


def _same_value(left: str, right: str) -> bool:
    return left == right if "undefined" in (left, right) else is_same_value(left, right)


@pytest.mark.parametrize(
    ("command", "agrees"),
    [("evaluate", values_agree), ("read-goal", goals_agree), ("judge-equation", verdicts_agree)],
)
def test_every_case_in_every_division_it_applies_to(command: str, agrees: Callable[[Json, Json], bool]) -> None:
    wrong = []
    for case in CASES:
        if case["command"] != command:
            continue
        for division in case["divisions"]:
            answer = COMMANDS[command](case["input"] | {"division": division})
            if not agrees(answer, case["expected"]):
                wrong.append((case["id"], division, case["source"], case["input"], case["expected"], answer))
    assert wrong == []


def test_every_case_names_its_rule_and_is_unique() -> None:
    assert all(case["source"].startswith(("EQ ", "JM ", "MLAG ", "ACC")) for case in CASES)
    asked = [
        json.dumps([case["command"], case["input"], division], sort_keys=True)
        for case in CASES
        for division in case["divisions"]
    ]
    assert len(asked) == len(set(asked)) > 2500
