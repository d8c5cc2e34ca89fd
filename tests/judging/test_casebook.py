"""The casebook: every number of the manual is there, files are validated, and hurried words find the case."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from judging.casebook.casebook import FOLDER, LEAGUE, SECTIONS, Case, casebook, read_casebook
from judging.casebook.search import search, similar_cases
from judging.casebook.words import stem
from rulebooks.toml_reader import EditionError

LAST_NUMBERS = {"A": 31, "C": 47, "D": 34, "E": 70, "F": 35, "OS-A": 26, "OS-B": 8, "OS-C": 14, "OS-E": 30}
PART_I_OF_B, PART_II_OF_B = range(1, 41), range(38, 91)
AROUND = {
    "General": ["1", "1 (slip)", "2", "3", "4", "4 (two)", "5", "6", "7", "7 (group)", "8", "8 (panel)", "9"],
    "Timing": ["1", "2", "3", "4", "5"],
    "Principle": [str(number) for number in range(1, 14)],
    "OS-Checking": ["1", "2", "2a", "2b", "2c", "2d", "2e"],
}


def ids(cases: Iterable[Case]) -> list[str]:
    return [case.id for case in cases]


# -- what is in it -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("section", LAST_NUMBERS)
def test_section_has_every_number_of_the_manual(section: str) -> None:
    numbers = range(1, LAST_NUMBERS[section] + 1)
    assert ids(casebook().section(section)) == [f"JM {section}{number}" for number in numbers]


def test_section_b_counts_38_to_40_twice() -> None:
    part_i = [f"JM B{number}" for number in PART_I_OF_B]
    part_ii = [f"JM B{number}" + (" (II)" if number <= 40 else "") for number in PART_II_OF_B]
    assert ids(casebook().section("B")) == part_i + part_ii


@pytest.mark.parametrize("section", AROUND)
def test_comments_notes_and_principles_are_cases_too(section: str) -> None:
    assert ids(casebook().section(section)) == [f"JM {section} {number}" for number in AROUND[section]]


def test_behavior_is_cited_from_the_rule_book() -> None:
    assert ids(casebook().section("IX")) == ["EQ IX-C (phone)", "EQ IX-C", "EQ IX-D (aids)", "EQ IX-D"]


def test_every_section_file_is_loaded() -> None:
    assert set(casebook().titles) == {*LAST_NUMBERS, *AROUND, "B", "Scoring", "IX"}
    assert len(casebook().cases) == 388 + 13 + 5 + 1 + 13 + 7 + 4
    assert sorted(path.stem for path in FOLDER.glob("*.toml")) == sorted(SECTIONS)


@pytest.mark.parametrize("case", casebook().cases, ids=lambda case: case.id)
def test_case_is_complete_and_short(case: Case) -> None:
    assert 3 <= len(case.title.split()) <= 7
    assert len(case.situation.split()) <= 40
    assert len(case.ruling.split()) <= 75
    assert case.situation[-1] in ".?"
    assert case.ruling[-1] == "."
    assert len(set(case.keywords)) == len(case.keywords)
    assert case.penalty in (0, -1, -2)
    assert list(case.divisions) == [letter for letter in "EMJS" if letter in case.divisions]


def test_errors_of_the_manual_are_noted() -> None:
    expected = (
        "General6 General8 A20 A21 A24 A25 B2 B17 B27 B33 B35 B38 B39 B40 B38(II) B39(II) B40(II)"
        " C28 C39 C43 C44 D15 E10 OS-A1 OS-B8"
    )
    assert [case.id[3:].replace(" ", "") for case in casebook().cases if case.slip] == expected.split()


def test_general_cases_are_for_both_games() -> None:
    both = {section: sum(case.game == "both" for case in casebook().section(section)) for section in "ABCDEF"}
    assert both == {"A": 21, "B": 25, "C": 29, "D": 34, "E": 23, "F": 0}


@pytest.mark.parametrize(("case_id", "penalty"), [("JM A5", 0), ("JM A27", -1), ("JM B28", -2), ("JM D20", -1)])
def test_penalty_is_what_the_situation_costs(case_id: str, penalty: int) -> None:
    case = casebook().get(case_id)
    assert case is not None
    assert case.penalty == penalty


# -- strict files ------------------------------------------------------------------------------------------------------

GOOD = """
section = "Z"
title = "A section"
game = "equations"

