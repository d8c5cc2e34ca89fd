"""The editions against the numbers in the books: variations, time limits, penalties, rounds, equipment."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulebooks import Edition, chapters, editions, get
from tests.helpers import require
from tests.rulebooks.vectors import citations, read_json

GAMES = {"equations": get("agloa-equations-2019"), "onsets": get("agloa-onsets-2014")}
VARIATIONS = read_json("variations")
DIVISIONS = [(game, division) for game in VARIATIONS["games"] for division in VARIATIONS["games"][game]]


@pytest.mark.parametrize(("game", "division"), DIVISIONS)
def test_variations_are_those_of_the_book(game: str, division: str) -> None:
    edition = GAMES[game]
    letter = require(edition.division(division)).letter
    for wanted in [entry for key in ("always_on", "selectable") for entry in VARIATIONS["games"][game][division][key]]:
        found = edition.variations.find(letter, wanted["slug"])
        assert (require(found).number, require(found).years, require(found).always) == (
            wanted["list_number"],
            wanted["availability"],
            wanted["in_effect_all_shakes"],
        )
        assert set(citations(wanted["source"])[:1]) <= set(require(found).rule.split("; ")), wanted["slug"]
        assert require(found).always or require(found).derived is (wanted["needs_basis"] == "derived"), wanted["slug"]
        blank = wanted["blank"]
        assert bool(require(found).blank) is bool(blank)
        if blank and "allowed" in blank:
            assert list(require(require(found).blank).of) == blank["allowed"]
        if blank and blank["type"] == "integer":
            assert (require(require(found).blank).least, require(require(found).blank).most) == (
                blank["min"],
                blank["max"],
            )
        needs = (wanted["needs_in_resources"] or {}).get("any_of", [])
        if isinstance(needs, list) and not require(found).always and wanted["slug"] != "multiple-operations":
            assert list(require(found).needs) == needs


@pytest.mark.parametrize(("game", "division"), DIVISIONS)
@pytest.mark.parametrize(("parity", "ending_year"), [("even", 2020), ("odd", 2021)])
def test_selection_sheet_lists_this_years_variations(game: str, division: str, parity: str, ending_year: int) -> None:
    edition = GAMES[game]
    listed = edition.variations.selectable(require(edition.division(division)).letter, ending_year)
    assert [variation.slug for variation in listed] == VARIATIONS["available"][game][division][parity]


def test_number_of_picks_is_that_of_the_book() -> None:
    for edition in GAMES.values():
        for division, by_players in VARIATIONS["selection"]["counts"].items():
            picks = edition.variations.picks[require(edition.division(division)).letter]
            for players, counts in by_players.items():
                both = counts.get("each")
                assert list(picks.of(int(players), True)) == (both or counts["goal_setter"])
                assert list(picks.of(int(players), False)) == (both or counts["other"])


def test_high_school_basic_has_three_variations_in_every_shake() -> None:
    mlag = get("mlag-basic-2018")
    wanted = VARIATIONS["mlag"]["high_school_basic"]["always_on"]
    for letter in "JS":
        assert [variation.slug for variation in mlag.variations.always_on(letter)] == wanted
    assert not any(mlag.variations.lists[letter] for letter in ("Mi", "E", "M"))


# -- time -------------------------------------------------------------------------------------------------------------

LIMITS = [
    (edition, name, figures)
    for edition, limits in read_json("time_limits").items()
    for name, figures in limits.items()
    if isinstance(figures, dict)
]


@pytest.mark.parametrize(("edition", "name", "figures"), LIMITS, ids=str)
def test_time_limits_are_those_of_the_book(edition: str, name: str, figures: dict) -> None:
    if name == "goal_set_when_time_runs_out":
        assert "MLAG IV-B-3-c" in get(edition).limits["roll_and_set_goal"].rule
        return
    limit = get(edition).limits[name]
    cited = {part for entry in limit.rule.split("; ") for part in [entry]}
    assert set(citations(figures["source"])[:1]) <= cited or edition == "acc-2026"
    for unit in ("seconds", "count", "timers"):
        if isinstance(figures.get(unit), int):
            assert limit.amount == figures[unit]
            more = figures.get(f"two_solutions_{unit}")
            assert limit.with_variations(("two-solutions",)) == (more or figures[unit])


def test_script_matches_the_time_limits() -> None:
    for edition in editions().values():
        said = {line.id: line.at for line in edition.script}
        round_ = edition.limits["round"].amount
        if "finish_last_shake" in edition.limits:
            finish = round_ + edition.limits["finish_last_shake"].amount
            assert (said["warning"], said["stop"]) == (round_, finish)
            assert said["sign"] == finish + edition.limits["final_writing"].amount
        else:
            assert said["cleanup"] == round_


# -- penalties --------------------------------------------------------------------------------------------------------

ELSEWHERE = {"round_award", "shake_score", "superseded"}  # the sheet's policy, the scale; an older procedure
PENALTIES = [entry for entry in read_json("penalties") if entry["kind"] not in ELSEWHERE]
KINDS = {"penalty": "points", "no_direct_penalty": "none", "removed": "none", "discretionary": "discretion"}


@pytest.mark.parametrize("entry", PENALTIES, ids=lambda entry: entry["id"])
def test_penalties_are_those_of_the_book(entry: dict) -> None:
    """Each case in the books is covered by a reason that cites it, with its points, consents and conditions."""
    edition = get(entry["ruleset"])
    if entry["id"] == "mlag-time-2":
        assert edition.penalties.reasons["time"].then is None
        return
    wanted = citations(entry["source"])[0]
    kind = KINDS.get(entry["kind"], entry["kind"])
    candidates = [
        reason
        for reason in edition.penalties.reasons.values()
        if any(cited.startswith(wanted) for cited in reason.rule.split("; ")) and reason.kind == kind
    ]
    fitting = [
        reason
        for reason in candidates
        if entry["points"] in (reason.points, reason.then.points if reason.then else None, None)
        and (not entry["needs_earlier_warning"] or reason.warning)
        and (not entry["two_judges_needed"] or reason.consent == "two judges")
        and (not entry["head_judge_only"] or reason.consent == "head judge")
        and (not entry["ten_second_countdown_needed"] or reason.countdown)
        and (not entry["second_stage"] or (reason.then and reason.then.points == entry["second_stage"]["points"]))
    ]
    assert fitting, [reason.id for reason in candidates]
    if entry["points"] == -1:
        divisions = [require(edition.division(name)).letter for name in entry["judge_initials_needed_in"]]
        assert list(edition.penalties.initials) == divisions


def test_penalty_initials_are_required_by_division() -> None:
    penalties = get("mlag-basic-2018").penalties
    assert [penalties.needs_initials(letter) for letter in ("Mi", "E", "M", "J", "S")] == [True] * 3 + [False] * 2


def test_every_interpretation_of_our_own_is_explained() -> None:
    """A citation such as `HT absence` must be explained in the table of docs/rulebooks.md."""
    table = (Path(__file__).parents[2] / "docs" / "rulebooks.md").read_text().partition("| words | interpretation |")[2]
    explained = {line.split("|")[1].strip() for line in table.splitlines() if line.startswith("|")} - {"---"}
    facts = [fact for edition in editions().values() for chapter in chapters(edition) for fact in chapter.facts]
    cited = {citation for fact in facts for citation in fact.rule.split("; ")}
    assert {citation.removeprefix("HT ") for citation in cited if citation.startswith("HT ")} == explained


@pytest.mark.parametrize("edition", editions().values(), ids=lambda edition: edition.id)
def test_every_citation_is_of_a_book_that_the_edition_names(edition: Edition) -> None:
    for part in (limit.rule for limit in edition.limits.values()):
        assert all(citation.split()[0] in edition.books for citation in part.split("; "))
    assert {line.id for line in edition.script} >= {"start", "sign"}
    assert {item.who for item in edition.equipment} >= {"table", "nobody"}


@pytest.mark.parametrize(
    ("edition", "charts"),
    [
        (
            "agloa-equations-2019",
            {"E": "resources variations goal solutions", "M": "resources variations goal solutions"},
        ),
        ("mlag-basic-2018", dict.fromkeys(("Mi", "E", "M"), "resources goal solutions")),
        ("agloa-onsets-2014", dict.fromkeys("EMJS", "universe")),
        ("acc-2026", {}),
    ],
)
def test_charts_that_players_may_have(edition: str, charts: dict[str, str]) -> None:
    """EQ I-C, MLAG I-C, OS I-C."""
    book = get(edition)
    found = {each.letter: " ".join(book.chart(each.letter)) for each in book.divisions}
    assert {letter: chart for letter, chart in found.items() if chart} == charts
