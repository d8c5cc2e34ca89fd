"""Points of a shake: the numbers in the rule books, what is true for all of them, and nonsense."""

from __future__ import annotations

import io
import json
import sys
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebooks import Shake, ShakeError, ShakeSeat, get, possible_rows, score_shake
from rulebooks.__main__ import main
from rulebooks.commands import answer_line
from tests.rulebooks.vectors import read_lines

THREE: set[tuple[int, ...]] = {(2, 2, 2), (2, 2, 4), (2, 2, 6), (2, 4, 4), (2, 4, 6), (2, 6, 6), (4, 4, 4)}
TWO: set[tuple[int, ...]] = {(2, 2), (2, 4), (2, 6), (4, 4)}
MATCH_EDITIONS = ["agloa-equations-2019", "mlag-basic-2018", "agloa-onsets-2014"]


@pytest.mark.parametrize("vector", read_lines("shakes"), ids=lambda vector: vector["id"])
def test_shake_gives_the_books_points(vector: dict) -> None:
    answer = json.loads(answer_line("score-shake", json.dumps(vector["input"])))
    wanted = vector["expected"]
    assert (answer["points"], answer.get("penalties", {})) == (wanted["points"], wanted.get("penalties", {}))


@pytest.mark.parametrize("vector", read_lines("matches"), ids=lambda vector: vector["id"])
def test_match_gives_the_books_points(vector: dict) -> None:
    assert json.loads(answer_line("place", json.dumps(vector["input"])))["points"] == vector["expected"]["points"]


def challenge(kind: str, **deeds: dict) -> Shake:
    """Three players by role, with what each did."""
    return Shake(kind, tuple(ShakeSeat(role, role, **deed) for role, deed in deeds.items()))


def test_points_of_a_shake_have_reasons() -> None:
    shake = challenge("now", challenger={"presented": True, "correct": False}, mover={}, third_party={"accepted": True})
    because = score_shake(get("agloa-equations-2019").shakes, shake).because
    assert (because["third_party"].rule, because["third_party"].sentence) == (
        "EQ VII-C-4",
        "Third Party: accepted another player’s incorrect Equation.",
    )
    assert because["mover"].rule == "EQ X-B-2"


def test_penalties_and_void_shakes_have_reasons() -> None:
    rules = get("agloa-onsets-2014").shakes
    seated = (ShakeSeat("A", "mover"), ShakeSeat("B", "challenger"))
    void = score_shake(rules, Shake("void_no_goal", seated))
    assert (void.because["A"].rule, void.penalties_because["B"][0].rule) == ("OS III-D-1", "OS III-D-2")
    own = score_shake(rules, Shake("now", seated, mover_also_challenged=True, declared_no_goal="A"))
    assert own.penalties == {"A": -3}
    assert [because.sentence for because in own.penalties_because["A"]] == [
        "Challenged their own move.",
        "Declared No Goal when a Goal was possible.",
    ]


@pytest.mark.parametrize("edition", MATCH_EDITIONS)
def test_possible_rows_are_those_of_the_books(edition: str) -> None:
    """R-33."""
    rules = get(edition).shakes
    assert set(possible_rows(rules, 3)) == THREE
    assert set(possible_rows(rules, 2)) == {(2, 2), (2, 4), (2, 6), (4, 4)}


def test_possible_rows_name_their_situations() -> None:
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


deeds = st.fixed_dictionaries(
    {
        "role": st.sampled_from(["challenger", "mover", "third_party", "player", "absent"]),
        "presented": st.booleans(),
        "correct": st.sampled_from([None, True, False]),
        "accepted": st.booleans(),
        "bound": st.booleans(),
        "challenge": st.sampled_from(["", "now", "impossible"]),
    }
)


@given(
    st.sampled_from(MATCH_EDITIONS),
    st.sampled_from(["now", "impossible", "no_goal", "last_cube", "simultaneous_now", "simultaneous_mixed"]),
    st.lists(deeds, min_size=2, max_size=3),
)
def test_no_shake_gives_a_row_that_is_impossible(edition: str, situation: str, players: list[dict]) -> None:
    """R-33, with everything that players might do. Most of it is refused, and nothing impossible comes through."""
    rules = get(edition).shakes
    seated = tuple(ShakeSeat(f"P{number}", **deed) for number, deed in enumerate(players))
    try:
        score = score_shake(rules, Shake(situation, seated, declared_no_goal="P0"))
    except ShakeError:
        return
    present = [seat.name for seat in seated if seat.role != "absent"]
    row = tuple(sorted(score.points[name] or 0 for name in present))
    assert row in {2: TWO, 3: THREE}[len(present)]


