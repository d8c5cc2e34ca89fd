"""The On-Sets JSON command, `judge-onsets`: one question in, one verdict out."""

from __future__ import annotations

from typing import Any

from rulebooks.catalog import get
from rulebooks.edition import Edition
from rulebooks.json_fields import MAT_SECTIONS, JsonObject, JsonRequest, read_objects, read_text, read_universe
from rulebooks.onsets.checker import SolutionQuestion, judge, legal_goal_values
from rulebooks.onsets.cube_use import MatSections
from rulebooks.onsets.cubes_and_cards import ALIASES, DIGITS, SYMBOLS, SYMBOLS_BY_NAME
from rulebooks.onsets.goal import Goal, GoalCube
from rulebooks.onsets.rules import OnSetsError, onsets_rules
from rulebooks.onsets.solution import WrittenSolution
from rulebooks.onsets.tokens import MAX_CHARACTERS
from rulebooks.onsets.verdicts import SolutionReading, SolutionVerdict, SolutionViolation
from rulebooks.set_names import BLANK_CARD, COLORS, parse_card
from rulebooks.variation_selection import VariationPick
from rulebooks.wording import in_quotes, join_words

GAME = "On-Sets"
NOW = ("now",)
ALL_RESOURCES = ("impossible", "never", "no_goal", "last_cube", "time_expired")
MAX_SHOWN = 20
MAX_ITEMS = 40


def judge_onsets_command(request: JsonRequest) -> JsonObject:
    """Return the verdict on a Solution; for a Goal alone, whether it is legal."""
    edition = get(read_text(request, "ruleset"))
    if edition.game != GAME:
        raise OnSetsError(f"{edition.title} isn’t a rule book for {GAME}.")
    goal = _read_goal(request)
    solutions = _read_solutions(request)
    if solutions is None:
        return _judge_goal(edition, request, goal)
    question = SolutionQuestion(
        division=read_text(request, "division"),
        universe=read_universe(request),
        solutions=solutions,
        goal=goal,
        picks=_read_picks(request),
        sections=_read_sections(request),
    )
    return write_verdict(judge(edition, question))


def _judge_goal(edition: Edition, request: JsonRequest, goal: Goal | None) -> JsonObject:
    """Judge a Goal alone, or only the variations."""
    universe = read_universe(request) if "universe" in request else ()
    sections = _read_sections(request)
    rolled = sections.rolled if sections else ()
    rules = onsets_rules(edition, read_text(request, "division"), _read_picks(request), universe, rolled)
    if goal is None:
        if not rules.set_aside:
            return {"legal": True}
        return {"legal": False} | _write_reason(rules.set_aside[0])
    values = legal_goal_values(edition, rules, goal)
    answer: JsonObject = {"legal": values.violation is None, "goal_values": list(values.values)}
    return answer | (_write_reason(values.violation) if values.violation else {})


def _write_reason(violation: SolutionViolation) -> JsonObject:
    return {"code": violation.code, "reason": violation.sentence, "rule": violation.rule}


# -- writing answers --------------------------------------------------------------------------------------------------


def write_verdict(verdict: SolutionVerdict) -> JsonObject:
    answer: JsonObject = {
        "verdict": verdict.verdict,
        "count": verdict.count,
        "cards": None if verdict.cards is None else list(verdict.cards),
        "removed": list(verdict.removed),
        "goal_values": list(verdict.goal_values),
        "code": verdict.code,
        "reason": verdict.reason,
        "rule": verdict.rule,
        "violations": [_write_violation(each) for each in verdict.violations],
        "readings": [_write_reading(each) for each in verdict.readings[:MAX_SHOWN]],
    }
    if verdict.equal_if_not_raised is not None:
        answer["if_ambiguity_not_raised"] = "equal" if verdict.equal_if_not_raised else "not equal"
    if verdict.breaking:
        answer["breaking"] = _write_reading(verdict.breaking[0])
    if verdict.solutions:
        answer["solutions"] = [write_verdict(each) for each in verdict.solutions]
    if verdict.set_aside:
        answer["set_aside"] = [_write_violation(each) for each in verdict.set_aside]
    return answer


def _write_reading(reading: SolutionReading) -> JsonObject:
    return {
        "set_name": reading.typed,
        "restrictions": list(reading.typed_restrictions),
        "count": reading.count,
        "cards": list(reading.cards),
        "right": reading.is_correct,
    }


def _write_violation(violation: SolutionViolation) -> JsonObject:
    placed = {"part": violation.part, "place": violation.position}
    fields = {"code": violation.code, "reason": violation.sentence, "rule": violation.rule} | placed
    return {name: value for name, value in fields.items() if value not in ("", None)}


