"""How the leagues play: for each format every choice with where it comes from. All of it can be changed. Pure.

A source is a rule of the book, what a league has published, what follows from that, or our own suggestion, and it says
which of these it is: a suggestion of ours must not look like a league's rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rulebooks import Edition
from tournament.game_settings import Choices


@dataclass(frozen=True)
class Chosen:
    """A value and where it comes from."""

    value: Any
    source: str


@dataclass(frozen=True)
class Preset:
    """`editions`: what it is usually played by. `by_score`: the Cup's player scores; None takes any book."""

    id: str
    name: str
    about: str
    editions: tuple[str, ...]
    by_score: bool | None
    chosen: Mapping[str, Chosen]

    def fits(self, edition: Edition) -> bool:
        return self.by_score is None or self.by_score == (edition.player_score is not None)

    def for_edition(self, edition: Edition) -> dict[str, Chosen]:
        """Every choice: the book's own figures, our suggestions, and over them what this format has of its own."""
        return _from_the_book(edition) | SUGGESTED | dict(self.chosen)


def choices_from(chosen: Mapping[str, Chosen]) -> Choices:
    return Choices(**{name: each.value for name, each in chosen.items()})


def _from_the_book(edition: Edition) -> dict[str, Chosen]:
    limit, first = edition.limits["round"], edition.formats[0]
    return {
        "format": Chosen(first.id, _cited([first.rule])),
        "no_goal": Chosen(edition.shakes.default_procedure("no_goal"), "As the rule book itself says."),
        "divisions": Chosen(
            tuple(each.letter for each in edition.divisions), _cited(each.rule for each in edition.divisions)
        ),
        "minutes": Chosen(limit.amount // 60, _cited([limit.rule])),
        "table_size": Chosen(edition.tables.preferred, _cited([edition.tables.rule])),
        **_protests(edition),
    }


def _protests(edition: Edition) -> dict[str, Chosen]:
    policy = edition.protests
    return {
        "appeals": Chosen(False, _cited([policy.appeals.rule])),
        "protest_minutes": Chosen(policy.minutes.value, _cited([policy.minutes.rule]))
        if policy.minutes
        else Chosen(15, "Our suggestion: time to write it down, and the papers are still at the table."),
        "panel_size": Chosen(policy.panel.value, _cited([policy.panel.rule]))
        if policy.panel
        else Chosen(3, "Our suggestion: three, as elsewhere."),
    }


def _cited(rules: Iterable[str]) -> str:
    """`Rule book: MLAG XI-A; our reading: grades`: each place once, and what we read into the book named as such."""
    places = dict.fromkeys(place.strip() for rule in rules for place in rule.split(";"))
    told = [f"our reading: {place[3:]}" if place.startswith("HT ") else f"rule book: {place}" for place in places]
    text = "; ".join(told)
    return text[:1].upper() + text[1:]


SUGGESTED = {
    "rounds": Chosen(4, "Our suggestion: four rounds, as at Nationals."),
    "team_size": Chosen(5, "Our suggestion: five, as in the leagues that publish it."),
    "short_teams": Chosen("zero", "Our suggestion: no league publishes how it counts incomplete teams."),
    "seating": Chosen("preset", "Our suggestion: everybody knows their tables in the morning, and no round waits."),
    "schools_apart": Chosen(False, "Our suggestion: only teammates must be apart."),
    "entry": Chosen("shakes", "Our suggestion: adding up is then checked, and penalties stay visible."),
    "verification": Chosen("check", "Our suggestion: a second pair of eyes on every sheet."),
    "tie_breaks": Chosen((), "Our suggestion: ties are ties. No league publishes tie-breaks for standings."),
    "attendance_bonus": Chosen(0, "Nothing is added unless a league says so."),
}
FIVE_AT_AGLOA = Chosen(5, "AGLOA: teams of five, whose scores are added up.")

PRESETS: Sequence[Preset] = (
    Preset(
        "agloa-nationals",
        "AGLOA Nationals",
        "Sections of about nine teams, four rounds, teams of five.",
        ("agloa-equations-2019", "agloa-onsets-2014"),
        False,
        {
            "rounds": Chosen(4, "AGLOA: four rounds of a cube game, so that 24 is the most a player can have."),
            "team_size": FIVE_AT_AGLOA,
            "seating": Chosen("sections", "AGLOA keeps standings by section. How they are filled is our suggestion."),
            "schools_apart": Chosen(True, "Our suggestion: two teams of a school in one section only if it must be."),
            "verification": Chosen("rekey", "Our suggestion for a championship."),
        },
    ),
    Preset(
        "agloa-league-day",
        "AGLOA league day",
        "One day with AGLOA's books: everybody's tables are known in the morning.",
        ("agloa-equations-2019",),
        False,
        {
            "rounds": Chosen(4, "Leagues play four rounds of a game. On a morning with two games, two of each."),
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
            "rounds": Chosen(3, "Michigan: three rounds on a Saturday."),
            "team_size": Chosen(5, "Michigan counts a school's best five for its Top Five."),
            "seating": Chosen("score_groups", "Michigan: players of nearly the same skill meet."),
            "attendance_bonus": Chosen(2, "Inferred: published scores run from 8 to 20, three rounds from 6 to 18."),
        },
    ),
    Preset(
        "mlag-states",
        "MLAG States",
        "Four rounds, teams of five, only teams are ranked.",
        ("mlag-basic-2018",),
        False,
        {
            "rounds": Chosen(4, "Michigan: four rounds of each cube game, two a day."),
            "team_size": Chosen(5, "Michigan: teams of five at the state tournament."),
            "verification": Chosen("rekey", "Our suggestion for a championship."),
        },
    ),
    Preset(
        "challenge-cup",
        "Challenge Cup",
        "Four rounds at tables of up to five, player scores added up by team.",
        ("acc-2026",),
        True,
        {
            "rounds": Chosen(4, "ACC Procedures and Team Scoring: four rounds."),
            "team_size": Chosen(5, "The Cup's announcements: teams of five."),
            "seating": Chosen("preset", "ACC Procedures and Team Scoring: tables are assigned in advance."),
        },
    ),
    Preset("custom", "Your own", "Start from our suggestions and change what you like.", (), None, {}),
)
BY_ID = {preset.id: preset for preset in PRESETS}
