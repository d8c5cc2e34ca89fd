"""Points of a shake: the figures that the rule books fix, what holds for all of them, and what makes no sense."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebooks import Seat, Shake, editions, get, possible_rows, score_shake
from rulebooks.__main__ import main
from rulebooks.shelf import FOLDER, read_all
from rulebooks.wire import answer_line

VECTORS = Path(__file__).parents[1] / "data" / "vectors"
MATCH_EDITIONS = ["agloa-equations-2019", "mlag-basic-2018", "agloa-onsets-2014"]


def vectors(name: str) -> list[dict]:
    return [json.loads(line) for line in (VECTORS / f"{name}.jsonl").read_text().splitlines()]


@pytest.mark.parametrize("vector", vectors("shakes"), ids=lambda vector: vector["id"])
def test_shake_gives_the_books_points(vector: dict) -> None:
    answer = json.loads(answer_line("score-shake", json.dumps(vector["input"])))
    wanted = vector["expected"]
    assert (answer["points"], answer.get("penalties", {})) == (wanted["points"], wanted.get("penalties", {}))


@pytest.mark.parametrize("vector", vectors("matches"), ids=lambda vector: vector["id"])
def test_match_gives_the_books_points(vector: dict) -> None:
    assert json.loads(answer_line("place", json.dumps(vector["input"])))["points"] == vector["expected"]["points"]


def challenge(kind: str, **deeds: dict) -> Shake:
    """Three players by role, with what each did."""
    return Shake(kind, tuple(Seat(role, role, **deed) for role, deed in deeds.items()))


def test_shake_says_why() -> None:
    shake = challenge("now", challenger={"presented": True, "correct": False}, mover={}, third_party={"accepted": True})
    because = score_shake(get("agloa-equations-2019").shakes, shake).because
    assert (because["third_party"].rule, because["third_party"].sentence) == (
        "EQ VII-C-4",
        "Third party: accepted another's Equation that proved wrong.",
    )
    assert because["mover"].rule == "EQ X-B-2"


@pytest.mark.parametrize("edition", MATCH_EDITIONS)
def test_possible_rows_are_those_of_the_books(edition: str) -> None:
    """R-33."""
    rules = get(edition).shakes
    three = {(2, 2, 2), (2, 2, 4), (2, 2, 6), (2, 4, 4), (2, 4, 6), (2, 6, 6), (4, 4, 4)}
    assert set(possible_rows(rules, 3)) == three
    assert set(possible_rows(rules, 2)) == {(2, 2), (2, 4), (2, 6), (4, 4)}


def test_possible_rows_say_what_must_have_happened() -> None:
    rows = possible_rows(get("agloa-equations-2019").shakes, 3)
    assert rows[(4, 4, 4)] == {"last_cube", "time_expired"}
    assert rows[(2, 4, 6)] == {"now", "impossible", "no_goal"}


@pytest.mark.parametrize("players", [3, 4, 5])
def test_possible_rows_of_the_cup_have_at_most_one_two(players: int) -> None:
    """R-41."""
    rows = possible_rows(get("acc-2026").shakes, players)
    assert all(row.count(2) <= 1 and set(row) <= {0, 1, 2} for row in rows)
    assert (0,) * players in rows
    assert (1,) * players in rows


@given(st.sampled_from(vectors("shakes")), st.randoms())
def test_shake_does_not_look_at_the_order_of_seats(vector: dict, chance) -> None:
    request = dict(vector["input"], seats=list(vector["input"]["seats"]))
    chance.shuffle(request["seats"])
    assert json.loads(answer_line("score-shake", json.dumps(request)))["points"] == vector["expected"]["points"]


def request(**changes) -> str:
    seats = [
        {"seat": "P1", "role": "challenger", "presented": True, "correct": True},
        {"seat": "P2", "role": "mover", "presented": False, "correct": None},
        {"seat": "P3", "role": "third_party", "presented": False, "correct": None},
    ]
    return json.dumps({"ruleset": "agloa-equations-2019", "situation": "now", "seats": seats} | changes)


def seats(*roles: str, **deed) -> list[dict]:
    return [
        {"seat": f"P{number}", "role": role} | (deed if number == 1 else {}) for number, role in enumerate(roles, 1)
    ]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("not json", "The line is not JSON."),
        ("[" * 90_000, "The line is not JSON."),
        ("x" * 10_000_000, "The line is too long to be one request."),
        ("[1, 2]", "The line must be a JSON object."),
        ("{}", "ruleset must be a text."),
        (request(situation="flub"), "This rule book knows no situation 'flub'."),
        (request(situation=7), "situation must be a text."),
        (request(seats="P1"), "seats must be a list."),
        (request(seats=[1, 2]), "Each seat must be an object."),
        (request(procedure="manual-2018"), "There is one procedure for now in this rule book."),
        (
            request(seats=seats("challenger", "mover", "third_party", "third_party")),
            "A match has 2 to 3 players, not 4.",
        ),
        (request(seats=seats("mover", "mover")), "now has 1 challenger, not 0."),
        (request(seats=seats("challenger", "third_party")), "now has 1 mover, not 0."),
        (request(seats=seats("challenger", "mover", "judge")), "There is no judge in now."),
        (
            request(seats=seats("challenger", "absent")),
            "With fewer than two players present there is no shake to score.",
        ),
        (request(seats=seats("mover", "challenger", presented=True, correct=True)), "P1 may not present in now."),
        (
            request(seats=seats("challenger", "mover", correct=True)),
            "P1 presented nothing that could be correct or not.",
        ),
        (request(seats=seats("challenger", "mover", presented="yes")), "presented must be true or false."),
        (request(seats=seats("challenger", "mover", correct="yes")), "correct must be true, false or null."),
        (
            request(seats=[{"seat": "P1", "role": "challenger"}, {"seat": "P1", "role": "mover"}]),
            "A seat is named twice.",
        ),
        (
            request(ruleset="agloa-onsets-2014", situation="no_goal", seats=seats("challenger", "mover")),
            "Say who declared No Goal.",
        ),
    ],
)
def test_shake_that_makes_no_sense_gets_a_sentence(line: str, sentence: str) -> None:
    assert json.loads(answer_line("score-shake", line)) == {"error": sentence}


def test_unknown_rule_book_says_which_there_are() -> None:
    error = json.loads(answer_line("score-shake", request(ruleset="uno")))["error"]
    assert error.startswith("There is no rule book 'uno'; there are ")


plain = st.none() | st.booleans() | st.integers() | st.text()


@given(st.recursive(plain, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)))
def test_nonsense_never_breaks_a_command(value) -> None:
    for command in ("score-shake", "place"):
        assert list(json.loads(answer_line(command, json.dumps(value)))) == ["error"]


OLDER_SCALE = """
extends = "agloa-equations-2019"
id = "older-scale"
title = "Equations · the older scale"
scale = { right = 10, middle = 8, wrong = 6 }
"""


def test_older_scale_is_an_edition_of_four_lines() -> None:
    base = (FOLDER / "agloa-equations-2019.toml").read_text()
    rules = read_all({"agloa-equations-2019": base, "older-scale": OLDER_SCALE})["older-scale"].shakes
    shake = challenge("impossible", challenger={}, mover={"presented": True, "correct": False}, third_party={})
    assert score_shake(rules, shake).points == {"challenger": 10, "mover": 6, "third_party": 8}


@pytest.mark.parametrize("base", ["older-scale", "nothing"])
def test_edition_extends_another_one_that_exists(base: str) -> None:
    text = OLDER_SCALE.replace("agloa-equations-2019", base)
    with pytest.raises(ValueError, match=rf"older-scale\.toml: extends must name another edition, not {base}"):
        read_all({"older-scale": text})


def test_commands_read_lines_and_go_on_after_a_bad_one(monkeypatch, capsys) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{request()}\nnonsense\n\n{request()}\n"))
    assert main(["score-shake"]) == 0
    assert ["error" in json.loads(line) for line in capsys.readouterr().out.splitlines()] == [False, True, False]


def test_commands_list_the_editions_and_say_their_usage(capsys) -> None:
    assert main(["list"]) == 0
    assert [line.split("\t")[0] for line in capsys.readouterr().out.splitlines()] == list(editions())
    assert main([]) == 2
