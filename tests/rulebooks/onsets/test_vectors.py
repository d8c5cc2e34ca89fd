"""Worked examples of the On-Sets rules and the judges' manual, against the checker."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tests.rulebooks.onsets.checker_helpers import ask_checker, read_cases


@pytest.mark.parametrize("vector", read_cases(), ids=lambda vector: vector["id"])
def test_checker_agrees_with_the_books(vector: dict) -> None:
    answer, expected = ask_checker(vector["input"]), dict(vector["expected"])
    breaking = expected.pop("breaking", None)
    assert {key: answer.get(key) for key in expected} == expected
    if breaking:
        assert {key: answer["breaking"][key] for key in breaking} == breaking


def test_checker_agrees_with_cases_solved_by_hand() -> None:
    """Further cases in each division, from the texts and from another program that tries all groupings and cubes."""
    wrong = {}
    for case in read_cases("own-onsets.jsonl"):
        answer = ask_checker(case["input"])
        found = {key: answer.get(key) for key in case["expected"]}
        if found != case["expected"]:
            wrong[case["id"]] = (case["source"], found, case["expected"])
    assert wrong == {}


def test_command_answers_every_line_and_continues() -> None:
    requests = [json.dumps(vector["input"]) for vector in read_cases()[:20]]
    requests[3:3] = ["", "not JSON", "{}", '{"ruleset": "agloa-equations-2019"}']
    done = subprocess.run(
        [sys.executable, "-m", "rulebooks", "judge-onsets"],
        input="\n".join(requests),
        text=True,
        check=True,
        capture_output=True,
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [("error" in answer) for answer in answers] == [False] * 3 + [True] * 4 + [False] * 17
