"""The catalog: a new season is a new file, a league's own editions are found, a broken file is only listed."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulebooks import (
    EditionError,
    Shake,
    ShakeSeat,
    award_places,
    differences,
    editions,
    get,
    load_catalog,
    score_shake,
)
from rulebooks.__main__ import main
from rulebooks.catalog import read_file

OLDER_SCALE = """
extends = "agloa-equations-2019"
id = "older-scale"
title = "Equations · the older scale"
scale = { right = 10, middle = 8, wrong = 6, rule = "HT older scale" }
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "older-scale.toml").write_text(OLDER_SCALE)
    return tmp_path


def write_file(folder: Path, name: str, text: str) -> Path:
    path = folder / f"{name}.toml"
    path.write_text(text)
    return path


def test_older_scale_is_an_edition_of_four_lines(folder: Path) -> None:
    """F20: correct 10, Third Party with the Challenger 8, not correct 6."""
    rules = load_catalog(folder).get("older-scale").shakes
    seats = (
        ShakeSeat("C", "challenger"),
        ShakeSeat("M", "mover", presented=True, correct=False),
        ShakeSeat("T", "third_party"),
    )
    assert score_shake(rules, Shake("impossible", seats)).points == {"C": 10, "M": 6, "T": 8}
    changed = differences(get("agloa-equations-2019"), read_file(folder / "older-scale.toml"))
    assert [each.sentence for each in changed] == [
        "Points on the scale: right: 6 (EQ X-B; EQ X-C) → 10 (Headtable: older scale)",
        "Points on the scale: middle: 4 (EQ X-B; EQ X-C) → 8 (Headtable: older scale)",
        "Points on the scale: wrong: 2 (EQ X-B; EQ X-C) → 6 (Headtable: older scale)",
    ]


def test_league_edition_is_listed_with_the_printed_ones(folder: Path) -> None:
    assert set(load_catalog(folder).editions) == {*editions(), "older-scale"}
    assert set(editions()) == set(load_catalog(folder / "nothing here").editions)


def test_file_is_read_again_when_it_changes(folder: Path) -> None:
    assert load_catalog(folder).get("older-scale").title == "Equations · the older scale"
    write_file(folder, "older-scale", OLDER_SCALE.replace("the older scale", "the scale of 2004"))
    assert load_catalog(folder).get("older-scale").title == "Equations · the scale of 2004"


def test_broken_file_is_named_and_the_others_stay(folder: Path) -> None:
    write_file(folder, "broken", "scale = [")
    write_file(folder, "lacking", 'id = "lacking"\n')
    write_file(folder, "acc-2026", "")
    (folder / "photo.toml").write_bytes(b"\xff\xd8\xff")
    catalog = load_catalog(folder)
    assert set(catalog.editions) == {*editions(), "older-scale"}
    assert catalog.problems["lacking.toml"] == "lacking.toml: books is missing."
    assert catalog.problems["acc-2026.toml"] == (
        "acc-2026.toml: A printed edition has the id acc-2026. Rename the file."
    )
    assert sorted(catalog.problems) == ["acc-2026.toml", "broken.toml", "lacking.toml", "photo.toml"]
    assert all(sentence.startswith(f"{file}: ") for file, sentence in catalog.problems.items())


def test_file_too_large_for_a_rule_book_is_refused(folder: Path) -> None:
    write_file(folder, "huge", "#" * 1_000_001)
    assert load_catalog(folder).problems["huge.toml"] == "huge.toml: The file is too large to be a rule book."


def test_edition_extends_one_that_extends_another(folder: Path) -> None:
    text = 'extends = "older-scale"\nid = "next"\ntitle = "Next"\ntables = { maximum = 2, preferred = 2 }\n'
    text += 'without = ["match_points"]\n[match_points]\nrule = "HT ours"\nby_places = { 1-2 = [6, 4], 1-1 = [5, 5] }\n'
    edition = read_file(write_file(folder, "next", text))
    assert edition.shakes.scale.value["right"] == 10
    assert award_places(edition, {"A": 1, "B": 1}).points == {"A": 5, "B": 5}


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ('extends = "older-scale"', "extends must name another edition, not older-scale."),
        ('extends = "nothing"', "extends must name another edition, not nothing."),
        ("extends = 7", "extends must name another edition, not 7."),
        ('extends = "acc-2026"\nwithout = "penalties"', "without must be a list of text values."),
        (
            'extends = "acc-2026"\nwithout = ["limits.roll"]',
            "without names limits.roll, which acc-2026 doesn’t have.",
        ),
        ('without = ["limits"]', "without is only for an edition that extends another."),
        ('extends = "acc-2026"', "id must be older-scale, the name of the file."),
    ],
)
def test_invalid_extension_is_explained(folder: Path, line: str, reason: str) -> None:
    path = write_file(folder, "older-scale", line)
    with pytest.raises(EditionError) as refusal:
        read_file(path)
    assert str(refusal.value) == f"older-scale.toml: {reason}"


def test_editions_that_extend_each_other_are_refused(folder: Path) -> None:
    write_file(folder, "one", 'extends = "two"')
    write_file(folder, "two", 'extends = "one"')
    assert load_catalog(folder).problems["one.toml"] == "two.toml: extends must name another edition, not one."


# -- the commands -----------------------------------------------------------------------------------------------------


def test_commands_list_show_and_compare(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list"]) == 0
    assert [line.split("\t")[0] for line in capsys.readouterr().out.splitlines()] == list(editions())
    assert main(["show", "acc-2026"]) == 0
    assert "  Cubes rolled: 20 (ACC Resources)" in capsys.readouterr().out.splitlines()
    assert main(["diff", "agloa-equations-2019", str(folder / "older-scale.toml")]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0] == "From Equations · AGLOA 2019-20 to Equations · the older scale"
    assert "  Points on the scale: right: 6 (EQ X-B; EQ X-C) → 10 (Headtable: older scale)" in told


def test_commands_validate_a_file(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["validate", str(folder / "older-scale.toml")]) == 0
    assert capsys.readouterr().out == "older-scale.toml: Equations · the older scale is a complete rule book.\n"
    bad = write_file(folder, "bad", OLDER_SCALE.replace("older-scale", "bad").replace("wrong = 6,", ""))
    assert main(["validate", str(bad)]) == 0, "what is not said stays as it was"
    bad.write_text(OLDER_SCALE.replace("older-scale", "bad") + "colour = 1\n")
    assert main(["validate", str(bad)]) == 1
    assert capsys.readouterr().err == "bad.toml: colour isn’t a known key.\n"
    assert main(["validate", str(folder / "no such file.toml")]) == 1


def test_commands_report_unknown_names(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "uno"]) == 1
    assert capsys.readouterr().err.startswith("There’s no rule book “uno”. Choose ")
    assert main([]) == 2
    assert main(["dance"]) == 2