@given(st.sampled_from(read_lines("shakes")), st.randoms())
def test_seat_order_does_not_affect_points(vector: dict, chance: Random) -> None:
    request = dict(vector["input"], seats=list(vector["input"]["seats"]))
    chance.shuffle(request["seats"])
    assert json.loads(answer_line("score-shake", json.dumps(request)))["points"] == vector["expected"]["points"]


def request(**changes: object) -> str:
    seats = [
        {"seat": "P1", "role": "challenger", "presented": True, "correct": True},
        {"seat": "P2", "role": "mover", "presented": False, "correct": None},
        {"seat": "P3", "role": "third_party", "presented": False, "correct": None},
    ]
    return json.dumps({"ruleset": "agloa-equations-2019", "situation": "now", "seats": seats} | changes)


def seats(*roles: str, **deed: object) -> list[dict]:
    return [
        {"seat": f"P{number}", "role": role} | (deed if number == 1 else {}) for number, role in enumerate(roles, 1)
    ]


def cup(situation: str, *roles: str, simultaneous: bool = False, **deed: object) -> str:
    return request(ruleset="acc-2026", situation=situation, simultaneous=simultaneous, seats=seats(*roles, **deed))


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("not json", "The line isn’t valid JSON."),
        ("[" * 90_000, "The line isn’t valid JSON."),
        ("x" * 10_000_000, "The line is too long. Send one request per line."),
        ("[1, 2]", "The line must be a JSON object."),
        ("{}", "ruleset must be text."),
        (request(situation="flub"), "This rule book has no situation “flub”."),
        (request(situation=7), "situation must be text."),
        (request(seats="P1"), "seats must be a list of objects."),
        (request(seats=[1, 2]), "seats must be a list of objects."),
        (request(procedure="manual-2018"), "This rule book has only one procedure, so it can’t be “manual-2018”."),
        (
            request(ruleset="agloa-onsets-2014", procedure="older"),
            "The procedure must be rulebook or manual-2018, not “older”.",
        ),
        ('{"ruleset": "acc-2026", "ruleset": "acc-2026"}', "Each key can be used only once."),
        (request(declared_no_goal="P9"), "P9 declared No Goal but isn’t at this table."),
        (
            request(situation="no_goal", declared_no_goal="P1"),
            "In “no goal”, the player who declared No Goal must be the Mover.",
        ),
        (
            request(seats=seats("challenger", "mover", presented=True)),
            "Choose whether what P1 presented was correct.",
        ),
        (
            request(situation="last_cube", seats=seats("player", "player"), mover_also_challenged=True),
            "“last cube” has no Mover who could have challenged.",
        ),
        (request(after_last_cube=True), "After the last cube, only Impossible (Never) can be challenged."),
        (request(after_last_cube="yes"), "after_last_cube must be true or false."),
        (
            request(situation="simultaneous_mixed", seats=seats("mover", "challenger", "challenger")),
            "“simultaneous mixed” has no role “Challenger”.",
        ),
        (
            request(
                situation="simultaneous_mixed",
                seats=[
                    {"seat": "P1", "role": "mover"},
                    {"seat": "P2", "role": "challenger", "challenge": "now"},
                    {"seat": "P3", "role": "challenger", "challenge": "now"},
                ],
            ),
            "“simultaneous mixed” needs 1 player as Challenger of Now, not 2.",
        ),
        (cup("force_out", "player", "player", sides_with="mover"), "Players don’t take sides in “force out”."),
        (request(seats=seats("challenger", "mover", "third_party", "absent")), "A match needs 2 to 3 players, not 4."),
        (request(seats=seats("challenger", "challenger", "mover")), "“now” needs 1 player as Challenger, not 2."),
        (
            request(
                seats=seats(
                    "third_party", "challenger", "mover", presented=True, correct=True, declared_presenting=True
                )
            ),
            "P1 either presented something or produced nothing. Choose one.",
        ),
        (
            request(seats=seats("third_party", "challenger", "mover", accepted_other_equation=True)),
            "P1 accepted something incorrect, but no one else presented anything incorrect.",
        ),
        (
            request(seats=seats("absent", "challenger", "mover", presented=True)),
            "P1 is absent, so leave everything else empty.",
        ),
        (request(seats=[{"seat": " ", "role": "challenger"}]), "seat must be text."),
        (
            cup("p_flub", "mover", "challenger", sides_with="challenger"),
            "P1 is the Mover and can’t side with the Challenger.",
        ),
        (
            cup("a_flub", "mover", "caller", simultaneous=True),
            "“a flub together” needs at least 2 players as Caller, not 1.",
        ),
        (
            request(seats=seats("challenger", "mover", "third_party", "third_party")),
            "A match needs 2 to 3 players, not 4.",
        ),
        (request(seats=seats("mover", "mover")), "“now” needs 1 player as Challenger, not 0."),
        (request(seats=seats("challenger", "third_party")), "“now” needs 1 player as Mover, not 0."),
        (request(seats=seats("challenger", "mover", "judge")), "“now” has no role “Judge”."),
        (
            request(seats=seats("challenger", "absent")),
            "A shake needs at least 2 players.",
        ),
        (request(seats=seats("mover", "challenger", presented=True, correct=True)), "P1 can’t present in “now”."),
        (
            request(seats=seats("challenger", "mover", correct=True)),
            "P1 presented nothing, so it can’t be correct or incorrect.",
        ),
        (request(seats=seats("challenger", "mover", presented="yes")), "presented must be true or false."),
        (request(seats=seats("challenger", "mover", correct="yes")), "correct must be true, false, or null."),
        (
            request(seats=[{"seat": "P1", "role": "challenger"}, {"seat": "P1", "role": "mover"}]),
            "Each seat can be listed only once.",
        ),
        (
            request(ruleset="agloa-onsets-2014", situation="no_goal", seats=seats("challenger", "mover")),
            "Choose who declared No Goal.",
        ),
    ],
    ids=lambda value: value[-40:],
)
def test_nonsensical_shake_is_explained(line: str, sentence: str) -> None:
    assert json.loads(answer_line("score-shake", line)) == {"error": sentence}


