"""The Equations checker's JSON commands: `evaluate`, `read-goal` and `judge-equation`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rulebooks.catalog import get
from rulebooks.edition import Edition
from rulebooks.equations.checker import (
    FORMS,
    SIDES,
    Evaluation,
    evaluate,
    interpret_goal,
    judge,
)
from rulebooks.equations.cubes import CubesOnMat
from rulebooks.equations.rules import EquationsError
from rulebooks.equations.verdicts import EquationQuestion, EquationVerdict, SideReading
from rulebooks.equations.violations import NotationError
from rulebooks.json_fields import MAT_SECTIONS, JsonObject, JsonRequest, RequestError, read_text
from rulebooks.wording import join_words

MAX_CUBES = 60
Command = Callable[[JsonRequest], JsonObject]


def evaluate_command(request: JsonRequest) -> JsonObject:
    evaluation = evaluate(
        *_read_shake_rules(request),
        _read_choice(request, "side", SIDES),
        _read_choice(request, "form", FORMS),
        read_text(request, "expression"),
    )
    problem = evaluation.problem
    if problem:
        return {"illegal": problem.code, "reason": problem.reason, "rule": problem.rule}
    if not evaluation.readings:
        return {"undecided": evaluation.undecided}
    values = [reading.value for reading in evaluation.readings]
    return {"values": values, "default": evaluation.default or "none"} | _write_more(evaluation)


def read_goal_command(request: JsonRequest) -> JsonObject:
    evaluation = interpret_goal(*_read_shake_rules(request), read_text(request, "goal"))
    problem = evaluation.problem
    if problem:
        return {"legal": False, "code": problem.code, "reason": problem.reason, "rule": problem.rule}
    interpretations = [{"written": reading.written, "value": reading.value} for reading in evaluation.readings]
    if not interpretations:
        return {"undecided": evaluation.undecided}
    return {"legal": True, "interpretations": interpretations} | _write_more(evaluation)


def judge_equation_command(request: JsonRequest) -> JsonObject:
    goal_written = request.get("goal_written")
    if goal_written is not None and not isinstance(goal_written, str):
        raise RequestError("goal_written must be text or null.")
    edition, division, variations = _read_shake_rules(request)
    question = EquationQuestion(
        division=division,
        variations=variations,
        goal_mat=read_text(request, "goal_mat"),
        solution=read_text(request, "solution"),
        goal_written=goal_written,
        cubes=_read_cubes(request),
        challenge=str(request.get("challenge") or ""),
    )
    return write_verdict(judge(edition, question))


def write_verdict(verdict: EquationVerdict) -> JsonObject:
    return {
        "verdict": verdict.verdict,
        "code": verdict.code or None,
        "reason": verdict.reason,
        "rule": verdict.rule,
        "breaking": [_write_reading(reading) for reading in verdict.breaking],
        "if_ambiguity_not_raised": verdict.if_ambiguity_not_raised or None,
        "violations": [{"code": each.code, "reason": each.reason, "rule": each.rule} for each in verdict.violations],
    }


def _write_reading(reading: SideReading) -> JsonObject:
    return {"side": reading.side, "written": reading.written, "value": reading.value}


def _write_more(evaluation: Evaluation) -> JsonObject:
    return {"more": True} if evaluation.more else {}


def _read_shake_rules(request: JsonRequest) -> tuple[Edition, str, tuple[tuple[str, Any], ...]]:
    """Return the edition, the division, and the variations with their blanks."""
    variations = request.get("variations") or []
    if not isinstance(variations, list) or not all(isinstance(each, dict) for each in variations):
        raise RequestError("variations must be a list of objects.")
    return (
        get(read_text(request, "ruleset")),
        read_text(request, "division"),
        tuple((read_text(each, "slug"), each.get("value", True)) for each in variations),
    )


def _read_cubes(request: JsonRequest) -> CubesOnMat | None:
    cubes = request.get("cubes")
    if cubes is None:
        return None
    if not isinstance(cubes, dict):
        raise RequestError("cubes must be an object with the sections of the mat.")
    sections = {}
    for section in MAT_SECTIONS:
        symbols = cubes.get(section) or []
        if not isinstance(symbols, list) or not all(isinstance(each, str) for each in symbols):
            raise RequestError(f"{section} must be a list of cubes.")
        if len(symbols) > MAX_CUBES:
            raise RequestError(f"{section} can have at most {MAX_CUBES} cubes.")
        sections[section] = tuple(symbols)
    return CubesOnMat(**sections)


def _read_choice(data: JsonRequest, name: str, allowed: tuple[str, ...]) -> str:
    value = read_text(data, name)
    if value not in allowed:
        raise RequestError(f"{name} must be {join_words(allowed, 'or')}.")
    return value


def _with_request_errors(command: Command) -> Command:
    """Return the command with the checker's errors turned into `RequestError`."""

    def answer(request: JsonRequest) -> JsonObject:
        try:
            return command(request)
        except (NotationError, EquationsError) as problem:
            raise RequestError(str(problem)) from None

    return answer


COMMANDS: Mapping[str, Command] = {
    "evaluate": _with_request_errors(evaluate_command),
    "read-goal": _with_request_errors(read_goal_command),
    "judge-equation": _with_request_errors(judge_equation_command),
}
