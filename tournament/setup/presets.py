"""Presets: the settings of each league format, every value with its source. Directors can change all of them. Pure.

A source is a rule of the book, something a league published, an inference from that, or our suggestion. It says which,
because a suggestion of ours must not look like a league's rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rulebooks import Edition
from tournament.game_settings import GameSettings


@dataclass(frozen=True)
class PresetValue:
    """The value of a setting and where it comes from."""

    value: Any
    source: str


@dataclass(frozen=True)
class Preset:
    """A league format. `editions`: the rule books that it is usually played by.

    `by_score`: whether it needs a rule book with player scores, as the Cup has. None fits any book.
    """

    id: str
    name: str
    about: str
    editions: tuple[str, ...]
    by_score: bool | None
    values: Mapping[str, PresetValue]

    def fits(self, edition: Edition) -> bool:
        return self.by_score is None or self.by_score == (edition.player_score is not None)

    def for_edition(self, edition: Edition) -> dict[str, PresetValue]:
        """Return every setting: the preset's own values, else our suggestions, else the rule book's values."""
        return _from_the_book(edition) | SUGGESTED | dict(self.values)


def settings_from(values: Mapping[str, PresetValue]) -> GameSettings:
    return GameSettings(**{name: each.value for name, each in values.items()})


def _from_the_book(edition: Edition) -> dict[str, PresetValue]:
    limit, first = edition.limits["round"], edition.formats[0]
    return {
        "format": PresetValue(first.id, _cited([first.rule])),
        "no_goal": PresetValue(edition.shakes.default_procedure("no_goal"), "As the rule book itself says."),
        "divisions": PresetValue(
            tuple(each.letter for each in edition.divisions), _cited(each.rule for each in edition.divisions)
        ),
        "minutes": PresetValue(limit.amount // 60, _cited([limit.rule])),
        "table_size": PresetValue(edition.tables.preferred, _cited([edition.tables.rule])),
        **_protests(edition),
    }


def _protests(edition: Edition) -> dict[str, PresetValue]:
    policy = edition.protests
    return {
        "appeals": PresetValue(False, _cited([policy.appeals.rule])),
        "protest_minutes": PresetValue(policy.minutes.value, _cited([policy.minutes.rule]))
        if policy.minutes
        else PresetValue(15, "Our suggestion: time to write it down, and the papers are still at the table."),
        "panel_size": PresetValue(policy.panel.value, _cited([policy.panel.rule]))
        if policy.panel
        else PresetValue(3, "Our suggestion: three, as elsewhere."),
    }


def _cited(rules: Iterable[str]) -> str:
    """Return `Rule book: MLAG XI-A; our reading: grades`. Each rule appears once, and our interpretations say so."""
    citations = dict.fromkeys(citation.strip() for rule in rules for citation in rule.split(";"))
    words = [f"our reading: {each[3:]}" if each.startswith("HT ") else f"rule book: {each}" for each in citations]
    text = "; ".join(words)
    return text[:1].upper() + text[1:]


SUGGESTED = {
    "rounds": PresetValue(4, "Our suggestion: four rounds, as at Nationals."),
    "team_size": PresetValue(5, "Our suggestion: five, as in the leagues that publish it."),
    "short_teams": PresetValue("zero", "Our suggestion: no league publishes how it counts incomplete teams."),
    "seating": PresetValue(
        "preset", "Our suggestion: everybody knows their tables in the morning, and no round waits."
    ),
    "schools_apart": PresetValue(False, "Our suggestion: only teammates must be apart."),
    "entry": PresetValue("shakes", "Our suggestion: adding up is then checked, and penalties stay visible."),
    "verification": PresetValue("check", "Our suggestion: a second pair of eyes on every sheet."),
    "tie_breaks": PresetValue((), "Our suggestion: ties are ties. No league publishes tie-breaks for standings."),
    "attendance_bonus": PresetValue(0, "Nothing is added unless a league says so."),
}
FIVE_AT_AGLOA = PresetValue(5, "AGLOA: teams of five, whose scores are added up.")

PRESETS: Sequence[Preset] = (
    Preset(
        "agloa-nationals",
        "AGLOA Nationals",
        "Sections of about nine teams, four rounds, teams of five.",
        ("agloa-equations-2019", "agloa-onsets-2014"),
        False,
        {
            "rounds": PresetValue(4, "AGLOA: four rounds of a cube game, so that 24 is the most a player can have."),
            "team_size": FIVE_AT_AGLOA,
            "seating": PresetValue(
                "sections", "AGLOA keeps standings by section. How they are filled is our suggestion."
            ),
            "schools_apart": PresetValue(
                True, "Our suggestion: two teams of a school in one section only if it must be."
            ),
            "verification": PresetValue("rekey", "Our suggestion for a championship."),
        },
    ),
    Preset(
        "agloa-league-day",
        "AGLOA league day",
        "One day with AGLOA's books: everybody's tables are known in the morning.",
        ("agloa-equations-2019",),
        False,
        {
            "rounds": PresetValue(4, "Leagues play four rounds of a game. On a morning with two games, two of each."),
            "team_size": FIVE_AT_AGLOA,
        },
    ),
    Preset(
        "mlag-saturday",
        "MLAG Saturday",
        "Three rounds, near equals at a table, schools by average and Top Five.",
        ("mlag-basic-2018",),
        False,
        {
            "rounds": PresetValue(3, "Michigan: three rounds on a Saturday."),
            "team_size": PresetValue(5, "Michigan counts a school's best five for its Top Five."),
            "seating": PresetValue("score_groups", "Michigan: players of nearly the same skill meet."),
            "attendance_bonus": PresetValue(
                2, "Inferred: published scores run from 8 to 20, three rounds from 6 to 18."
            ),
        },
    ),
    Preset(
        "mlag-states",
        "MLAG States",
        "Four rounds, teams of five, only teams are ranked.",
        ("mlag-basic-2018",),
        False,
        {
            "rounds": PresetValue(4, "Michigan: four rounds of each cube game, two a day."),
            "team_size": PresetValue(5, "Michigan: teams of five at the state tournament."),
            "verification": PresetValue("rekey", "Our suggestion for a championship."),
        },
    ),
    Preset(
        "challenge-cup",
        "Challenge Cup",
        "Four rounds at tables of up to five, player scores added up by team.",
        ("acc-2026",),
        True,
        {
            "rounds": PresetValue(4, "ACC Procedures and Team Scoring: four rounds."),
            "team_size": PresetValue(5, "The Cup's announcements: teams of five."),
            "seating": PresetValue("preset", "ACC Procedures and Team Scoring: tables are assigned in advance."),
        },
    ),
    Preset("custom", "Your own", "Start from our suggestions and change what you like.", (), None, {}),
)
PRESETS_BY_ID = {preset.id: preset for preset in PRESETS}
