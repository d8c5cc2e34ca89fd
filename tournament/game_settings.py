"""The settings of a game: their options, their words, and which ones contradict each other. Pure.

What a rule book fixes is not a setting. Where it leaves a choice, the director makes it here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from rulebooks import Edition

SEATING = {
    "preset": "All rounds assigned in advance",
    "sections": "Sections of about 9 teams",
    "score_groups": "Score groups (players with similar scores meet)",
    "bump": "Bump: winner moves up a table, last place moves down",
    "random": "Random each round",
    "by_hand": "By hand",
}
ENTRY = {
    "totals": "Totals or match points only",
    "shakes": "Points for each shake, with penalties",
    "story": "What happened in each shake",
}
VERIFICATION = {
    "none": "Single entry, no review",
    "check": "Review by a second person",
    "rekey_totals": "Double entry, totals only",
    "rekey": "Double entry, everything",
}
SHORT_TEAMS = {
    "zero": "Missing players count as 0",
    "scale": "Score is scaled up to a full team",
}
TIE_BREAKS = {
    "first_places": "Most first places",
    "raw_points": "Most raw points",
    "head_to_head": "Head-to-head",
    "fewest_penalties": "Fewest penalties",
    "lot": "Random draw",
}
FROM_RESULTS = ("score_groups", "bump")  # seating that needs verified results
BY_PLACES = ("first_places", "head_to_head")  # tie-breaks that need places at a table
FROM_SHAKES = ("raw_points", "fewest_penalties")  # tie-breaks that need each shake
MOST_ROUNDS = 40
SETTING_LABELS = {
    "format": "Format",
    "no_goal": "If No Goal is challenged",
    "divisions": "Divisions",
    "rounds": "Rounds",
    "minutes": "Minutes per round",
    "team_size": "Players per team",
    "short_teams": "Incomplete teams",
    "table_size": "Players per table",
    "seating": "Seating method",
    "schools_apart": "Keep schools apart",
    "entry": "Scoresheet entry",
    "verification": "Verification",
    "tie_breaks": "Tie-breaks",
    "attendance_bonus": "Attendance points",
    "appeals": "Allow protests (the rule book doesn’t say)",
    "protest_minutes": "Minutes to file a protest",
    "panel_size": "Appeals panel size",
}
FIXED_OPTIONS = {"short_teams": SHORT_TEAMS, "seating": SEATING, "entry": ENTRY, "verification": VERIFICATION}


@dataclass(frozen=True)
class GameSettings:
    """All settings of an event.

    `minutes`: the length of a round until no new shake may begin. `table_size`: how many players sit at a table if the
    numbers allow. `appeals`: protests are heard although the rule book doesn't mention them. `protest_minutes`: how
    long after the round a protest can be filed. `panel_size`: how many people decide it.
    """

    format: str
    no_goal: str
    divisions: tuple[str, ...]
    rounds: int
    minutes: int
    team_size: int
    short_teams: str
    table_size: int
    seating: str
    schools_apart: bool
    entry: str
    verification: str
    tie_breaks: tuple[str, ...]
    attendance_bonus: int
    appeals: bool
    protest_minutes: int
    panel_size: int


# -- contradictions ---------------------------------------------------------------------------------------------------


def find_contradictions(settings: GameSettings, edition: Edition) -> dict[str, str]:
    """Return a sentence for each field that contradicts the rule book or another field. Empty if all is well."""
    sentences: dict[str, str] = {}
    for field, sentence in (*_against_the_book(settings, edition), *_against_each_other(settings)):
        sentences.setdefault(field, sentence)
    return sentences


def _against_the_book(settings: GameSettings, edition: Edition) -> Iterator[tuple[str, str]]:
    if settings.format not in [each.id for each in edition.formats]:
        yield "format", "Choose a format from this rule book."
    if settings.no_goal not in (edition.shakes.procedures_for("no_goal") or {""}):
        yield "no_goal", "Choose a procedure from this rule book."
    if not settings.divisions:
        yield "divisions", "Choose at least one division."
    if set(settings.divisions) - {each.letter for each in edition.divisions}:
        yield "divisions", "Choose divisions from this rule book."
    sizes = edition.tables
    if not sizes.minimum <= settings.table_size <= sizes.maximum:
        yield (
            "table_size",
            f"This rule book allows {sizes.minimum} to {sizes.maximum} players per table ({sizes.rule}).",
        )
    if settings.appeals and edition.protests.appeals.value == "no":
        final = edition.protests.final_word
        yield "appeals", f"This rule book doesn’t allow protests ({final.rule}). {final.value}"
    if edition.player_score is None:
        return
    if settings.seating == "bump":
        yield (
            "seating",
            "This rule book has no places at a table, so bump doesn’t work. Choose another seating method.",
        )
    for tie_break in settings.tie_breaks:
        if tie_break in BY_PLACES:
            yield (
                "tie_breaks",
                f"“{TIE_BREAKS[tie_break]}” needs places at a table, and this rule book has none. Choose another.",
            )


def _against_each_other(settings: GameSettings) -> Iterator[tuple[str, str]]:
    if not 1 <= settings.rounds <= MOST_ROUNDS:
        yield "rounds", f"Enter 1 to {MOST_ROUNDS} rounds."
    if not 5 <= settings.minutes <= 120:
        yield "minutes", "Enter 5 to 120 minutes."
    if not 1 <= settings.team_size <= 12:
        yield "team_size", "Enter 1 to 12 players."
    if not 0 <= settings.attendance_bonus <= 20:
        yield "attendance_bonus", "Enter 0 to 20 points."
    if not 1 <= settings.protest_minutes <= 240:
        yield "protest_minutes", "Enter 1 to 240 minutes."
    if not 1 <= settings.panel_size <= 9 or settings.panel_size % 2 == 0:
        yield "panel_size", "Enter 1, 3, 5, 7, or 9 members. An odd number always has a majority."
    if settings.seating == "sections" and settings.team_size == 1:
        yield "seating", "Sections are made up of teams. Choose at least 2 players per team, or another seating method."
    if settings.seating == "sections" and settings.table_size != 3:
        yield "seating", "Sections play at tables of 3. Choose 3 players per table, or another seating method."
    if settings.seating in FROM_RESULTS and settings.verification == "none":
        yield (
            "verification",
            "This seating method uses verified results. Choose review, double entry, or another seating method.",
        )
    yield from _against_the_tie_breaks(settings)


def _against_the_tie_breaks(settings: GameSettings) -> Iterator[tuple[str, str]]:
    chosen = settings.tie_breaks
    if len(set(chosen)) < len(chosen):
        yield "tie_breaks", "Choose each tie-break only once."
    if "lot" in chosen[:-1]:
        yield "tie_breaks", "Put Random draw last. It breaks every remaining tie."
    for tie_break in chosen:
        if tie_break in FROM_SHAKES and settings.entry == "totals":
            yield (
                "tie_breaks",
                f"“{TIE_BREAKS[tie_break]}” needs the points for each shake. Choose another tie-break.",
            )


# -- words ------------------------------------------------------------------------------------------------------------


def options_for(name: str, edition: Edition) -> Mapping[Any, str]:
    """Return the options of a setting, each in words. Empty for numbers and for yes or no."""
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
    return FIXED_OPTIONS.get(name, {})


def value_in_words(name: str, value: Any, edition: Edition) -> str:
    """Return `3`, `Random each round`, `Elementary, Middle`, or `yes`."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if name == "divisions":
        return ", ".join(each.name for each in edition.divisions if each.letter in value) or "none"
    options = options_for(name, edition)
    if isinstance(value, (list, tuple)):
        return ", then ".join(options[each] for each in value) or "none"
    return options.get(value, str(value)) or "none"


