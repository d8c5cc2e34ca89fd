"""Each choice in words: what it is called, what a value of it means, and what was changed. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulebooks import Edition
from tournament.game_settings import ENTRY, SEATING, SHORT_TEAMS, TIE_BREAKS, VERIFICATION

NAMES = {
    "format": "Format",
    "no_goal": "When No Goal is challenged",
    "divisions": "Divisions",
    "rounds": "Rounds",
    "minutes": "Minutes of a round",
    "team_size": "Players of a team",
    "short_teams": "Teams that are not complete",
    "table_size": "Players at a table",
    "seating": "Seating",
    "schools_apart": "Keep schools apart as well",
    "entry": "Scoresheets are entered as",
    "verification": "Verification",
    "tie_breaks": "Tie-breaks",
    "attendance_bonus": "Points for coming",
    "appeals": "Hear protests, though the book is silent",
    "protest_minutes": "Minutes to hand in a protest",
    "panel_size": "Members of the appeals panel",
}
FIXED = {"short_teams": SHORT_TEAMS, "seating": SEATING, "entry": ENTRY, "verification": VERIFICATION}


def options(name: str, edition: Edition) -> Mapping[Any, str]:
    """What can be chosen, each in words; nothing for a number or a yes or no."""
    if name == "format":
        return {each.id: each.name for each in edition.formats}
    if name == "no_goal":
        return edition.shakes.procedures_for("no_goal")
    if name == "divisions":
        return {each.letter: f"{each.name}, grade {each.max_grade} and below" for each in edition.divisions}
    if name == "table_size":
        sizes = edition.tables
        return {size: f"{size}" for size in range(sizes.minimum, sizes.maximum + 1)}
    if name == "tie_breaks":
        return TIE_BREAKS
    return FIXED.get(name, {})


def in_words(name: str, value: Any, edition: Edition) -> str:
    """`3`, `Score groups, near equals together`, `Elementary, Middle`, `yes`."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if name == "divisions":
        return ", ".join(each.name for each in edition.divisions if each.letter in value) or "none"
    known = options(name, edition)
    if isinstance(value, (list, tuple)):
        return ", then ".join(known[each] for each in value) or "none: ties stay ties"
    return known.get(value, str(value)) or "nothing"


def changes_in_words(before: Mapping[str, Any], after: Mapping[str, Any], edition: Edition) -> list[str]:
    """`Rounds 4 → 3`, for everything that differs."""
    return [
        f"{NAMES[name]} {in_words(name, before[name], edition)} → {in_words(name, after[name], edition)}"
        for name in NAMES
        if before[name] != after[name]
    ]
