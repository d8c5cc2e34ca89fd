"""Who comes, and what they play: the same for the same seed, and never anybody real."""

from __future__ import annotations

from random import Random

import pytest

from rehearsal.cast import corrected_file, first_file, make_cast
from rehearsal.formats import DEFAULT, FORMATS
from rehearsal.pages import forms_in
from rehearsal.play import play, slipped, typed
from rulebooks import Edition, possible_rows

EDITION = FORMATS[DEFAULT].edition
EDITIONS = list({each.book: each.edition for each in FORMATS.values()}.values())


@pytest.mark.parametrize(("players", "divisions"), [(6, 1), (30, 2), (83, 4), (3001, 4)])
def test_as_many_as_were_asked_for_each_with_a_name_of_their_own(players: int, divisions: int) -> None:
    cast = make_cast(players, 1, EDITION)
    assert (len(cast.by_name()), len(cast.divisions)) == (players, divisions)
    teams = {}
    for child in cast.children:
        teams.setdefault((child.school, child.team), []).append(child.position)
    assert {tuple(positions) for positions in list(teams.values())[:-1]} <= {(1, 2, 3, 4, 5), (1, 2, 3, 4, 5, 6)}


def test_same_seed_same_people_and_same_mess() -> None:
    one, same, other = (make_cast(40, seed, EDITION) for seed in (5, 5, 6))
    assert (one, first_file(one, 5), corrected_file(one, 5)) == (same, first_file(same, 5), corrected_file(same, 5))
    assert one != other
    assert first_file(one, 5) != corrected_file(one, 5)


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.id)
def test_shakes_have_points_that_can_be(edition: Edition) -> None:
    least, most = edition.tables.minimum, edition.tables.maximum
    for seed in range(300):
        paper = play(Random(seed), edition, [1.0, 2.0, 0.5, 1.0, 1.5][: least + seed % (most - least + 1)])
        there = [seat for seat in range(paper.seats) if seat + 1 != paper.absent]
        rows = {tuple(sorted(row[seat] for seat in there)) for row in paper.cells}
        assert rows <= set(possible_rows(edition.shakes, len(there)))
        read = slipped(Random(seed), paper, edition)
        if read is not None:
            different = [key for key, value in typed(paper).items() if typed(read)[key] != value]
            assert len(different) == 1


def test_forms_are_read_as_a_browser_sends_them() -> None:
    page = """<form action="/go/"><input name="key" value="k1"><input type="checkbox" name="a" checked>
      <input type="checkbox" name="b"><input type="checkbox" name="f" value="7">
      <select name="c"><option value="1">One</option>
      <option value="2" selected>Two</option></select><textarea name="d">
hello</textarea><input type="submit" name="e"></form>"""
    (form,) = forms_in(page)
    assert form.action == "/go/"
    assert form.fields == {"key": ["k1"], "a": ["on"], "c": ["2"], "d": ["hello"]}
    assert form.options == {"c": {"One": "1", "Two": "2"}, "f": {"7": "7"}}


def test_every_format_has_what_its_judges_do() -> None:
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