# -- reading requests -------------------------------------------------------------------------------------------------


def _read_goal(request: JsonRequest) -> Goal | None:
    goal = request.get("goal")
    if goal is None:
        return None
    if not isinstance(goal, dict):
        raise OnSetsError("goal must have a config and its cubes.")
    cubes = read_objects(goal, "cubes", most=MAX_ITEMS)
    return Goal(read_text(goal, "config"), tuple(_read_goal_cube(cube) for cube in cubes))


def _read_goal_cube(cube: JsonRequest) -> GoalCube:
    digit, upside_down = cube.get("d"), cube.get("ud", False)
    if not isinstance(digit, int) or isinstance(digit, bool) or not 0 <= digit <= 9:
        raise OnSetsError("d must be the digit on a cube.")
    if upside_down is not None and not isinstance(upside_down, bool):
        raise OnSetsError("ud must be true or false.")
    return GoalCube(digit, bool(upside_down))


def _read_solutions(request: JsonRequest) -> tuple[WrittenSolution, ...] | None:
    if request.get("solutions") is not None:
        if request.get("solution") is not None:
            raise OnSetsError("Send either solution or solutions.")
        return tuple(_read_solution(each) for each in read_objects(request, "solutions", most=MAX_ITEMS))
    solution = request.get("solution")
    if solution is None:
        return None
    if not isinstance(solution, dict):
        raise OnSetsError("solution must have a set_name, and may have restrictions and blank_as.")
    return (_read_solution(solution),)


def _read_solution(solution: JsonRequest) -> WrittenSolution:
    restrictions = solution.get("restrictions") or []
    if not isinstance(restrictions, list) or len(restrictions) > MAX_ITEMS:
        raise OnSetsError("restrictions must be a list of text values.")
    return WrittenSolution(
        set_name=_read_typed_text(solution.get("set_name") or "", "set_name"),
        restrictions=tuple(_read_typed_text(each, "restrictions") for each in restrictions),
        blank_as=_read_blank_as(solution.get("blank_as")),
    )


def _read_typed_text(value: Any, key: str) -> str:
    if not isinstance(value, str):
        raise OnSetsError(f"{key} must be text.")
    if len(value) > MAX_CHARACTERS:
        raise OnSetsError(f"{key} can have at most {MAX_CHARACTERS:,} characters.")
    return value


def _read_blank_as(value: Any) -> str | None:
    if value is None or value == "":
        return None
    if not isinstance(value, str) or not parse_card(value):
        raise OnSetsError(f"blank_as must be colors by their letters {' '.join(COLORS)}, or blank.")
    return parse_card(value).replace(BLANK_CARD, "")


def _read_picks(request: JsonRequest) -> tuple[VariationPick, ...]:
    if request.get("variations") is None:
        return ()
    return tuple(
        VariationPick(read_text(each, "slug"), each.get("value"))
        for each in read_objects(request, "variations", most=MAX_ITEMS)
    )


def _read_sections(request: JsonRequest) -> MatSections | None:
    challenge = request.get("challenge")
    if challenge is not None and challenge not in NOW + ALL_RESOURCES:
        raise OnSetsError(f"challenge must be {join_words(NOW + ALL_RESOURCES, 'or')}.")
    cubes = request.get("cubes")
    if cubes is None:
        return None
    if not isinstance(cubes, dict) or set(cubes) - set(MAT_SECTIONS):
        raise OnSetsError(f"cubes must have lists for {join_words(MAT_SECTIONS)}.")
    return MatSections(**{name: _read_cubes(cubes, name) for name in MAT_SECTIONS}, after_now=challenge in NOW)


def _read_cubes(cubes: JsonRequest, name: str) -> tuple[str, ...]:
    """Return the symbols of one section without digits, which no Solution uses (JM OS-C1)."""
    symbols = cubes.get(name) or []
    if not isinstance(symbols, list) or len(symbols) > MAX_ITEMS:
        raise OnSetsError(f"{name} must be a list of cubes.")
    read = [_read_cube(symbol) for symbol in symbols]
    return tuple(symbol for symbol in read if symbol not in DIGITS)


def _read_cube(written: Any) -> str:
    text = written.strip() if isinstance(written, str) else ""
    symbol = ALIASES.get(text) or SYMBOLS_BY_NAME.get(text.casefold(), "")
    if not symbol or symbol not in SYMBOLS + DIGITS:
        raise OnSetsError(f"There’s no {in_quotes(str(written)[:20])} cube in {GAME}.")
    return symbol
