"""The JSON commands of `python -m rulebooks`: one request per line in, one answer per line out."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from rulebooks.catalog import get
from rulebooks.edition import Edition
from rulebooks.json_fields import (
    JsonObject,
    JsonRequest,
    RequestError,
    is_whole_number,
    read_flag,
    read_number,
    read_objects,
    read_text,
    read_universe,
)
from rulebooks.match import award_places
from rulebooks.onsets import OnSetsError
from rulebooks.onsets.json_commands import judge_onsets_command
from rulebooks.shake_json import read_shake
from rulebooks.shakes import ShakeError, score_shake
from rulebooks.toml_reader import EditionError
from rulebooks.variation_effects import Cube, Mat, PickError
from rulebooks.variation_selection import VariationPick, VariationSelection, check_selection
from rulebooks.wording import join_words

Command = Callable[[JsonRequest], JsonObject]
MAX_CHARACTERS = 1_000_000
MAX_POINTS = 1_000_000
SAME_SYMBOL = {"×": "x", "*": "^", "−": "-", "–": "-", "/": "÷"}
SELECTORS = {2: ("goal_setter", "other", "second"), 3: ("goal_setter", "second", "third")}


# -- score-shake and place --------------------------------------------------------------------------------------------


def score_shake_command(request: JsonRequest) -> JsonObject:
    edition = get(read_text(request, "ruleset"))
    score = score_shake(edition.shakes, read_shake(request))
    answer: JsonObject = {"points": dict(score.points)}
    return answer | ({"penalties": dict(score.penalties)} if score.penalties else {})


def place_command(request: JsonRequest) -> JsonObject:
    scores = request.get("scores")
    if not isinstance(scores, dict) or not all(is_whole_number(score) for score in scores.values()):
        raise RequestError("scores must be a table of whole numbers.")
    if any(abs(score) > MAX_POINTS for score in scores.values()) or not all(name.strip() for name in scores):
        raise RequestError(f"scores must be match totals up to {MAX_POINTS:,}, each with a name.")
    placing = award_places(get(read_text(request, "ruleset")), scores)
    return {"points": dict(placing.points), "places": dict(placing.places)}


# -- check-selection --------------------------------------------------------------------------------------------------


def check_selection_command(request: JsonRequest) -> JsonObject:
    edition = get(read_text(request, "ruleset"))
    verdict = check_selection(edition, _read_selection(edition, request))
    return {
        "verdict": "legal" if verdict.is_legal else "illegal",
        "reason": verdict.reason or None,
        "penalty": verdict.penalty,
    }


def _read_selection(edition: Edition, request: JsonRequest) -> VariationSelection:
    game = read_text(request, "game", "").casefold()
    if game not in edition.game.casefold().replace("-", ""):
        raise RequestError(f"{edition.title} isn’t a rule book for {game}.")
    players = read_number(request, "players")
    if players not in SELECTORS:
        raise RequestError("players must be 2 or 3.")
    selector = read_text(request, "selector")
    if selector not in SELECTORS[players]:
        raise RequestError(f"With {players} players, selector must be {join_words(SELECTORS[players], 'or')}.")
    context = read_text(request, "context", "")
    if context not in ("", "before-roll", "before-deal"):
        raise RequestError("context must be before-roll or empty.")
    return VariationSelection(
        division=read_text(request, "division"),
        ending_year=_read_ending_year(read_text(request, "year")),
        players=players,
        is_goal_setter=selector == "goal_setter",
        picks=_read_picks(request, "selection"),
        mat=Mat(_read_resources(edition, request), read_universe(request, optional=True)),
        already=_read_picks(request, "already_chosen"),
        attempt=read_number(request, "try") if "try" in request else 1,
        before_roll=bool(context),
        insulated=read_flag(request, "insulated"),
        format=read_text(request, "format", ""),
    )


def _read_picks(request: JsonRequest, key: str) -> tuple[VariationPick, ...]:
    return tuple(VariationPick(read_text(item, "slug"), item.get("blank")) for item in read_objects(request, key))


def _read_ending_year(text: str) -> int:
    """Return the calendar year in which a school year ends: 2020 for `2019-20`."""
    first, _, last = text.partition("-")
    if not (first.isascii() and first.isdigit() and len(first) == 4):
        raise RequestError("year must be a school year, such as 2019-20.")
    ending = int(first) + 1
    if last not in (f"{ending % 100:02}", str(ending)):
        raise RequestError("year must be a school year, such as 2019-20.")
    return ending


def _read_resources(edition: Edition, request: JsonRequest) -> tuple[Cube, ...]:
    cubes = []
    for item in read_objects(request, "resources", optional=True):
        symbol = read_text(item, "symbol")
        symbol = symbol if symbol in edition.cubes.symbols else SAME_SYMBOL.get(symbol, symbol)
        color = read_text(item, "color", "")
        if symbol not in edition.cubes.symbols or (color and color not in edition.cubes.colors):
            raise RequestError(f"There’s no “{f'{color} {symbol}'.strip()}” cube in {edition.title}.")
        cubes.append(Cube(symbol, color))
    if edition.variations.picks and len(cubes) > edition.cubes.count.value:
        raise RequestError(f"{edition.title} has {edition.cubes.count.value} cubes, not {len(cubes)}.")
    return tuple(cubes)


# -- lines ------------------------------------------------------------------------------------------------------------


def _equations_command(name: str) -> Command:
    """Return a command of the Equations checker, imported on first use: loading FLINT takes longer than a shake."""

    def answer(request: JsonRequest) -> JsonObject:
        from rulebooks.equations.json_commands import COMMANDS as EQUATIONS_COMMANDS

        return EQUATIONS_COMMANDS[name](request)

    return answer


COMMANDS: Mapping[str, Command] = {
    "score-shake": score_shake_command,
    "place": place_command,
    "check-selection": check_selection_command,
    "judge-onsets": judge_onsets_command,
    "evaluate": _equations_command("evaluate"),
    "read-goal": _equations_command("read-goal"),
    "judge-equation": _equations_command("judge-equation"),
}


def answer_line(command: str, line: str) -> str:
    """Answer one line of JSON with one line of JSON. Never raises, whatever the line contains."""
    try:
        if len(line) > MAX_CHARACTERS:
            raise RequestError("The line is too long. Send one request per line.")
        request = _parse_line(line)
        answer = COMMANDS[command](request)
    except (RequestError, ShakeError, PickError, EditionError, OnSetsError) as problem:
        answer = {"error": str(problem)}
    return json.dumps(answer)


def _parse_line(line: str) -> JsonRequest:
    if not line.strip():
        raise RequestError("The line is empty.")
    try:
        request = json.loads(line, object_pairs_hook=_refuse_duplicate_keys)
    except RequestError:
        raise
    except (ValueError, RecursionError):
        raise RequestError("The line isn’t valid JSON.") from None
    if not isinstance(request, dict):
        raise RequestError("The line must be a JSON object.")
    return request


def _refuse_duplicate_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    unique = dict(pairs)
    if len(unique) != len(pairs):
        raise RequestError("Each key can be used only once.")
    return unique
