"""Game settings: presets with their sources, and contradictions."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from rulebooks import editions, get
from tournament.game_settings import (
    SETTING_LABELS,
    GameSettings,
    changes_in_words,
    changes_of_settings,
    end_of_school_year,
    find_contradictions,
    value_in_words,
)
from tournament.setup.presets import PRESETS, PRESETS_BY_ID, settings_from

AGLOA, CUP = get("agloa-equations-2019"), get("acc-2026")


def settings_of(edition_id: str = "agloa-equations-2019", preset: str = "custom", **change: Any) -> GameSettings:
    return replace(settings_from(PRESETS_BY_ID[preset].for_edition(get(edition_id))), **change)


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.id)
def test_every_preset_is_consistent_with_every_book_that_fits(preset: Any) -> None:
    fitting = [edition for edition in map(get, editions()) if preset.fits(edition)]
    assert [find_contradictions(settings_from(preset.for_edition(edition)), edition) for edition in fitting] == [
        {}
    ] * len(fitting)
    assert set(preset.editions) <= {edition.id for edition in fitting}


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.id)
def test_every_setting_of_a_preset_has_a_label_and_a_source(preset: Any) -> None:
    chosen = preset.for_edition(CUP if preset.by_score else AGLOA)
    assert set(chosen) == set(SETTING_LABELS)
    assert [name for name, each in chosen.items() if not each.source] == []


def test_presets_match_the_leagues() -> None:
    assert {
        preset.id: (preset.values["rounds"].value, (preset.for_edition(AGLOA)["seating"].value))
        for preset in PRESETS
        if preset.values
    } == {
        "agloa-nationals": (4, "sections"),
        "agloa-league-day": (4, "preset"),
        "mlag-saturday": (3, "score_groups"),
        "mlag-states": (4, "preset"),
        "challenge-cup": (4, "preset"),
    }
    assert PRESETS_BY_ID["mlag-saturday"].values["attendance_bonus"].source.startswith("Inferred")


@pytest.mark.parametrize(
    ("change", "field", "sentence"),
    [
        ({"divisions": ()}, "divisions", "Choose at least one division."),
        ({"divisions": ("E", "X")}, "divisions", "Choose divisions from this rule book."),
        ({"format": "chess"}, "format", "Choose a format from this rule book."),
        ({"no_goal": "chess"}, "no_goal", "Choose a procedure from this rule book."),
        ({"rounds": 0}, "rounds", "Enter 1 to 40 rounds."),
        ({"minutes": 4}, "minutes", "Enter 5 to 120 minutes."),
        ({"team_size": 13}, "team_size", "Enter 1 to 12 players."),
        ({"attendance_bonus": 21}, "attendance_bonus", "Enter 0 to 20 points."),
        (
            {"table_size": 4},
            "table_size",
            "This rule book allows 2 to 3 players per table (EQ I-A; HT table sizes).",
        ),
        (
            {"seating": "sections", "team_size": 1},
            "seating",
            "Sections are made up of teams. Choose at least 2 players per team, or another seating method.",
        ),
        (
            {"seating": "sections", "table_size": 2},
            "seating",
            "Sections play at tables of 3. Choose 3 players per table, or another seating method.",
        ),
        (
            {"seating": "score_groups", "verification": "none"},
            "verification",
            "This seating method uses verified results. Choose review, double entry, or another seating method.",
        ),
        ({"tie_breaks": ("lot", "lot")}, "tie_breaks", "Choose each tie-break only once."),
        (
            {"tie_breaks": ("lot", "raw_points")},
            "tie_breaks",
            "Put Random draw last. It breaks every remaining tie.",
        ),
        (
            {"tie_breaks": ("raw_points",), "entry": "totals"},
            "tie_breaks",
            "“Most raw points” needs the points for each shake. Choose another tie-break.",
        ),
    ],
)
def test_contradiction_is_reported_at_its_field(change: dict[str, Any], field: str, sentence: str) -> None:
    assert find_contradictions(settings_of(**change), AGLOA) == {field: sentence}


@pytest.mark.parametrize(
    ("change", "field"),
    [({"seating": "bump"}, "seating"), ({"tie_breaks": ("first_places",)}, "tie_breaks")],
)
def test_cup_has_no_places_at_a_table(change: dict[str, Any], field: str) -> None:
    assert list(find_contradictions(settings_of("acc-2026", **change), CUP)) == [field]
    assert find_contradictions(settings_of(**change), AGLOA) == {}


def test_several_contradictions_are_reported_together() -> None:
    wrong = settings_of(rounds=0, seating="bump", verification="none", divisions=())
    assert list(find_contradictions(wrong, AGLOA)) == ["divisions", "rounds", "verification"]


def test_preset_with_player_scores_does_not_fit_a_book_with_places() -> None:
    assert [preset.id for preset in PRESETS if preset.fits(AGLOA) and preset.fits(CUP)] == ["custom"]
    assert not PRESETS_BY_ID["challenge-cup"].fits(AGLOA)


def test_changes_in_words() -> None:
    before, after = (
        settings_of(),
        settings_of(rounds=3, schools_apart=True, tie_breaks=("raw_points", "lot"), divisions=("E",)),
    )
    changes = changes_of_settings(vars(before), vars(after), AGLOA)
    assert changes[:2] == [
        ("divisions", ["Elementary", "Middle", "Junior", "Senior"], ["Elementary"]),
        ("rounds", 4, 3),
    ]
    assert changes_in_words(changes) == (
        "Divisions Elementary, Middle, Junior, Senior → Elementary; "
        "Rounds 4 → 3; "
        "Keep schools apart no → yes; "
        "Tie-breaks none → Most raw points, then Random draw"
    )
    assert value_in_words("seating", "bump", AGLOA) == "Bump: winner moves up a table, last place moves down"


@pytest.mark.parametrize(
    ("day", "end"),
    [
        (date(2026, 11, 14), date(2027, 7, 31)),
        (date(2027, 4, 30), date(2027, 7, 31)),
        (date(2027, 7, 31), date(2027, 7, 31)),
        (date(2027, 8, 1), date(2028, 7, 31)),
    ],
)
def test_school_year_ends_with_july(day: date, end: date) -> None:
    assert end_of_school_year(day) == end