def changes_of_settings(
    before: Mapping[str, Any], after: Mapping[str, Any], edition: Edition
) -> list[tuple[str, Any, Any]]:
    """Return each setting that differs with both values, for the log.

    What a rule book names is named, since the log doesn't have the rule book.
    """
    return [
        (name, _value_for_log(name, before[name], edition), _value_for_log(name, after[name], edition))
        for name in SETTING_LABELS
        if before[name] != after[name]
    ]


def _value_for_log(name: str, value: Any, edition: Edition) -> Any:
    if name == "divisions":
        return [each.name for each in edition.divisions if each.letter in value]
    return options_for(name, edition).get(value, value) if name in ("format", "no_goal") else value


def changes_in_words(changes: Sequence[tuple[str, Any, Any]]) -> str:
    """Return `Rounds 4 → 3; Players per team 5 → 6` for the changes in a log line."""
    return "; ".join(
        f"{SETTING_LABELS[name]} {_logged_value_in_words(name, before)} → {_logged_value_in_words(name, after)}"
        for name, before, after in changes
    )


def _logged_value_in_words(name: str, value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if name == "divisions":
        return ", ".join(value) or "none"
    if name == "tie_breaks":
        return ", then ".join(TIE_BREAKS[each] for each in value) or "none"
    return FIXED_OPTIONS[name][value] if name in FIXED_OPTIONS else str(value) or "none"


def changed_settings(before: Mapping[str, Any], after: Mapping[str, Any], edition: Edition) -> list[str]:
    """Return `“Rounds: 3”` for each setting that differs, with its value after the change."""
    return [
        f"“{SETTING_LABELS[name]}: {value_in_words(name, after[name], edition)}”"
        for name in SETTING_LABELS
        if before[name] != after[name]
    ]


# -- names ------------------------------------------------------------------------------------------------------------


def end_of_school_year(day: date) -> date:
    """Return the next July 31. Until then a league needs the students' names, for its season and for Nationals."""
    return date(day.year + (day.month > 7), 7, 31)
