"""The commands' JSON: one request in, one answer out, and a clear sentence for what makes no sense."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from rulebooks.edition import Edition
from rulebooks.effects import Cube, Mat, PickError
from rulebooks.onsets import OnSetsError
from rulebooks.onsets.wire import judge_onsets_command
from rulebooks.picks import Pick, Selection, check_selection
from rulebooks.placing import place
from rulebooks.reader import EditionError
from rulebooks.set_names import COLORS, card
from rulebooks.shakes import Seat, Shake, ShakeError, score_shake
from rulebooks.shelf import get

Answer = dict[str, Any]
MOST_CHARACTERS = 1_000_000
MOST_POINTS = 1_000_000
SAME_SYMBOL = {"×": "x", "*": "^", "−": "-", "–": "-", "/": "÷"}
SELECTORS = {2: ("goal_setter", "other", "second"), 3: ("goal_setter", "second", "third")}


class WireError(ValueError):
    """A request that cannot be understood."""


# -- points of a shake ------------------------------------------------------------------------------------------------


def score_shake_command(request: Mapping[str, Any]) -> Answer:
    edition = get(_text(request, "ruleset"))
    score = score_shake(edition.shakes, read_shake(request))
    answer: Answer = {"points": dict(score.points)}
    return answer | ({"penalties": dict(score.penalties)} if score.penalties else {})


def read_shake(request: Mapping[str, Any]) -> Shake:
    """What happened in a shake, from JSON."""
    return Shake(
        situation=_text(request, "situation"),
        seats=tuple(_seat(seat) for seat in _objects(request, "seats")),
        together=_flag(request, "simultaneous"),
        procedure=_text(request, "procedure", ""),
        mover_also_challenged=_flag(request, "mover_also_challenged"),
        declared_no_goal=_text(request, "declared_no_goal", ""),
        after_last_cube=_flag(request, "after_last_cube"),
    )


def write_shake(shake: Shake) -> Answer:
    """The JSON from which `read_shake` makes this shake again; what is not so is left out."""
    seats = [
        {
            "seat": seat.name,
            "role": seat.role,
            "presented": seat.presented,
            "correct": seat.correct,
            "accepted_other_equation": seat.accepted,
            "declared_presenting": seat.bound,
            "challenge": seat.challenge,
            "sides_with": seat.side,
        }
        for seat in shake.seats
    ]
    told = {
        "situation": shake.situation,
        "seats": [_said(seat) | ({"correct": False} if seat["correct"] is False else {}) for seat in seats],
        "simultaneous": shake.together,
        "procedure": shake.procedure,
        "mover_also_challenged": shake.mover_also_challenged,
        "declared_no_goal": shake.declared_no_goal,
        "after_last_cube": shake.after_last_cube,
    }
    return _said(told)


def _said(values: Mapping[str, Any]) -> Answer:
    return {name: value for name, value in values.items() if value}


def _seat(data: Mapping[str, Any]) -> Seat:
    correct = data.get("correct")
    if correct is not None and not isinstance(correct, bool):
        raise WireError("correct must be true, false or null.")
    return Seat(
        name=_text(data, "seat"),
        role=_text(data, "role"),
        presented=_flag(data, "presented"),
        correct=correct,
        accepted=_flag(data, "accepted_other_equation"),
        bound=_flag(data, "declared_presenting"),
        challenge=_text(data, "challenge", ""),
        side=_text(data, "sides_with", ""),
    )


# -- match points -----------------------------------------------------------------------------------------------------


def place_command(request: Mapping[str, Any]) -> Answer:
    scores = request.get("scores")
    if not isinstance(scores, dict) or not all(_is_whole(score) for score in scores.values()):
        raise WireError("scores must be a table of whole numbers.")
    if any(abs(score) > MOST_POINTS for score in scores.values()) or not all(name.strip() for name in scores):
        raise WireError("scores must be totals of a match, each with a name.")
    placing = place(get(_text(request, "ruleset")), scores)
    return {"points": dict(placing.points), "places": dict(placing.places)}


# -- picks of variations ----------------------------------------------------------------------------------------------


def check_selection_command(request: Mapping[str, Any]) -> Answer:
    edition = get(_text(request, "ruleset"))
    verdict = check_selection(edition, _selection(edition, request))
    return {
        "verdict": "legal" if verdict.is_legal else "illegal",
        "reason": verdict.reason or None,
        "penalty": verdict.penalty,
    }


def _selection(edition: Edition, request: Mapping[str, Any]) -> Selection:
    game = _text(request, "game", "").casefold()
    if game not in edition.game.casefold().replace("-", ""):
        raise WireError(f"{edition.title} is not a rule book of {game}.")
    players = _number(request, "players")
    if players not in SELECTORS:
        raise WireError("players must be 2 or 3.")
    selector = _text(request, "selector")
    if selector not in SELECTORS[players]:
        raise WireError(f"selector must be one of {', '.join(SELECTORS[players])} with {players} players.")
    context = _text(request, "context", "")
    if context not in ("", "before-roll", "before-deal"):
        raise WireError("context must be before-roll, or nothing.")
    return Selection(
        division=_text(request, "division"),
        ending_year=_ending_year(_text(request, "year")),
        players=players,
        is_goal_setter=selector == "goal_setter",
        picks=_picks(request, "selection"),
        mat=Mat(_resources(edition, request), _universe(edition, request)),
        already=_picks(request, "already_chosen"),
        attempt=_number(request, "try") if "try" in request else 1,
        before_roll=bool(context),
        insulated=_flag(request, "insulated"),
        format=_text(request, "format", ""),
    )


def _picks(request: Mapping[str, Any], key: str) -> tuple[Pick, ...]:
    return tuple(Pick(_text(item, "slug"), item.get("blank")) for item in _objects(request, key))


def _ending_year(text: str) -> int:
    """`2019-20` ends in 2020."""
    first, _, last = text.partition("-")
    if not (first.isascii() and first.isdigit() and len(first) == 4):
        raise WireError("year must be a school year such as 2019-20.")
    ending = int(first) + 1
    if last not in (f"{ending % 100:02}", str(ending)):
        raise WireError("year must be a school year such as 2019-20.")
    return ending


def _resources(edition: Edition, request: Mapping[str, Any]) -> tuple[Cube, ...]:
    cubes = []
    for item in _objects(request, "resources", optional=True):
        symbol = _text(item, "symbol")
        symbol = symbol if symbol in edition.cubes.symbols else SAME_SYMBOL.get(symbol, symbol)
        color = _text(item, "color", "")
        if symbol not in edition.cubes.symbols or (color and color not in edition.cubes.colors):
            raise WireError(f"There is no {f'{color} {symbol}'.strip()!r} cube in {edition.title}.")
        cubes.append(Cube(symbol, color))
    if edition.variations.picks and len(cubes) > edition.cubes.count.value:
        raise WireError(f"{edition.title} has {edition.cubes.count.value} cubes, not {len(cubes)}.")
    return tuple(cubes)


def _universe(edition: Edition, request: Mapping[str, Any]) -> tuple[str, ...]:
    names = request.get("universe")
    if names is None:
        return ()
    if not isinstance(names, list) or not all(isinstance(name, str) and card(name) for name in names):
        raise WireError(f"universe must be a list of cards, by the letters {' '.join(COLORS)}, or blank.")
    cards = tuple(card(name) for name in names)
    if len(set(cards)) != len(cards):
        raise WireError("universe has a card twice.")
    return cards


# -- lines ------------------------------------------------------------------------------------------------------------


def _equations(command: str) -> Callable[[Mapping[str, Any]], Answer]:
    """A command of the checker for Equations, which is loaded only when it is asked."""

    def answer(request: Mapping[str, Any]) -> Answer:
        from rulebooks.equations.wire import COMMANDS as CHECKER

        return CHECKER[command](request)

    return answer


COMMANDS: Mapping[str, Callable[[Mapping[str, Any]], Answer]] = {
    "score-shake": score_shake_command,
    "place": place_command,
    "check-selection": check_selection_command,
    "judge-onsets": judge_onsets_command,
    "evaluate": _equations("evaluate"),
    "read-goal": _equations("read-goal"),
    "judge-equation": _equations("judge-equation"),
}


def answer_line(command: str, line: str) -> str:
    """One line of JSON for one line of JSON, whatever it is."""
    try:
        if len(line) > MOST_CHARACTERS:
            raise WireError("The line is too long to be one request.")
        request = _parse(line)
        answer = COMMANDS[command](request)
    except (WireError, ShakeError, PickError, EditionError, OnSetsError) as problem:
        answer = {"error": str(problem)}
    return json.dumps(answer)


def _parse(line: str) -> Mapping[str, Any]:
    if not line.strip():
        raise WireError("The line is empty.")
    try:
        request = json.loads(line, object_pairs_hook=_once)
    except WireError:
        raise
    except (ValueError, RecursionError):
        raise WireError("The line is not JSON.") from None
    if not isinstance(request, dict):
        raise WireError("The line must be a JSON object.")
    return request


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object in which no key is there twice."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise WireError("A key is there twice.")
    return found


def _objects(data: Mapping[str, Any], key: str, *, optional: bool = False) -> list[Mapping[str, Any]]:
    items = data.get(key)
    if items is None and optional:
        return []
    if not isinstance(items, list) or not all(isinstance(item, dict) for item in items):
        raise WireError(f"{key} must be a list of objects.")
    return items


def _text(data: Mapping[str, Any], key: str, default: str | None = None) -> str:
    value = data.get(key, default)
    if value is None and default is not None:
        return default
    if not isinstance(value, str) or (default is None and not value.strip()):
        raise WireError(f"{key} must be a text.")
    return value


def _number(data: Mapping[str, Any], key: str) -> int:
    value = data.get(key)
    if not isinstance(value, int) or isinstance(value, bool):
        raise WireError(f"{key} must be a whole number.")
    return value


def _flag(data: Mapping[str, Any], key: str) -> bool:
    value = data.get(key, False)
    if value is None:
        return False
    if not isinstance(value, bool):
        raise WireError(f"{key} must be true or false.")
    return value


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
