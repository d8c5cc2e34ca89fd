"""`python -m pairings assign` on the command line."""

from __future__ import annotations

import json
import subprocess
import sys

from tests.pairings.instances import count_costs, load_instance


def run_assign(text: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pairings", *(arguments or ("assign",))]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=False)


def test_draw_is_printed_with_its_report() -> None:
    written = load_instance("t20x05")
    answer = run_assign(json.dumps(written))
    draw = json.loads(answer.stdout)
    assert (answer.returncode, answer.stderr) == (0, "")
    assert count_costs(written, draw["rounds"]) == (0, 0, 0)
    assert draw["report"] == {
        "clashes": 0,
        "repeats": 0,
        "spread": None,
        "bound_clashes": 0,
        "bound_repeats": 0,
        "bound_spread": None,
        "optimal": True,
        "found_by": "search",
    }


def test_impossible_instance_is_one_sentence_and_status_2() -> None:
    answer = run_assign('{"n": 3, "team": [1, 2, 3], "rounds": 1, "table_sizes": [2]}')
    assert (answer.returncode, answer.stdout, answer.stderr) == (
        2,
        "",
        "The tables have 2 seats, but there are 3 players.\n",
    )


def test_invalid_json_is_one_sentence() -> None:
    answer = run_assign("not json")
    assert (answer.returncode, answer.stderr) == (
        2,
        "This isn’t valid JSON: Expecting value: line 1 column 1 (char 0).\n",
    )


def test_unknown_command_prints_usage() -> None:
    answer = run_assign("", "sort")
    assert (answer.returncode, answer.stderr) == (2, "usage: python -m pairings assign < instance.json > draw.json\n")
