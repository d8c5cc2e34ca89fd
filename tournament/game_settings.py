"""The settings of a game: their options, their words, and which ones contradict each other. Pure.

What a rule book fixes is not a setting. Where it leaves a choice, the director makes it here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from rulebooks import Edition

SEATING = {
    "preset": "Beforehand, all rounds at once",
    "sections": "Sections of about nine teams",
    "score_groups": "Score groups, near equals together",
    "bump": "Bump: the winner up a table, the last one down",
    "random": "By lot, each round",
    "by_hand": "By hand",
}
ENTRY = {
    "totals": "Totals or match points only",
    "shakes": "Points of each shake, with penalties",
    "story": "What happened in each shake",
}
VERIFICATION = {
    "none": "One person is enough",
    "check": "A second person looks it over",
    "rekey_totals": "A second person keys the totals, blind",
    "rekey": "A second person keys everything, blind",
}
SHORT_TEAMS = {
    "zero": "Missing players count zero",
    "scale": "Scaled up to a full team",
}
TIE_BREAKS = {
    "first_places": "More first places",
    "raw_points": "More raw points",
    "head_to_head": "Head to head",
    "fewest_penalties": "Fewer penalties",
    "lot": "By lot",
}
FROM_RESULTS = ("score_groups", "bump")  # seating that needs verified results
BY_PLACES = ("first_places", "head_to_head")  # tie-breaks that need places at a table
FROM_SHAKES = ("raw_points", "fewest_penalties")  # tie-breaks that need each shake
MOST_ROUNDS = 40
SETTING_LABELS = {
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
        yield "format", "Choose one of the formats of this rule book."
    if settings.no_goal not in (edition.shakes.procedures_for("no_goal") or {""}):
        yield "no_goal", "Choose one of the procedures of this rule book."
    if not settings.divisions:
        yield "divisions", "Choose at least one division."
    if set(settings.divisions) - {each.letter for each in edition.divisions}:
        yield "divisions", "Choose divisions of this rule book."
    sizes = edition.tables
    if not sizes.minimum <= settings.table_size <= sizes.maximum:
        yield "table_size", f"This rule book plays at tables of {sizes.minimum} to {sizes.maximum} ({sizes.rule})."
    if settings.appeals and edition.protests.appeals.value == "no":
        final = edition.protests.final_word
        yield "appeals", f"{final.value} Protests are not heard by this rule book ({final.rule})."
    if edition.player_score is None:
        return
    if settings.seating == "bump":
        yield "seating", "This rule book has no first and last place at a table to move by. Choose another seating."
    for tie_break in settings.tie_breaks:
        if tie_break in BY_PLACES:
            yield (
                "tie_breaks",
                f"“{TIE_BREAKS[tie_break]}” needs places at a table. This rule book has none.",
            )


def _against_each_other(settings: GameSettings) -> Iterator[tuple[str, str]]:
    if not 1 <= settings.rounds <= MOST_ROUNDS:
        yield "rounds", f"Between one and {MOST_ROUNDS} rounds."
    if not 5 <= settings.minutes <= 120:
        yield "minutes", "Between 5 and 120 minutes."
    if not 1 <= settings.team_size <= 12:
        yield "team_size", "Between one and twelve players."
    if not 0 <= settings.attendance_bonus <= 20:
        yield "attendance_bonus", "Between 0 and 20 points."
    if not 1 <= settings.protest_minutes <= 240:
        yield "protest_minutes", "Between 1 and 240 minutes."
    if not 1 <= settings.panel_size <= 9 or settings.panel_size % 2 == 0:
        yield "panel_size", "One, three, five, seven or nine: an odd number always has a majority."
    if settings.seating == "sections" and settings.team_size == 1:
        yield "seating", "Sections are made of teams. Let teams have more than one player, or choose another seating."
    if settings.seating == "sections" and settings.table_size != 3:
        yield "seating", "Sections play at tables of three. Choose tables of three, or another seating."
    if settings.seating in FROM_RESULTS and settings.verification == "none":
        yield (
            "verification",
            "This seating is drawn from verified results only. Let a second person verify, or change the seating.",
        )
    yield from _against_the_tie_breaks(settings)


def _against_the_tie_breaks(settings: GameSettings) -> Iterator[tuple[str, str]]:
    chosen = settings.tie_breaks
    if len(set(chosen)) < len(chosen):
        yield "tie_breaks", "Choose each tie-break once."
    if "lot" in chosen[:-1]:
        yield "tie_breaks", "After the lot nothing is left to break. Put it last."
    for tie_break in chosen:
        if tie_break in FROM_SHAKES and settings.entry == "totals":
            yield "tie_breaks", f"“{TIE_BREAKS[tie_break]}” is not known when only totals are entered."


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
    """Return `3`, `Score groups, near equals together`, `Elementary, Middle`, or `yes`."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if name == "divisions":
        return ", ".join(each.name for each in edition.divisions if each.letter in value) or "none"
    options = options_for(name, edition)
    if isinstance(value, (list, tuple)):
        return ", then ".join(options[each] for each in value) or "none: ties stay ties"
    return options.get(value, str(value)) or "nothing"


def changes_in_words(before: Mapping[str, Any], after: Mapping[str, Any], edition: Edition) -> list[str]:
    """Return `Rounds 4 → 3` for each setting that differs."""
    return [
        f"{SETTING_LABELS[name]} {value_in_words(name, before[name], edition)}"
        f" → {value_in_words(name, after[name], edition)}"
        for name in SETTING_LABELS
        if before[name] != after[name]
    ]


# -- names ------------------------------------------------------------------------------------------------------------


def end_of_school_year(day: date) -> date:
    """Return the next July 31. Until then a league needs the students' names, for its season and for Nationals."""
    return date(day.year + (day.month > 7), 7, 31)
