"""Any text gets a verdict or a sentence, in bounded time."""

from __future__ import annotations

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulebooks.commands import answer_line
from rulebooks.onsets import preview
from tests.rulebooks.onsets.checker_helpers import FOURTEEN, TWELVE, ask_checker, goal, judge_solution, read_cases

BRIEF = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
VERDICTS = {"correct", "incorrect", "ambiguous", "undecided", "no_goal"}
near = st.text(alphabet="BRGYVLUn-'=c()[]{} w5∪Λ", max_size=40)
long = st.builds(lambda piece, times: (piece * times)[:10_000], near, st.integers(1, 2_000))
texts = st.one_of(st.text(max_size=60), near, long)


@BRIEF
@given(texts, st.lists(texts, max_size=2), st.sampled_from("EMJS"), st.booleans())
def test_any_text_gets_a_verdict(name: str, restrictions: list[str], division: str, with_goal: bool) -> None:
    answer = judge_solution(name, *restrictions, value=3 if with_goal else None, division=division)
    assert answer["verdict"] in VERDICTS
    if answer["verdict"] in ("incorrect", "undecided"):
        assert answer["reason"].endswith(".")
        assert answer["rule"]


@BRIEF
@given(texts, st.booleans())
def test_any_text_has_a_typing_preview(text: str, is_restriction: bool) -> None:
    found = preview(text, is_restriction=is_restriction)
    assert bool(found.readings) != bool(found.problem)
    assert found.position is None or 0 <= found.position <= len(text)


@BRIEF
@given(st.one_of(st.text(max_size=8), st.text(alphabet="BRGYVLUn-'() ", max_size=8)))
def test_any_double_set_counts_or_is_set_aside(name: str) -> None:
    answer = judge_solution("V U L", division="J", on={"double-set": name})
    assert ("set_aside" in answer) == (answer["count"] == len(TWELVE))


json_values = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-3, 20), st.text(max_size=5)),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=5), inner, max_size=3)),
    max_leaves=6,
)
KEYS = ("division", "variations", "universe", "goal", "solution", "solutions", "cubes", "challenge")


@BRIEF
@given(st.sampled_from(read_cases()), st.sampled_from(KEYS), json_values)
def test_any_request_gets_an_answer(vector: dict, key: str, value: object) -> None:
    answer = json.loads(answer_line("judge-onsets", json.dumps(vector["input"] | {key: value})))
    assert len({"error", "verdict", "legal"} & set(answer)) == 1


@pytest.mark.parametrize(
    "text",
    [
        "(" * 4_999 + "B" + ")" * 4_999,
        "(" * 10_000,
        "B" + "'" * 9_999,
        "((B U R" + "'" * 60,
        "B U " * 2_500,
        "B-R-G-Y-B-R-G-Y-B-R-G-Y-B-R",
        "wY(" * 3_333,
        "B=(" * 3_333,
        ")" * 5_000 + "(" * 5_000,
    ],
    ids=lambda text: f"{text[:12]} {len(text)}",
)
def test_worst_texts_are_answered(text: str) -> None:
    for request in (
        judge_solution(text, value=3),
        judge_solution("B U L", text, text, value=3),
        {"verdict": preview(text) and "no_goal"},
    ):
        assert request["verdict"] in VERDICTS


def test_longer_texts_are_refused() -> None:
    assert judge_solution("B" * 10_001) == {"error": "set_name can have at most 10,000 characters."}
    assert judge_solution("B U L", *["B = B"] * 41) == {"error": "restrictions must be a list of text values."}
    assert preview("B" * 10_001).problem == "Only 10,000 characters are allowed."


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"ruleset": "acc-2026"}, "Challenge Cup 2026 isn’t a rule book for On-Sets."),
        ({"division": "X"}, "There’s no division “X” in On-Sets · AGLOA 2014-15."),
        ({"variations": [{"slug": "base-m"}]}, "There’s no variation “base-m” in On-Sets · AGLOA 2014-15."),
        ({"universe": ["B", "B"]}, "universe can list each card only once."),
        ({"universe": ["BX"]}, "universe must be a list of cards: letters from B R G Y, or blank."),
        ({"goal": {"config": "row2", "cubes": [{"d": "3"}]}}, "d must be the digit on a cube."),
        ({"goal": {"config": "row2", "cubes": [{"d": 3, "ud": 1}]}}, "ud must be true or false."),
        ({"goal": 3}, "goal must have a config and its cubes."),
        ({"solution": 3}, "solution must have a set_name, and may have restrictions and blank_as."),
        ({"solution": {"set_name": 3}}, "set_name must be text."),
        (
            {"solution": {"set_name": "B", "blank_as": "X"}},
            "blank_as must be colors by their letters B R G Y, or blank.",
        ),
        ({"solutions": []}, "Send either solution or solutions."),
        ({"cubes": {"mat": []}}, "cubes must have lists for required, permitted, forbidden, and resources."),
        ({"cubes": {"required": ["X"]}}, "There’s no “X” cube in On-Sets."),
        ({"cubes": {"required": "B"}}, "required must be a list of cubes."),
        ({"challenge": "later"}, "challenge must be now, impossible, never, no_goal, last_cube, or time_expired."),
    ],
)
def test_nonsensical_request_is_explained(changes: dict, sentence: str) -> None:
    request = {"ruleset": "agloa-onsets-2014", "division": "M", "universe": TWELVE, "goal": goal(3)}
    answer = ask_checker(request | {"solution": {"set_name": "B n R"}} | changes)
    assert answer["error"].endswith(sentence)


def test_digits_and_names_of_cubes_are_accepted() -> None:
    """JM OS-C1: digit cubes on the mat are not part of a Solution."""
    cubes = {"required": ["B", "union", "1"], "permitted": ["∩", "R"]}
    assert judge_solution("B U R", value=8, universe=TWELVE, cubes=cubes)["verdict"] == "correct"
    assert judge_solution("B U R", division="S", universe=FOURTEEN)["verdict"] == "no_goal"
