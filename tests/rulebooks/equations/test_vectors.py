"""Every worked example of the rule books and the manual, through the commands that a judge's tools use."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rulebooks.equations.json_commands import COMMANDS
from tests.rulebooks.equations.value_comparison import is_same_value

FOLDER = Path(__file__).parents[2] / "data" / "checker"


def cases(name: str) -> list[Any]:
    found = [json.loads(line) for line in (FOLDER / f"{name}.jsonl").read_text().splitlines()]
    return [pytest.param(case["input"], case["expected"], id=case["id"]) for case in found]


def values_match(found: list[str], wanted: list[str], *, complete: bool) -> bool:
    missing = [value for value in wanted if not any(is_same_value(value, each) for each in found)]
    extra = [value for value in found if not any(is_same_value(value, each) for each in wanted)]
    return not missing and not (complete and extra)


@pytest.mark.parametrize(("request_", "expected"), cases("evaluate"))
def test_values_over_all_legal_readings(request_: dict[str, Any], expected: dict[str, Any]) -> None:
    answer = COMMANDS["evaluate"](request_)
    if "illegal" in expected:
        assert answer["illegal"] in (expected["illegal"], *expected["also"])
        return
    assert values_match(answer["values"], expected["values"], complete=expected["complete"]), answer["values"]
    assert [
        no for no in expected.get("not_values", []) if any(is_same_value(no, each) for each in answer["values"])
    ] == []
    if "default" in expected:
        assert answer["default"] == expected["default"] or is_same_value(answer["default"], expected["default"])


@pytest.mark.parametrize(("request_", "expected"), cases("read-goal"))
def test_interpretations_of_a_goal(request_: dict[str, Any], expected: dict[str, Any]) -> None:
    answer = COMMANDS["read-goal"](request_)
    assert answer["legal"] == expected["legal"]
    if not expected["legal"]:
        assert answer["code"] == expected["code"]
        return
    wanted = [each["value"] for each in expected["interpretations"]]
    found = [each["value"] for each in answer["interpretations"]]
    assert values_match(found, wanted, complete=expected["complete"]), answer["interpretations"]
    shown = {each["written"] for each in answer["interpretations"]}
    assert shown.isdisjoint(each["written"] for each in expected["not_allowed"])


@pytest.mark.parametrize(("request_", "expected"), cases("judge-equation"))
def test_verdict_on_an_equation(request_: dict[str, Any], expected: dict[str, Any]) -> None:
    answer = COMMANDS["judge-equation"](request_)
    assert (answer["verdict"], answer["code"]) == (expected["verdict"], expected.get("code"))
    if "if_ambiguity_not_raised" in expected:
        assert answer["if_ambiguity_not_raised"] == expected["if_ambiguity_not_raised"]
    for wanted in expected.get("breaking", []):
        sides = [each for each in answer["breaking"] if each["side"] == wanted["side"]]
        assert any(_same_or_undefined(each["value"], wanted["value"]) for each in sides), answer["breaking"]


def _same_or_undefined(left: str, right: str) -> bool:
    return left == right if "undefined" in (left, right) else is_same_value(left, right)
