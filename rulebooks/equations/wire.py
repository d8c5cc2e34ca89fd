"""The checker's JSON: `evaluate`, `read-goal` and `judge-equation`, one request in, one answer out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rulebooks.edition import Edition
from rulebooks.equations.checker import FORMS, SIDES, Evaluation, evaluate, interpret_goal, judge
from rulebooks.equations.codes import NotationError
from rulebooks.equations.cubes import CubesOnMat
from rulebooks.equations.laws import LawError
from rulebooks.equations.verdicts import Reading, Verdict
from rulebooks.shelf import get
from rulebooks.wire import Answer, WireError

SECTIONS = ("required", "permitted", "forbidden", "resources")
MOST_CUBES = 60


def evaluate_command(request: Mapping[str, Any]) -> Answer:
    found = evaluate(
        *_game(request), _one_of(request, "side", SIDES), _one_of(request, "form", FORMS), _text(request, "expression")
    )
    if found.problem:
        return {"illegal": found.problem.code, "reason": found.problem.reason, "rule": found.problem.rule}
    if not found.readings:
        return {"undecided": found.undecided}
    answer: Answer = {"values": [reading.value for reading in found.readings], "default": found.default or "none"}
    return answer | _more(found)


def read_goal_command(request: Mapping[str, Any]) -> Answer:
    found = interpret_goal(*_game(request), _text(request, "goal"))
    if found.problem:
        return {
            "legal": False,
            "code": found.problem.code,
            "reason": found.problem.reason,
            "rule": found.problem.rule,
        }
    interpretations = [{"written": reading.written, "value": reading.value} for reading in found.readings]
    if not interpretations:
        return {"undecided": found.undecided}
    return {"legal": True, "interpretations": interpretations} | _more(found)


def judge_equation_command(request: Mapping[str, Any]) -> Answer:
    goal_written = request.get("goal_written")
    if goal_written is not None and not isinstance(goal_written, str):
        raise WireError("goal_written must be a text, or nothing.")
    verdict = judge(
        *_game(request),
        _text(request, "goal_mat"),
        _text(request, "solution"),
        goal_written,
        _cubes(request),
        str(request.get("challenge") or ""),
    )
    return write_verdict(verdict)


def write_verdict(verdict: Verdict) -> Answer:
    """A verdict as JSON."""
    return {
        "verdict": verdict.verdict,
        "code": verdict.code or None,
        "reason": verdict.reason,
        "rule": verdict.rule,
        "breaking": [_reading(reading) for reading in verdict.breaking],
        "if_ambiguity_not_raised": verdict.if_ambiguity_not_raised or None,
        "violations": [{"code": each.code, "reason": each.reason, "rule": each.rule} for each in verdict.violations],
    }


def _reading(reading: Reading) -> Answer:
    return {"side": reading.side, "written": reading.written, "value": reading.value}


def _more(found: Evaluation) -> Answer:
    return {"more": True} if found.more else {}


def _game(request: Mapping[str, Any]) -> tuple[Edition, str, list[tuple[str, Any]]]:
    variations = request.get("variations") or []
    if not isinstance(variations, list) or not all(isinstance(each, dict) for each in variations):
        raise WireError("variations must be a list of objects.")
    return (
        get(_text(request, "ruleset")),
        _text(request, "division"),
        [(_text(each, "slug"), each.get("value", True)) for each in variations],
    )


def _cubes(request: Mapping[str, Any]) -> CubesOnMat | None:
    found = request.get("cubes")
    if found is None:
        return None
    if not isinstance(found, dict):
        raise WireError("cubes must be an object with the sections of the mat.")
    sections = {}
    for section in SECTIONS:
        symbols = found.get(section) or []
        if not isinstance(symbols, list) or not all(isinstance(each, str) for each in symbols):
            raise WireError(f"{section} must be a list of cubes.")
        if len(symbols) > MOST_CUBES:
            raise WireError(f"{section} has more cubes than a game.")
        sections[section] = tuple(symbols)
    return CubesOnMat(**sections)


def _text(data: Mapping[str, Any], name: str) -> str:
    value = data.get(name)
    if not isinstance(value, str) or not value.strip():
        raise WireError(f"{name} must be a text.")
    return value


def _one_of(data: Mapping[str, Any], name: str, allowed: tuple[str, ...]) -> str:
    value = _text(data, name)
    if value not in allowed:
        raise WireError(f"{name} must be {' or '.join(allowed)}.")
    return value


def _sentences(command: Callable[[Mapping[str, Any]], Answer]) -> Callable[[Mapping[str, Any]], Answer]:
    """What makes no sense is said as every command says it."""

    def answer(request: Mapping[str, Any]) -> Answer:
        try:
            return command(request)
        except (NotationError, LawError) as problem:
            raise WireError(f"{str(problem).rstrip('.')}.") from None

    return answer


COMMANDS: Mapping[str, Callable[[Mapping[str, Any]], Answer]] = {
    "evaluate": _sentences(evaluate_command),
    "read-goal": _sentences(read_goal_command),
    "judge-equation": _sentences(judge_equation_command),
}
