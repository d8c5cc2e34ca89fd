"""A match from its scoresheet: totals, leaders, Goal-setters, errors on signed sheets, the Cup's average."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebooks import (
    Edition,
    MatchError,
    ShakeCell,
    WrongTotal,
    can_move_bonus,
    editions,
    first_setter,
    get,
    goal_setters,
    leaders,
    most_points,
    player_score,
    running_totals,
    score_match,
)
from tests.rulebooks.vectors import read_json

EQUATIONS, MLAG, CUP = get("agloa-equations-2019"), get("mlag-basic-2018"), get("acc-2026")
CASES = read_json("scoresheet_cases")
ACC = read_json("acc")


def cases(*kinds: str) -> list[tuple[str, dict]]:
    return [(edition, case) for case in CASES if case["kind"] in kinds for edition in case["rulesets"]]


def case_id(case: object) -> str:
    return case["id"] if isinstance(case, dict) else str(case)


def rows(case: dict) -> list[dict[str, ShakeCell]]:
    """Return the shakes of a case. Its penalties name no shake, so they go into the first."""
    shakes = zip(*case["shake_scores"].values(), strict=True)
    found = [dict(zip(case["shake_scores"], map(ShakeCell, shake), strict=True)) for shake in shakes]
    for name, penalties in case["penalties"].items():
        found[0][name] = ShakeCell(found[0][name].points, tuple(penalties))
    return found


@pytest.mark.parametrize(("edition", "case"), cases("shakes"), ids=case_id)
def test_totals_and_points_follow_from_the_shakes(edition: str, case: dict) -> None:
    totals = running_totals(rows(case))[-1]
    assert totals == case["expected_totals"]
    assert score_match(get(edition), totals).points == case["expected_points"]


@pytest.mark.parametrize(("edition", "case"), cases("signed_sheet_error", "unsigned_sheet_error"), ids=case_id)
def test_book_decides_what_a_wrong_total_costs(edition: str, case: dict) -> None:
    true, listed = case["true_totals"], case["listed_totals"]
    player = next(name for name in true if true[name] != listed[name])
    error = WrongTotal(
        player=player,
        listed=listed[player],
        initialed=case.get("player_initialed", True),
        deceit=case.get("intent_to_deceive", False),
        all_agree=case.get("all_players_agree_to_correct", False),
    )
    result = score_match(get(edition), true, errors=[error])
    assert result.totals == case["expected_totals_used"]
    assert result.points == case["expected_points"]


def test_corrected_total_has_a_reason() -> None:
    error = WrongTotal("P2", listed=22, initialed=True, deceit=True)
    because = score_match(EQUATIONS, {"P1": 20, "P2": 18, "P3": 10}, errors=[error]).because
    assert (because["P2"].rule, because["P2"].sentence) == (
        "EQ XII-B-2; HT deceit",
        "It was meant to deceive, so the score is 0 for the round.",
    )


def test_no_show_is_left_out() -> None:
    result = score_match(EQUATIONS, {"P1": 8, "P2": 8, "P3": 0}, never_seated=["P3"])
    assert result.points == {"P1": 5, "P2": 5, "P3": None}


def test_disqualified_player_gets_no_points_and_others_keep_theirs() -> None:
    result = score_match(EQUATIONS, {"P1": 20, "P2": 18, "P3": 10}, disqualified=["P1"])
    assert result.points == {"P1": 0, "P2": 4, "P3": 2}


def test_cup_keeps_initialed_totals() -> None:
    assert CUP.sheet.after_initials.value == "never"


def test_player_not_on_the_sheet_is_refused() -> None:
    with pytest.raises(MatchError, match=r"^P9 isn’t on this sheet\.$"):
        score_match(EQUATIONS, {"P1": 1, "P2": 2}, disqualified=["P9"])


def test_correct_total_listed_as_an_error_is_refused() -> None:
    with pytest.raises(MatchError, match=r"^P1’s total on the sheet is correct\.$"):
        score_match(EQUATIONS, {"P1": 1, "P2": 2}, errors=[WrongTotal("P1", listed=1, initialed=True)])


@pytest.mark.parametrize("players", [1, 4])
def test_matches_of_one_or_four_are_not_covered(players: int) -> None:
    with pytest.raises(ValueError, match="has matches of 2 or 3 players"):
        score_match(EQUATIONS, {f"P{number}": 0 for number in range(players)})


# -- leading ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("edition", "totals", "may"),
    [
        (EQUATIONS, {"A": 8, "B": 6}, False),
        (EQUATIONS, {"A": 8, "B": 8}, True),
        (EQUATIONS, {"A": 6, "B": 8}, True),
        (EQUATIONS, {}, True),
        (MLAG, {"A": 8, "B": 6}, True),
        (CUP, {"A": 8, "B": 6}, True),
    ],
)
def test_leader_alone_may_not_make_a_bonus_move(edition: Edition, totals: dict, may: bool) -> None:
    assert can_move_bonus(edition, totals, "A")[0] is may


def test_tied_players_all_lead() -> None:
    assert leaders({"A": -1, "B": -1, "C": -4}) == {"A", "B"}


def test_void_shake_counts_only_penalties() -> None:
    shakes = [{"A": ShakeCell(6), "B": ShakeCell(2)}, {"A": ShakeCell(None, (-1,)), "B": ShakeCell(None)}]
    assert running_totals(shakes) == [{"A": 6, "B": 2}, {"A": 5, "B": 2}]


# -- who sets the Goal ------------------------------------------------------------------------------------------------


def test_goal_passes_to_the_left_and_stays_after_a_void_shake() -> None:
    setters = goal_setters(EQUATIONS, "ABC", "B", [False, True, False])
    assert [setter.name for setter in setters] == ["B", "C", "C", "A"]
    assert [(setter.because.rule, setter.because.sentence) for setter in setters] == [
        ("EQ I-D", "Whoever rolls the highest digit sets the first Goal."),
        ("EQ I-D", "The next player to the left sets the Goal."),
        ("EQ IV-D-1; JM A16", "The shake was voided, so the same player sets the next Goal."),
        ("EQ I-D", "The next player to the left sets the Goal."),
    ]


def test_goal_passes_on_in_the_cup_after_any_no_goal() -> None:
    setters = goal_setters(CUP, "ABCD", "A", [True, True, False])
    assert [setter.name for setter in setters] == ["A", "B", "C", "D"]
    assert setters[1].because.sentence == "The game was voided, so the next player to the left sets the next Goal."


def test_first_setter_is_drawn_except_in_the_cup() -> None:
    assert first_setter(EQUATIONS, "ABC")[0] is None
    who, because = first_setter(CUP, "ABCDE")
    assert (who, because.rule) == ("A", "ACC Goal")


def test_goal_setter_sits_at_the_table() -> None:
    with pytest.raises(MatchError, match=r"^Q isn’t at this table\.$"):
        goal_setters(EQUATIONS, "ABC", "Q", [])


# -- the Cup ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("check", [c for c in ACC["checks"] if c["total"] <= 2 * c["games"]], ids=str)
def test_player_score_is_the_average_of_the_round(check: dict) -> None:
    assert player_score(CUP, check["total"], check["games"])[0] == Decimal(check["player_score"])


@pytest.mark.parametrize("case", ACC["rounding"], ids=str)
def test_player_score_rounds_halves_up(case: dict) -> None:
    assert str(player_score(CUP, case["total"], case["games"])[0]) == case["half_up"]


def test_player_score_of_the_worked_round() -> None:
    round_ = ACC["worked_round"]
    scores = [str(player_score(CUP, row["total"], round_["games_played"])[0]) for row in round_["rows"]]
    assert scores == [row["player_score"] for row in round_["rows"]]
    sheet = ACC["sample_player_sheet"]
    total = sum(player_score(CUP, row["total"], row["games_played"])[0] for row in sheet["rounds"])
    assert str(total) == sheet["expected_sum_of_player_scores"]


def test_most_points_is_the_best_result_in_every_shake() -> None:
    assert [most_points(CUP, 4), most_points(EQUATIONS, 6)] == [8, 36]


def test_player_score_has_a_reason() -> None:
    because = player_score(CUP, 5, 4)[1]
    assert (because.rule, because.sentence) == (
        "ACC Procedures and Team Scoring; HT rounding",
        "Points divided by games: 5 ÷ 4.",
    )


@pytest.mark.parametrize(
    ("edition", "total", "games", "sentence"),
    [
        (CUP, 3, 0, "A round without a finished game has no score"),
        (EQUATIONS, 5, 4, "gives match points by place, not by average"),
    ],
)
def test_player_score_refuses_impossible_input(edition: Edition, total: int, games: int, sentence: str) -> None:
    with pytest.raises(MatchError, match=sentence):
        player_score(edition, total, games)


matches = st.lists(st.integers(min_value=-40, max_value=200), min_size=2, max_size=3)
MATCH_EDITIONS = [edition for edition in editions().values() if edition.match_points]


@given(st.sampled_from(MATCH_EDITIONS), matches)
def test_match_points_add_up_unless_a_rule_says_otherwise(edition: Edition, totals: list[int]) -> None:
    sheet = {f"P{number}": total for number, total in enumerate(totals)}
    assert sum(points or 0 for points in score_match(edition, sheet).points.values()) == {2: 10, 3: 12}[len(totals)]
    fewer = score_match(edition, sheet, disqualified=["P0"]).points
    assert sum(points or 0 for points in fewer.values()) < {2: 10, 3: 12}[len(totals)]
