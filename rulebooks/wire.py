"""The commands' JSON: one request in, one answer out, and a clear sentence for what makes no sense."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from rulebooks.placing import place
from rulebooks.reader import EditionError
from rulebooks.shakes import Seat, Shake, ShakeError, score_shake
from rulebooks.shelf import get

Answer = dict[str, Any]
MOST_CHARACTERS = 100_000


class WireError(ValueError):
    """A request that cannot be understood."""


def score_shake_command(request: Mapping[str, Any]) -> Answer:
    edition = get(_text(request, "ruleset"))
    seats = request.get("seats")
    if not isinstance(seats, list):
        raise WireError("seats must be a list.")
    shake = Shake(
        situation=_text(request, "situation"),
        seats=tuple(_seat(seat) for seat in seats),
        together=_flag(request, "simultaneous"),
        procedure=_text(request, "procedure", ""),
        mover_also_challenged=_flag(request, "mover_also_challenged"),
        declared_no_goal=_text(request, "declared_no_goal", ""),
    )
    score = score_shake(edition.shakes, shake)
    answer: Answer = {"points": dict(score.points)}
    return answer | ({"penalties": dict(score.penalties)} if score.penalties else {})


def place_command(request: Mapping[str, Any]) -> Answer:
    scores = request.get("scores")
    if not isinstance(scores, dict) or not all(_is_whole(score) for score in scores.values()):
        raise WireError("scores must be a table of whole numbers.")
    placing = place(get(_text(request, "ruleset")), scores)
    return {"points": dict(placing.points), "places": dict(placing.places)}


COMMANDS: Mapping[str, Callable[[Mapping[str, Any]], Answer]] = {
    "score-shake": score_shake_command,
    "place": place_command,
}


def answer_line(command: str, line: str) -> str:
    """One line of JSON for one line of JSON, whatever it is."""
    try:
        if len(line) > MOST_CHARACTERS:
            raise WireError("The line is too long to be one request.")
        request = _parse(line)
        answer = COMMANDS[command](request)
    except (WireError, ShakeError, EditionError) as problem:
        answer = {"error": str(problem)}
    return json.dumps(answer, ensure_ascii=False)


def _parse(line: str) -> Mapping[str, Any]:
    try:
        request = json.loads(line)
    except (ValueError, RecursionError):
        raise WireError("The line is not JSON.") from None
    if not isinstance(request, dict):
        raise WireError("The line must be a JSON object.")
    return request


def _seat(data: Any) -> Seat:
    if not isinstance(data, dict):
        raise WireError("Each seat must be an object.")
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


def _text(data: Mapping[str, Any], key: str, default: str | None = None) -> str:
    value = data.get(key, default)
    if value is None and default is not None:
        return default
    if not isinstance(value, str) or (default is None and not value):
        raise WireError(f"{key} must be a text.")
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
