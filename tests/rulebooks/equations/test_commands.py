"""The checker's three commands: one answer for each line, whatever the line contains."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from rulebooks.commands import answer_line

ASKED = {"ruleset": "agloa-equations-2019", "division": "middle", "variations": []}
EVALUATE = ASKED | {"side": "solution", "form": "written", "expression": "2+3x4"}


def answer(command: str, request: dict[str, Any]) -> dict[str, Any]:
    return json.loads(answer_line(command, json.dumps(request)))


def test_values_and_default() -> None:
    assert answer("evaluate", EVALUATE) == {"values": ["14", "20"], "default": "none"}
    assert answer("evaluate", EVALUATE | {"expression": "2+3"}) == {"values": ["5"], "default": "5"}


def test_illegal_expression_names_its_rule() -> None:
    assert answer("evaluate", EVALUATE | {"expression": "6x+4"}) == {
        "illegal": "operator_misuse",
        "reason": "There’s no number before this +.",
        "rule": "EQ III-B-1",
    }


def test_interpretations_of_a_goal() -> None:
    assert answer("read-goal", ASKED | {"goal": "2x 3+5"}) == {
        "legal": True,
        "interpretations": [{"written": "2x(3+5)", "value": "16"}],
    }


def test_verdict_with_all_its_parts() -> None:
    assert answer("judge-equation", ASKED | {"goal_mat": "2", "solution": "9-4-3", "goal_written": "2"}) == {
        "verdict": "ambiguous",
        "code": "ambiguous_grouping",
        "reason": "It can be grouped in more than one way. For example, 9-(4-3) is 8.",
        "rule": "EQ VII-B-6; EQ VII-C-5-c",
        "breaking": [{"side": "solution", "written": "9-(4-3)", "value": "8"}],
        "if_ambiguity_not_raised": "equal",
        "violations": [],
    }


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"expression": "3*4"}, "Character 2: “*” isn’t an Equations symbol."),
        ({"expression": ""}, "expression must be text."),
        ({"division": "minor"}, "There’s no division “minor” in Equations · AGLOA 2019-20."),
        ({"ruleset": "agloa-onsets-2014"}, "On-Sets · AGLOA 2014-15 isn’t a rule book for Equations."),
        ({"variations": [{"slug": "base-m", "value": 7}]}, "The value of base-m must be a whole number from 8 to 12."),
        ({"variations": [{"slug": "bonus"}]}, "There’s no variation “bonus” in Equations."),
        ({"side": "left"}, "side must be goal or solution."),
    ],
)  # fmt: skip
def test_nonsensical_request_is_explained_in_one_sentence(change: dict[str, Any], sentence: str) -> None:
    assert answer("evaluate", EVALUATE | change) == {"error": sentence}


def test_command_continues_after_a_bad_line() -> None:
    lines = [json.dumps(EVALUATE), "nonsense", json.dumps(EVALUATE | {"expression": "7"})]
    done = subprocess.run(
        [sys.executable, "-m", "rulebooks", "evaluate"],
        input="\n".join(lines),
        text=True,
        capture_output=True,
        check=True,
    )
    assert [json.loads(line) for line in done.stdout.splitlines()] == [
        {"values": ["14", "20"], "default": "none"},
        {"error": "The line isn’t valid JSON."},
        {"values": ["7"], "default": "7"},
    ]
