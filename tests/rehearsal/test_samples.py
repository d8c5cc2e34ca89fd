"""Sample rosters and scoresheets: the same for the same seed, and no real people."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rehearsal.formats import DEFAULT, FORMATS
from rehearsal.html_forms import parse_forms
from rehearsal.sample_roster import corrected_file, first_file, make_roster
from rehearsal.sample_scoresheets import form_fields, misread, play_table
from rulebooks import Edition, possible_rows

EDITION = FORMATS[DEFAULT].edition
EDITIONS = list({each.book: each.edition for each in FORMATS.values()}.values())


@pytest.mark.parametrize(("players", "divisions"), [(6, 1), (30, 2), (83, 4), (3001, 4)])
def test_roster_has_the_requested_number_of_uniquely_named_players(players: int, divisions: int) -> None:
    roster = make_roster(players, 1, EDITION)
    assert (len(roster.by_name()), len(roster.divisions)) == (players, divisions)
    teams: dict[Any, list[Any]] = {}
    for player in roster.players:
        teams.setdefault((player.school, player.team), []).append(player.position)
    assert {tuple(positions) for positions in list(teams.values())[:-1]} <= {(1, 2, 3, 4, 5), (1, 2, 3, 4, 5, 6)}


def test_same_seed_gives_the_same_roster_and_file() -> None:
    one, same, other = (make_roster(40, seed, EDITION) for seed in (5, 5, 6))
    assert (one, first_file(one, 5), corrected_file(one, 5)) == (same, first_file(same, 5), corrected_file(same, 5))
    assert one != other
    assert first_file(one, 5) != corrected_file(one, 5)


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.id)
def test_shakes_have_possible_points(edition: Edition) -> None:
    least, most = edition.tables.minimum, edition.tables.maximum
    for seed in range(300):
        paper = play_table(Random(seed), edition, [1.0, 2.0, 0.5, 1.0, 1.5][: least + seed % (most - least + 1)])
        present = [seat for seat in range(paper.seats) if seat + 1 != paper.absent]
        rows = {tuple(sorted(row[seat] for seat in present)) for row in paper.cells}
        assert rows <= set(possible_rows(edition.shakes, len(present)))
        wrong = misread(Random(seed), paper, edition)
        if wrong is not None:
            different = [key for key, value in form_fields(paper).items() if form_fields(wrong)[key] != value]
            assert len(different) == 1


def test_forms_are_parsed_as_a_browser_sends_them() -> None:
    page = """<form action="/go/"><input name="key" value="k1"><input type="checkbox" name="a" checked>
      <input type="checkbox" name="b"><input type="checkbox" name="f" value="7">
      <select name="c"><option value="1">One</option>
      <option value="2" selected>Two</option></select><textarea name="d">
hello</textarea><input type="submit" name="e"></form>"""
    (form,) = parse_forms(page)
    assert form.action == "/go/"
    assert form.fields == {"key": ["k1"], "a": ["on"], "c": ["2"], "d": ["hello"]}
    assert form.options == {"c": {"One": "1", "Two": "2"}, "f": {"7": "7"}}


def test_every_format_has_penalty_reasons() -> None:
    reasons = {name: (each.by_one, each.by_two, each.warned_for) for name, each in FORMATS.items()}
    agloa, mlag = ("variation_late", "unfair", "behavior"), ("time", None, "behavior")
    assert reasons == {
        "agloa-league-day": agloa,
        "agloa-nationals": agloa,
        "agloa-onsets": ("deal_after_variations", "misled", "behavior"),
        "mlag-saturday": mlag,
        "mlag-states": mlag,
        "challenge-cup": (None, None, "sportsmanship"),
    }
