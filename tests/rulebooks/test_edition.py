"""Editions: the four printed books load, and a file that contradicts itself is refused with file, key and reason."""

import copy
import tomllib

import pytest

from rulebooks import EditionError, editions, get
from rulebooks.reading import read_edition
from rulebooks.shelf import FOLDER


@pytest.fixture
def data() -> dict:
    return copy.deepcopy(tomllib.loads((FOLDER / "agloa-equations-2019.toml").read_text()))


def test_editions_are_the_four_printed_books() -> None:
    assert sorted(editions()) == ["acc-2026", "agloa-equations-2019", "agloa-onsets-2014", "mlag-basic-2018"]


def test_divisions_have_their_grade_limits() -> None:
    limits = {edition: [(d.letter, d.max_grade) for d in get(edition).divisions] for edition in editions()}
    agloa = [("E", 6), ("M", 8), ("J", 10), ("S", 12)]
    assert limits == {
        "agloa-equations-2019": agloa,
        "agloa-onsets-2014": agloa,
        "mlag-basic-2018": [("Mi", 4), *agloa],
        "acc-2026": [("3", 3), ("4", 4), ("5", 5), ("6", 6), ("7-8", 8)],
    }


def test_unknown_edition_says_which_there_are() -> None:
    with pytest.raises(EditionError, match=r"There is no rule book 'nope'; there are .*acc-2026"):
        get("nope")


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda d: d.pop("title"), "x.toml: title is missing"),
        (lambda d: d.update(titel="T"), "x.toml: titel is not known"),
        (lambda d: d.update(game=7), "x.toml: game must be a text"),
        (lambda d: d["divisions"][1].pop("rule"), "x.toml [divisions 2]: rule is missing"),
        (lambda d: d["divisions"][0].update(max_grade="six"), "x.toml [divisions 1]: max_grade must be a whole number"),
        (lambda d: d.update(divisions=[]), "x.toml: divisions must be a list of tables"),
        (lambda d: d.update(tables=3), "x.toml: tables must be a table"),
        (
            lambda d: d["tables"].update(minimum=4),
            "x.toml [tables]: minimum sizes must be 2 or more, and minimum, preferred, maximum in this order",
        ),
        (
            lambda d: d["match_points"]["by_places"].update({"1-3-3": [6, 3, 3]}),
            "x.toml [match_points]: 1-3-3 is not a possible order of places",
        ),
        (
            lambda d: d["match_points"]["by_places"].update({"1-2": [6]}),
            "x.toml [match_points]: 1-2 needs one whole number for each place",
        ),
    ],
)
def test_bad_file_is_refused_with_file_key_and_reason(data: dict, change, reason: str) -> None:
    change(data)
    with pytest.raises(EditionError) as refusal:
        read_edition(data, "x.toml")
    assert str(refusal.value) == reason