def on_sets(situation: str, *roles: str, **changes: object) -> dict:
    line = request(ruleset="agloa-onsets-2014", situation=situation, seats=seats(*roles), **changes)
    return json.loads(answer_line("score-shake", line))


def test_older_no_goal_costs_two_points_whatever_happens_next() -> None:
    """OS III-D-2: only an immediate correct Never waives the penalty; after that the shake continues as usual."""
    never = ("challenger", "mover", "third_party")
    assert on_sets("now", *never, declared_no_goal="P3") == {
        "points": {"P1": 2, "P2": 6, "P3": 6},
        "penalties": {"P3": -2},
    }
    assert "penalties" not in on_sets("no_goal", *never, declared_no_goal="P1")
    assert "penalties" not in on_sets("now", *never, declared_no_goal="P3", procedure="manual-2018")
    assert on_sets("no_goal", *never, declared_no_goal="P2") == {
        "error": "The Mover set a Goal to dispute No Goal, so someone else must have declared it."
    }
    absent = on_sets("now", "challenger", "mover", "absent", declared_no_goal="P3")
    assert absent == {"error": "P3 declared No Goal but isn’t at this table."}


def test_older_no_goal_disputed_without_a_goal_costs_one_point_and_the_shake() -> None:
    assert on_sets("void_no_goal", "mover", "challenger", "player") == {
        "points": {"P1": None, "P2": None, "P3": None},
        "penalties": {"P2": -1},
    }
    assert on_sets("void_no_goal", "mover", "player") == {"points": {"P1": None, "P2": None}}


def test_cup_mover_is_always_on_the_movers_side() -> None:
    line = cup("p_flub", "mover", "challenger", presented=True, correct=True)
    assert json.loads(answer_line("score-shake", line)) == {"points": {"P1": 1, "P2": 0}}


def test_unknown_rule_book_lists_the_known_ones() -> None:
    error = json.loads(answer_line("score-shake", request(ruleset="uno")))["error"]
    assert error.startswith("There’s no rule book “uno”. Choose ")


def test_lone_surrogate_gets_an_answer() -> None:
    line = request(ruleset="\ud800")
    assert json.loads(answer_line("score-shake", line))["error"].startswith("There’s no rule book")
    assert answer_line("score-shake", line).isascii()


plain = st.none() | st.booleans() | st.integers() | st.text()


@given(st.recursive(plain, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)))
def test_nonsense_never_breaks_a_command(value: object) -> None:
    for command in ("score-shake", "place", "check-selection"):
        assert list(json.loads(answer_line(command, json.dumps(value)))) == ["error"]


def test_commands_read_lines_and_continue_after_a_bad_one(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{request()}\nnonsense\n\n{request()}\n"))
    assert main(["score-shake"]) == 0
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert ["error" in answer for answer in answers] == [False, True, True, False]
    assert answers[2] == {"error": "The line is empty."}


def test_closed_standard_input_is_reported(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert main(["place"]) == 1
    assert capsys.readouterr().err == "Standard input is closed, so there’s nothing to answer.\n"
