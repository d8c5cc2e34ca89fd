"""`judge-onsets` in JSON: one case in, one verdict out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulebooks.edition import Edition
from rulebooks.onsets.goal import Goal, GoalCube
from rulebooks.onsets.in_force import OnSetsError, in_force
from rulebooks.onsets.judge import Case, judge, values_of
from rulebooks.onsets.mat import Sections
from rulebooks.onsets.reader import MOST_CHARACTERS
from rulebooks.onsets.solution import WrittenSolution
from rulebooks.onsets.symbols import BY_NAME, DIGITS, SAME, SYMBOLS
from rulebooks.onsets.verdict import Reading, Verdict, Violation
from rulebooks.picks import Pick
from rulebooks.set_names import BLANK_CARD, COLORS, card
from rulebooks.shelf import get

Answer = dict[str, Any]
GAME = "On-Sets"
SECTIONS = ("required", "permitted", "forbidden", "resources")
NOW = ("now",)
ALL_RESOURCES = ("impossible", "never", "no_goal", "last_cube", "time_expired")
MOST_SHOWN = 20
MOST_ITEMS = 40


def judge_onsets_command(request: Mapping[str, Any]) -> Answer:
    """Which cards, how many, and whether that is the Goal; of a Goal alone, whether it is legal."""
    edition = get(_text(request, "ruleset"))
    if edition.game != GAME:
        raise OnSetsError(f"{edition.title} is not a rule book of {GAME}.")
    goal = _goal(request)
    solutions = _solutions(request)
    if solutions is None:
        return _judge_goal(edition, request, goal)
    case = Case(
        division=_text(request, "division"),
        universe=_universe(request),
        solutions=solutions,
        goal=goal,
        picks=_picks(request),
        sections=_sections(request),
    )
    return write_verdict(judge(edition, case))


def _judge_goal(edition: Edition, request: Mapping[str, Any], goal: Goal | None) -> Answer:
    """A Goal alone, or no more than the variations."""
    universe = _universe(request) if "universe" in request else ()
    sections = _sections(request)
    rolled = sections.rolled if sections else ()
    rules = in_force(edition, _text(request, "division"), _picks(request), universe, rolled)
    if goal is None:
        if not rules.set_aside:
            return {"legal": True}
        return {"legal": False} | _why(rules.set_aside[0])
    values = values_of(edition, rules, goal)
    answer: Answer = {"legal": values.violation is None, "goal_values": list(values.values)}
    return answer | (_why(values.violation) if values.violation else {})


def _why(violation: Violation) -> Answer:
    return {"code": violation.code, "reason": violation.sentence, "rule": violation.rule}


# -- what is answered -------------------------------------------------------------------------------------------------


def write_verdict(verdict: Verdict) -> Answer:
    answer: Answer = {
        "verdict": verdict.verdict,
        "count": verdict.count,
        "cards": None if verdict.cards is None else list(verdict.cards),
        "removed": list(verdict.removed),
        "goal_values": list(verdict.goal_values),
        "code": verdict.code,
        "reason": verdict.reason,
        "rule": verdict.rule,
        "violations": [_write_violation(each) for each in verdict.violations],
        "readings": [_write_reading(each) for each in verdict.readings[:MOST_SHOWN]],
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


def _write_reading(reading: Reading) -> Answer:
    return {
        "set_name": reading.typed,
        "restrictions": list(reading.typed_restrictions),
        "count": reading.count,
        "cards": list(reading.cards),
        "right": reading.is_right,
    }


def _write_violation(violation: Violation) -> Answer:
    placed = {"part": violation.part, "place": violation.place}
    found = {"code": violation.code, "reason": violation.sentence, "rule": violation.rule} | placed
    return {name: value for name, value in found.items() if value not in ("", None)}


# -- what is asked ----------------------------------------------------------------------------------------------------


def _universe(request: Mapping[str, Any]) -> tuple[str, ...]:
    names = request.get("universe")
    if not isinstance(names, list) or not names or not all(isinstance(name, str) and card(name) for name in names):
        raise OnSetsError(f"universe must be a list of cards, by the letters {' '.join(COLORS)}, or blank.")
    cards = tuple(card(name) for name in names)
    if len(set(cards)) != len(cards):
        raise OnSetsError("universe has a card twice.")
    return cards


def _goal(request: Mapping[str, Any]) -> Goal | None:
    goal = request.get("goal")
    if goal is None:
        return None
    if not isinstance(goal, dict):
        raise OnSetsError("goal must have a config and its cubes.")
    cubes = _objects(goal, "cubes")
    return Goal(_text(goal, "config"), tuple(_goal_cube(cube) for cube in cubes))


def _goal_cube(cube: Mapping[str, Any]) -> GoalCube:
    digit, upside_down = cube.get("d"), cube.get("ud", False)
    if not isinstance(digit, int) or isinstance(digit, bool) or not 0 <= digit <= 9:
        raise OnSetsError("d must be the digit on a cube.")
    if upside_down is not None and not isinstance(upside_down, bool):
        raise OnSetsError("ud must be true or false.")
    return GoalCube(digit, bool(upside_down))


def _solutions(request: Mapping[str, Any]) -> tuple[WrittenSolution, ...] | None:
    if request.get("solutions") is not None:
        if request.get("solution") is not None:
            raise OnSetsError("There is either a solution, or solutions.")
        return tuple(_solution(each) for each in _objects(request, "solutions"))
    solution = request.get("solution")
    if solution is None:
        return None
    if not isinstance(solution, dict):
        raise OnSetsError("solution must have a set_name, and may have restrictions and blank_as.")
    return (_solution(solution),)


def _solution(solution: Mapping[str, Any]) -> WrittenSolution:
    restrictions = solution.get("restrictions") or []
    if not isinstance(restrictions, list) or len(restrictions) > MOST_ITEMS:
        raise OnSetsError("restrictions must be a list of texts.")
    return WrittenSolution(
        set_name=_typed(solution.get("set_name") or "", "set_name"),
        restrictions=tuple(_typed(each, "restrictions") for each in restrictions),
        blank_as=_blank_as(solution.get("blank_as")),
    )


def _typed(value: Any, key: str) -> str:
    if not isinstance(value, str):
        raise OnSetsError(f"{key} must be text.")
    if len(value) > MOST_CHARACTERS:
        raise OnSetsError(f"{key} is longer than {MOST_CHARACTERS} characters.")
    return value


def _blank_as(value: Any) -> str | None:
    if value is None or value == "":
        return None
    if not isinstance(value, str) or not card(value):
        raise OnSetsError(f"blank_as must be colors by their letters {' '.join(COLORS)}, or blank.")
    return card(value).replace(BLANK_CARD, "")


def _picks(request: Mapping[str, Any]) -> tuple[Pick, ...]:
    if request.get("variations") is None:
        return ()
    return tuple(Pick(_text(each, "slug"), each.get("value")) for each in _objects(request, "variations"))


def _sections(request: Mapping[str, Any]) -> Sections | None:
    challenge = request.get("challenge")
    if challenge is not None and challenge not in NOW + ALL_RESOURCES:
        raise OnSetsError(f"challenge must be one of {', '.join(NOW + ALL_RESOURCES)}.")
    cubes = request.get("cubes")
    if cubes is None:
        return None
    if not isinstance(cubes, dict) or set(cubes) - set(SECTIONS):
        raise OnSetsError(f"cubes must be lists for {', '.join(SECTIONS)}.")
    return Sections(**{name: _cubes(cubes, name) for name in SECTIONS}, after_now=challenge in NOW)


def _cubes(cubes: Mapping[str, Any], name: str) -> tuple[str, ...]:
    """The symbols of one section; digits are left out, since no Solution uses them (JM OS-C1)."""
    symbols = cubes.get(name) or []
    if not isinstance(symbols, list) or len(symbols) > MOST_ITEMS:
        raise OnSetsError(f"{name} must be a list of cubes.")
    read = [_cube(symbol) for symbol in symbols]
    return tuple(symbol for symbol in read if symbol not in DIGITS)


def _cube(written: Any) -> str:
    text = written.strip() if isinstance(written, str) else ""
    symbol = SAME.get(text) or BY_NAME.get(text.casefold(), "")
    if not symbol or symbol not in SYMBOLS + DIGITS:
        raise OnSetsError(f"There is no cube {str(written)[:20]!r} in {GAME}.")
    return symbol


def _objects(data: Mapping[str, Any], key: str) -> list[Mapping[str, Any]]:
    items = data.get(key)
    if not isinstance(items, list) or len(items) > MOST_ITEMS or not all(isinstance(item, dict) for item in items):
        raise OnSetsError(f"{key} must be a list of objects.")
    return items


def _text(data: Mapping[str, Any], key: str) -> str:
    value = data.get(key)
    if not isinstance(value, str) or not value.strip():
        raise OnSetsError(f"{key} must be a text.")
    return value
