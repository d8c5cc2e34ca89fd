"""What a director decides about an event, and which decisions contradict each other. Pure.

Where a rule book fixes something it is not asked; where it leaves a choice, the choice is here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

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
FROM_RESULTS = ("score_groups", "bump")
BY_PLACES = ("first_places", "head_to_head")
FROM_SHAKES = ("raw_points", "fewest_penalties")
MOST_ROUNDS = 40


@dataclass(frozen=True)
class Choices:
    """`minutes`: of a round, until no new shake is begun. `table_size`: how many sit at a table if numbers allow.

    `appeals`: protests are heard though the book is silent about them. `protest_minutes`: how long after the round one
    can be handed in. `panel_size`: how many decide it.
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


def contradictions(choices: Choices, edition: Edition) -> dict[str, str]:
    """What cannot be together, as one sentence at the first field that is wrong by it. Nothing if all is well."""
    found: dict[str, str] = {}
    for field, sentence in (*_against_the_book(choices, edition), *_against_each_other(choices)):
        found.setdefault(field, sentence)
    return found


def _against_the_book(choices: Choices, edition: Edition) -> Iterator[tuple[str, str]]:
    if choices.format not in [each.id for each in edition.formats]:
        yield "format", "Choose one of the formats of this rule book."
    if choices.no_goal not in (edition.shakes.procedures_for("no_goal") or {""}):
        yield "no_goal", "Choose one of the procedures of this rule book."
    if not choices.divisions:
        yield "divisions", "Choose at least one division."
    if set(choices.divisions) - {each.letter for each in edition.divisions}:
        yield "divisions", "Choose divisions of this rule book."
    sizes = edition.tables
    if not sizes.minimum <= choices.table_size <= sizes.maximum:
        yield "table_size", f"This rule book plays at tables of {sizes.minimum} to {sizes.maximum} ({sizes.rule})."
    if choices.appeals and edition.protests.appeals.value == "no":
        final = edition.protests.final_word
        yield "appeals", f"{final.value} Protests are not heard by this rule book ({final.rule})."
    if edition.player_score is None:
        return
    if choices.seating == "bump":
        yield "seating", "This rule book has no first and last place at a table to move by. Choose another seating."
    for tie_break in choices.tie_breaks:
        if tie_break in BY_PLACES:
            yield (
                "tie_breaks",
                f"“{TIE_BREAKS[tie_break]}” needs places at a table. This rule book has none.",
            )


def _against_each_other(choices: Choices) -> Iterator[tuple[str, str]]:
    if not 1 <= choices.rounds <= MOST_ROUNDS:
        yield "rounds", f"Between one and {MOST_ROUNDS} rounds."
    if not 5 <= choices.minutes <= 120:
        yield "minutes", "Between 5 and 120 minutes."
    if not 1 <= choices.team_size <= 12:
        yield "team_size", "Between one and twelve players."
    if not 0 <= choices.attendance_bonus <= 20:
        yield "attendance_bonus", "Between 0 and 20 points."
    if not 1 <= choices.protest_minutes <= 240:
        yield "protest_minutes", "Between 1 and 240 minutes."
    if not 1 <= choices.panel_size <= 9 or choices.panel_size % 2 == 0:
        yield "panel_size", "One, three, five, seven or nine: an odd number always has a majority."
    if choices.seating == "sections" and choices.team_size == 1:
        yield "seating", "Sections are made of teams. Let teams have more than one player, or choose another seating."
    if choices.seating == "sections" and choices.table_size != 3:
        yield "seating", "Sections play at tables of three. Choose tables of three, or another seating."
    if choices.seating in FROM_RESULTS and choices.verification == "none":
        yield (
            "verification",
            "This seating is drawn from verified results only. Let a second person verify, or change the seating.",
        )
    yield from _against_the_tie_breaks(choices)


def _against_the_tie_breaks(choices: Choices) -> Iterator[tuple[str, str]]:
    chosen = choices.tie_breaks
    if len(set(chosen)) < len(chosen):
        yield "tie_breaks", "Choose each tie-break once."
    if "lot" in chosen[:-1]:
        yield "tie_breaks", "After the lot nothing is left to break. Put it last."
    for tie_break in chosen:
        if tie_break in FROM_SHAKES and choices.entry == "totals":
            yield "tie_breaks", f"“{TIE_BREAKS[tie_break]}” is not known when only totals are entered."


def end_of_school_year(day: date) -> date:
    """The last day of July after it: until then a league needs the names, for its season and for Nationals."""
    return date(day.year + (day.month > 7), 7, 31)
