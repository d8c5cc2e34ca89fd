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
        "no_goal": PresetValue(edition.shakes.default_procedure("no_goal"), "As the rule book says."),
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
        else PresetValue(15, "Headtable suggests 15 minutes, while scoresheets are still at the table."),
        "panel_size": PresetValue(policy.panel.value, _cited([policy.panel.rule]))
        if policy.panel
        else PresetValue(3, "Headtable suggests 3 members."),
    }


def _cited(rules: Iterable[str]) -> str:
    """Return `Rule book: MLAG XI-A. Headtable interpretation: grades.` Each rule appears once."""
    citations = dict.fromkeys(citation.strip() for rule in rules for citation in rule.split(";"))
    book = [each for each in citations if not each.startswith("HT ")]
    ours = [each.removeprefix("HT ") for each in citations if each.startswith("HT ")]
    sentences = [f"Rule book: {', '.join(book)}."] if book else []
    sentences += [f"Headtable interpretation: {', '.join(ours)}."] if ours else []
    return " ".join(sentences)


SUGGESTED = {
    "rounds": PresetValue(4, "Headtable suggests 4 rounds, as at Nationals."),
    "team_size": PresetValue(5, "Headtable suggests 5, like the leagues that publish a team size."),
    "short_teams": PresetValue("zero", "Headtable suggests this. No league publishes how it counts incomplete teams."),
    "seating": PresetValue(
        "preset", "Headtable suggests this so everyone knows their tables in the morning and no round has to wait."
    ),
    "schools_apart": PresetValue(False, "Headtable suggests keeping only teammates apart."),
    "entry": PresetValue("shakes", "Headtable suggests this so it can check the math and penalties stay visible."),
    "verification": PresetValue("check", "Headtable suggests a second pair of eyes on every scoresheet."),
    "tie_breaks": PresetValue((), "Headtable suggests no tie-breaks. No league publishes any for standings."),
    "attendance_bonus": PresetValue(0, "No points are added unless a league says so."),
}
FIVE_AT_AGLOA = PresetValue(5, "AGLOA: teams of 5, with all scores added up.")

PRESETS: Sequence[Preset] = (
    Preset(
        "agloa-nationals",
        "AGLOA Nationals",
        "4 rounds in sections of about 9 teams, with teams of 5.",
        ("agloa-equations-2019", "agloa-onsets-2014"),
        False,
        {
            "rounds": PresetValue(4, "AGLOA: 4 rounds for each cube game, so a player can score at most 24."),
            "team_size": FIVE_AT_AGLOA,
            "seating": PresetValue(
                "sections", "AGLOA keeps standings by section. Headtable suggests how to fill the sections."
            ),
            "schools_apart": PresetValue(
                True, "Headtable suggests keeping teams from the same school in different sections if possible."
            ),
            "verification": PresetValue("rekey", "Headtable suggests this for a championship."),
        },
    ),
    Preset(
        "agloa-league-day",
        "AGLOA league day",
        "One day with the AGLOA rule books. Everyone knows their tables in the morning.",
        ("agloa-equations-2019",),
        False,
        {
            "rounds": PresetValue(4, "Leagues play 4 rounds of a game, or 2 of each when a morning has 2 games."),
            "team_size": FIVE_AT_AGLOA,
        },
    ),
    Preset(
        "mlag-saturday",
        "MLAG Saturday",
        "3 rounds. Players with similar scores meet, and schools are ranked by average and Top Five.",
        ("mlag-basic-2018",),
        False,
        {
            "rounds": PresetValue(3, "Michigan: 3 rounds on a Saturday."),
            "team_size": PresetValue(5, "Michigan counts a school’s best 5 players for its Top Five."),
            "seating": PresetValue("score_groups", "Michigan: players of similar skill meet."),
            "attendance_bonus": PresetValue(
                2, "Inferred: published scores run from 8 to 20, but 3 rounds alone give 6 to 18."
            ),
        },
    ),
    Preset(
        "mlag-states",
        "MLAG States",
        "4 rounds with teams of 5. Only teams are ranked.",
        ("mlag-basic-2018",),
        False,
        {
            "rounds": PresetValue(4, "Michigan: 4 rounds of each cube game, 2 per day."),
            "team_size": PresetValue(5, "Michigan: teams of 5 at the state tournament."),
            "verification": PresetValue("rekey", "Headtable suggests this for a championship."),
        },
    ),
    Preset(
        "challenge-cup",
        "Challenge Cup",
        "4 rounds at tables of up to 5, with player scores added up by team.",
        ("acc-2026",),
        True,
        {
            "rounds": PresetValue(4, "ACC Procedures and Team Scoring: 4 rounds."),
            "team_size": PresetValue(5, "Cup announcements: teams of 5."),
            "seating": PresetValue("preset", "ACC Procedures and Team Scoring: tables are assigned in advance."),
        },
    ),
    Preset("custom", "Custom", "Start with Headtable’s suggestions and change anything you like.", (), None, {}),
)
PRESETS_BY_ID = {preset.id: preset for preset in PRESETS}