[[case]]
id = "JM Z1"
title = "A case of play"
situation = "Something happens."
ruling = "Something is ruled."
keywords = ["something"]
"""


@pytest.mark.parametrize(
    ("line", "instead", "complaint"),
    [
        ('title = "A case of play"', "", "z.toml [case 1]: title is missing."),
        ('ruling = "Something is ruled."', 'ruling = " "', "z.toml [case 1]: ruling must be text."),
        ('keywords = ["something"]', "", "z.toml [case 1]: keywords are missing."),
        ('id = "JM Z1"', 'id = "JM Y1"', "z.toml [case 1]: id must begin with JM Z, not JM Y1."),
        ('section = "Z"', 'section = "Z"\nbook = "EQ"', "z.toml [case 1]: id must begin with EQ Z, not JM Z1."),
        (
            'id = "JM Z1"',
            'id = "JM Z1"\nvariations = ["two-solutions"]',
            "z.toml [case 1]: variations names two-solutions, which is unknown.",
        ),
        ('id = "JM Z1"', 'id = "JM Z1"\ndivisions = ["X"]', "z.toml [case 1]: divisions names X, which is unknown."),
        (
            'id = "JM Z1"',
            'id = "JM Z1"\npenalty = 1',
            "z.toml [case 1]: penalty must be 0 or less.",
        ),
        (
            'id = "JM Z1"',
            'id = "JM Z1"\nrules = ["XX I"]',
            "z.toml [case 1]: rules must cite a section of EQ or OS, not XX I.",
        ),
        ('id = "JM Z1"', 'id = "JM Z1"\nverdict = "yes"', "z.toml [case 1]: verdict isn’t a known key."),
    ],
)
def test_file_with_a_fault_is_refused(tmp_path: Path, line: str, instead: str, complaint: str) -> None:
    path = tmp_path / "z.toml"
    path.write_text(GOOD.replace(line, instead))
    with pytest.raises(EditionError) as refused:
        read_casebook([path])
    assert str(refused.value) == complaint


def test_id_given_twice_is_refused(tmp_path: Path) -> None:
    first, second = tmp_path / "y.toml", tmp_path / "z.toml"
    first.write_text(GOOD)
    second.write_text(GOOD)
    assert ids(read_casebook([first]).cases) == ["JM Z1"]
    with pytest.raises(EditionError) as refused:
        read_casebook([first, second])
    assert str(refused.value) == "z.toml [case 1]: id JM Z1 appears twice."


# -- search ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "case_id"),
    [
        ("player left for the bathroom", "JM C24"),
        ("ran out of time setting goal", "JM B10"),
        ("ran out of time writing", "JM E5"),
        ("ran out of time checking", "JM E6"),
        ("picked up the cube and put it in another section", "JM C9"),
        ("moved out of turn", "JM C1"),
        ("forgot to say bonus", "JM C4"),
        ("bonus while ahead", "JM C19"),
        ("tied for first bonus", "JM C20"),
        ("cube on the dividing line", "JM C14"),
        ("two players grabbed the challenge block", "JM D31"),
        ("now and impossible at the same time", "JM D32"),
        ("challenged himself", "JM D4"),
        ("third party changed mind", "JM D30"),
        ("now with one cube left", "JM D20"),
        ("said one variation circled another", "JM A5"),
        ("wants a third judge", "JM A19"),
        ("rerolled the cubes", "JM A16"),
        ("flipped a cube over", "JM A8"),
        ("can't read the handwriting", "JM E9"),
        ("missing brackets", "JM E4"),
        ("no goal", "JM B40"),
        ("goal with seven cubes", "JM B14"),
        ("three digits in goal", "JM B18"),
        ("last cube to forbidden", "JM C27"),
        ("too many cards", "JM OS-A3"),
        ("dealer looked at cards", "JM OS-A5"),
        ("changed the equation after presenting", "JM E1"),
        ("touched challenge block", "JM D15"),
        ("same card required and forbidden", "JM OS-A26"),
        ("wild 0 different meanings", "JM E34"),
        ("shift without the variation", "JM OS-C7"),
        ("never with no cubes left", "JM D25"),
    ],
)
def test_case_is_among_the_first_three_results(words: str, case_id: str) -> None:
    assert ids(search(words)[:3]).count(case_id) == 1


@pytest.mark.parametrize(
    ("words", "case_id"),
    [
        ("kid is using his cellphone", "EQ IX-C (phone)"),
        ("girl had a cheat sheet in her lap", "EQ IX-D (aids)"),
        ("boy keeps humming", "EQ IX-C"),
        ("they tell me different stories", "JM General 4"),
        ("one says yes the other says no, only two kids", "JM General 4 (two)"),
        ("wants another judge to look at it", "JM General 7"),
        ("coach wants to file a complaint about my ruling", "JM General 8"),
        ("she wants to know if she should challenge", "JM General 1"),
        ("I said too much to the table", "JM General 1 (slip)"),
        ("how many minutes do they get added for my visit", "JM General 2"),
        ("table mate counted down too quickly", "JM Principle 5"),
        ("went to the washroom", "JM C24"),
        ("dice were thrown again", "JM A16"),
        ("piece sits between two sections", "JM C14"),
        ("moved when it was not his turn", "JM C1"),
        ("put down two cubes and forgot to call bonus", "JM C4"),
        ("leader took a bonus", "JM C19"),
        ("scribbled so badly nobody can decipher it", "JM E9"),
        ("altered his paper after handing it in", "JM E1"),
        ("forgot to draw a circle round the equation", "JM E2"),
        ("both snatched the block", "JM D31"),
        ("wants to withdraw the challenge", "JM D7"),
        ("challenged out loud without lifting the block", "JM D15"),
        ("pressures the third kid to join him", "JM D34"),
        ("too many cubes in the goal", "JM B14"),
        ("wants to rearrange the goal after saying goal", "JM B8"),
        ("someone else threw the cubes", "JM B1"),
        ("nobody wrote what the wild zero stands for", "JM E36"),
        ("deck was not mixed properly", "JM OS-A6"),
        ("dealt fifteen cards", "JM OS-A3"),
        ("points of shake two were added wrong", "JM General 6"),
        ("found the error after everyone had agreed", "JM General 5"),
        ("wants me to check it for them", "JM Timing 4"),
    ],
)
def test_search_finds_a_case_by_other_words(words: str, case_id: str) -> None:
    assert ids(search(words)[:3]).count(case_id) == 1


@pytest.mark.parametrize(
    ("words", "case_id"),
    [
        ("chalenge block tuched", "JM D15"),
        ("varaition not circled", "JM A4"),
        ("bonus whle leading", "JM C19"),
        ("paranthesis missing", "JM E4"),
        ("bathrom", "JM C24"),
        ("simultanous challenge", "JM D31"),
        ("imposible after last cube moved", "JM D25"),
        ("upsidedown sideways goal", "JM B43"),
        ("negative goal onsets", "JM OS-B4"),
        ("goal written after setname", "JM OS-E2"),
        ("zero wild but no zeros rolled", "JM A6"),
        ("number of factors and multiplication with x", "JM E37"),
        ("challenged because too few cards", "JM OS-A4"),
        ("throws cubes on floor", "EQ IX-D"),
        ("ruin perfect score", "EQ IX-D"),
        ("judge told the answer by accident", "JM General 1 (slip)"),
        ("add time after ruling", "JM General 2"),
        ("01 in base eight", "JM E60"),
        ("blank card on universe copy", "JM OS-E18"),
        ("who goes first", "JM A1"),
        ("goal hangs off the mat", "JM B25"),
        ("no room in forbidden", "JM C10"),
        ("hovering cube over the mat", "JM C23"),
        ("force out", "JM C26"),
        ("P-flub", "JM D18"),
        ("each checker wants own two minutes", "JM E7"),
        ("x7+9", "JM E38"),
        ("root bar vinculum", "JM E17"),
        ("double set whole universe", "JM OS-A23"),
        ("∅ instead of Λ", "JM OS-E1"),
    ],
)
def test_misspelled_and_clipped_words_find_the_case_among_the_first_five(words: str, case_id: str) -> None:
    assert ids(search(words)[:5]).count(case_id) == 1


def test_forms_of_a_word_have_one_stem() -> None:
    assert {stem(word) for word in ("challenge", "challenged", "challenges", "challenging", "challenger")} == {
        "challeng"
    }
    assert stem("parentheses") == stem("parenthesis") == stem("brackets")
    assert stem("chosen") == stem("picks") == stem("selected")
    assert ids(search("counter challenges")) == ids(search("counter challenge"))


def test_last_word_can_be_incomplete() -> None:
    assert ids(search("bathro")) == ["JM C24"]
    assert ids(search("block tou")[:1]) == ids(search("block touch")[:1])
    assert ids(search("ba ")) == []
    assert ids(search("blank card forbi")[:1]) == ["JM OS-A21"]


@pytest.mark.parametrize(
    ("number", "found"),
    [
        ("a5", ["JM A5"]),
        ("JM A5", ["JM A5"]),
        ("os-a4", ["JM OS-A4"]),
        ("OS E30", ["JM OS-E30"]),
        ("b38", ["JM B38", "JM B38 (II)"]),
        ("B38 (II)", ["JM B38 (II)"]),
        ("b38 i", ["JM B38"]),
        ("d99", []),
        ("case e27", ["JM E27"]),
        ("situation D31.", ["JM D31"]),
        ("#c14", ["JM C14"]),
        ("C 14", ["JM C14"]),
        ("JM-E10?", ["JM E10"]),
        ("OSE30", ["JM OS-E30"]),
        ("On-Sets e 30", ["JM OS-E30"]),
        ("general comment 7", ["JM General 7"]),
        ("gen 7", ["JM General 7"]),
        ("general 7", ["JM General 7"]),
        ("JM Timing 3", ["JM Timing 3"]),
        ("eq ix-c", ["EQ IX-C"]),
    ],
)
def test_number_finds_its_case(number: str, found: list[str]) -> None:
    assert ids(search(number)) == found


def test_number_in_on_sets_finds_the_on_sets_case_first() -> None:
    assert ids(search("e13", game="on-sets")) == ["JM OS-E13", "JM E13"]
    assert ids(search("e27", game="on-sets", division="S")) == ["JM OS-E27"]
    assert ids(search("e27", game="on-sets", division="E")) == ["JM E27"]


def test_empty_query_lists_everything_and_nonsense_nothing() -> None:
    assert search("") == casebook().cases
    assert search("xyzzy") == ()
    assert search("the") == ()
    assert similar_cases("") == ()


def test_filters_exclude_cases_that_cannot_arise() -> None:
    for_both, equations, on_sets = 132 + 13 + 5 + 1 + 11 + 4, 388 - 132 - 78 + 2, 78 + 7
    assert len(search("", game="on-sets")) == for_both + on_sets
    assert len(search("", game="equations")) == for_both + equations
    assert ids(search("no goal", game="equations")[:1]) == ["JM B40"]
    assert ids(search("no goal", game="on-sets")[:1]) == ["JM OS-B8"]
    assert ids(search("", division="E", variation="three-operation-solution")) == ["JM C36"]
    assert ids(search("", division="M", variation="three-operation-solution")) == []
    assert ids(search("", variation="log")) == ["JM A31", "JM B86", "JM C46", "JM F27"]
    assert ids(search("wild cube", division="S", variation="log")) == ["JM B86", "JM F27", "JM A31"]
    assert ids(search("a31", division="E")) == []


@pytest.mark.parametrize(
    ("text", "case_id"),
    [
        ("The boy went to the bathroom and the others moved a cube while he was away.", "JM C24"),
        ("Both took the block at once; one said Now and the other said Impossible.", "JM D32"),
        ("The dealer put 14 cards on the table.", "JM OS-A3"),
        ("She had handed her paper over and then changed the Equation.", "JM E1"),
    ],
)
def test_longer_text_finds_similar_cases(text: str, case_id: str) -> None:
    found = similar_cases(text)
    assert found[0].id == case_id
    assert len(found) <= 5
    assert similar_cases(text, most=1) == found[:1]


def test_similar_cases_are_filtered_too() -> None:
    text = "The dealer put 14 cards on the table."
    assert {case.game for case in similar_cases(text, game="equations")} <= {"equations", "both"}
    assert similar_cases(text, game="on-sets")[0].id == "JM OS-A3"


# -- cases of a league ------------------------------------------------------------------------------------------------

OURS = Case(
    id="OWN 3",
    section=LEAGUE,
    title="Dog under the table",
    situation="A dog eats a cube of the Goal.",
    ruling="Put a spare cube in its place.",
    penalty=0,
    divisions=("E",),
    game="equations",
    variations=(),
    rules=(),
    keywords=(),
)


def test_league_cases_are_searched_together_with_the_printed_ones() -> None:
    assert ids(search("dog ate the cube", league_cases=(OURS,))[:1]) == ["OWN 3"]
    assert ids(search("own 3", league_cases=(OURS,))) == ["OWN 3"]
    assert ids(similar_cases("A dog has eaten a cube of the Goal", league_cases=(OURS,))[:1]) == ["OWN 3"]
    assert search("dog", league_cases=(OURS,), game="on-sets") == ()
    assert search("dog") == ()
    assert (search("", league_cases=(OURS,))[-1].is_league_case, casebook().cases[-1].is_league_case) == (True, False)
