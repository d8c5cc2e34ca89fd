"""Editions: the four printed books load, and a file that contradicts itself is refused with file, key and reason."""

import contextlib
import copy
import tomllib
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulebooks import EditionError, editions, get
from rulebooks.catalog import FOLDER
from rulebooks.edition_reader import read_edition


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


def test_unknown_edition_lists_the_known_ones() -> None:
    with pytest.raises(EditionError, match=r"^There’s no rule book “nope”\. Choose .*acc-2026.*\.$"):
        get("nope")


def change_case(data: dict, **changes: object) -> None:
    data["shakes"]["now"]["cases"]["challenger"][0].update(changes)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda d: d.pop("title"), "x.toml: title is missing."),
        (lambda d: d.update(titel="T"), "x.toml: titel isn’t a known key."),
        (lambda d: d.update(game=7), "x.toml: game must be text."),
        (lambda d: d.update(books={}), "x.toml: books must name the books that are cited."),
        (lambda d: d["divisions"][1].pop("rule"), "x.toml [divisions 2]: rule is missing."),
        (
            lambda d: d["divisions"][1].update(rule="XY I"),
            "x.toml [divisions 2]: rule must cite EQ, JM, or HT and a place in it, not “XY I”.",
        ),
        (
            lambda d: d["divisions"][1].update(rule="EQ"),
            "x.toml [divisions 2]: rule must cite EQ, JM, or HT and a place in it, not “EQ”.",
        ),
        (lambda d: d["divisions"][1].update(letter="E"), "x.toml: divisions have the same letter twice."),
        (
            lambda d: d["divisions"][0].update(max_grade="six"),
            "x.toml [divisions 1]: max_grade must be a whole number.",
        ),
        (lambda d: d.update(divisions=[]), "x.toml: divisions must be a list of tables."),
        (lambda d: d.update(tables=3), "x.toml: tables must be a table."),
        (
            lambda d: d["tables"].update(minimum=4),
            "x.toml [tables]: "
            "minimum must be at least 2, no greater than preferred, and preferred no greater than maximum.",
        ),
        (lambda d: d["goal"]["most_cubes"].pop("rule"), "x.toml [goal] [most_cubes]: rule is missing."),
        (lambda d: d["goal"].update(ordinary_order={"rule": "EQ I"}), "x.toml [goal] [ordinary_order]: is is missing."),
        (
            lambda d: d["play"]["after_void"].update({"is": "right"}),
            "x.toml [play] [after_void]: is must be same or left.",
        ),
        (
            lambda d: d["match_points"]["by_places"].update({"1-3-3": [6, 3, 3]}),
            "x.toml [match_points]: 1-3-3 isn’t a possible order of places.",
        ),
        (
            lambda d: d["match_points"]["by_places"].update({"1-2": [6]}),
            "x.toml [match_points]: 1-2 needs one whole number for each place.",
        ),
        (
            lambda d: d["match_points"]["by_places"].update({"1-1-3": [5, 5, 3]}),
            "x.toml: match_points 1-1-3 must add up to the same total as places without a tie.",
        ),
        (
            lambda d: d["match_points"]["by_places"].update({"1-2-2": [4, 4, 4]}),
            "x.toml: match_points 1-2-2 must give more points to a better place and the same points to a tie.",
        ),
        (
            lambda d: [d["match_points"]["by_places"].pop(key) for key in ("1-2", "1-1")],
            "x.toml: match_points must cover tables of 2 and 3 players.",
        ),
        (
            lambda d: d.pop("match_points"),
            "x.toml: match_points or player_score must be there, but not both.",
        ),
        (
            lambda d: change_case(d, worth="lots"),
            "x.toml [shakes] [now] [cases] [challenger 1]: worth must be on the scale, not “lots”.",
        ),
        (
            lambda d: change_case(d, **{"if": ["lucky"]}),
            "x.toml [shakes] [now] [cases] [challenger 1]: if has an unknown condition, “lucky”.",
        ),
        (
            lambda d: d["shakes"]["now"]["cases"]["challenger"].pop(),
            "x.toml [shakes] [now] [cases]: challenger needs one case without a condition, at the end.",
        ),
        (
            lambda d: d["shakes"]["now"].update(may_present=["judge"]),
            "x.toml [shakes] [now]: may_present names judge, which has no cases.",
        ),
        (
            lambda d: d["shakes"]["now"].update(title="{never} challenge"),
            "x.toml: shakes has a title for now with a name that isn’t in [names].",
        ),
        (lambda d: d["limits"].pop("round"), "x.toml: limits must have a round in seconds."),
        (lambda d: d["script"].pop("sign"), "x.toml: script must have start and sign."),
        (
            lambda d: d["limits"]["roll"].update(timers=1),
            "x.toml [limits] [roll]: exactly one of seconds, timers, cubes, and rounds must be there.",
        ),
        (
            lambda d: d["limits"]["roll"].update(longer={"two-solutions": 90}),
            "x.toml: limits roll is longer with two-solutions, which isn’t one of the variations.",
        ),
        (
            lambda d: d["limits"]["roll"].update(longer={"factorial": 30}),
            "x.toml [limits] [roll]: seconds can’t be negative, and longer limits must be greater.",
        ),
        (
            lambda d: d["penalties"]["time"].update(points=1),
            "x.toml [penalties] [time]: points must be negative, because a penalty takes points.",
        ),
        (
            lambda d: d["penalties"]["time"].update(consent="coach"),
            "x.toml [penalties] [time]: consent must be judge, two judges, or head judge.",
        ),
        (
            lambda d: d["penalty_initials"].update(divisions=["Q"]),
            "x.toml [penalty_initials]: divisions names Q, which isn’t a division in this book.",
        ),
        (
            lambda d: d["variations"]["average"].update(needs=["plus"]),
            "x.toml [variations] [average] [lists] [E]: needs has “plus”, which is neither on a cube nor a known need.",
        ),
        (
            lambda d: d["variations"]["average"].update(needs=["the chosen symbol"]),
            "x.toml [variations] [average] [lists] [E]: "
            "needs names something chosen, but there is no blank to choose it in.",
        ),
        (
            lambda d: d["variations"]["average"].update(conflicts=[{"with": "chess", "rule": "EQ I"}]),
            "x.toml: variations have a conflict with chess, which isn’t one of the variations.",
        ),
        (
            lambda d: d["variations"]["average"]["lists"]["E"].update(number=1),
            "x.toml: variations have the same number twice on the E list.",
        ),
        (
            lambda d: d["variations"]["base-m"].update(blank={"kind": "choice"}),
            "x.toml [variations] [base-m] [lists] [J] [blank]: of must list the choices.",
        ),
        (lambda d: d["picks"].pop(), "x.toml: picks must say how many variations are picked in S."),
        (lambda d: d.pop("pick_penalties"), "x.toml: pick_penalties is needed if there are picks, and only then."),
        (
            lambda d: d["picks"][0].update(each=[2, 1]),
            "x.toml [picks 1]: each must be two numbers: the least and the most.",
        ),
        (lambda d: d["sheet"].pop("turned_in_by"), "x.toml [sheet]: turned_in_by is missing."),
        (
            lambda d: d["protests"]["appeals"].update({"is": "perhaps"}),
            "x.toml [protests] [appeals]: is must be yes, no, or silent.",
        ),
        (
            lambda d: d["equipment"][0].update(who="dog"),
            "x.toml [equipment 1]: who must be table, player, team, organizer, or nobody.",
        ),
        (
            lambda d: d["equipment"][0].update(chart=["resources", "answers"]),
            "x.toml [equipment 1]: "
            "chart must list only resources, variations, goal, solutions, or universe, each once.",
        ),
        (
            lambda d: d["equipment"][0].update(chart=["goal"], divisions=["E", "E"]),
            "x.toml [equipment 1]: divisions must list only E, M, J, or S, each once.",
        ),
    ],
)
def test_bad_file_is_refused_with_file_key_and_reason(
    data: dict, change: Callable[[dict], object], reason: str
) -> None:
    change(data)
    with pytest.raises(EditionError) as refusal:
        read_edition(data, "x.toml")
    assert str(refusal.value) == reason


KINDS: list = [None, True, 7, -1, 2.5, "", "text", [], [1], ["a"], {}, {"is": 1}, {"rule": "EQ I"}]


def _paths(value: Any, here: tuple = ()) -> Iterator[tuple]:
    """Yield every path in a table, however deep."""
    found = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, below in found:
        yield (*here, key)
        yield from _paths(below, (*here, key))


WHOLE = tomllib.loads((FOLDER / "agloa-onsets-2014.toml").read_text())


@settings(deadline=None)  # a whole book is read each time
@given(st.sampled_from(list(_paths(WHOLE))), st.sampled_from(KINDS))
def test_any_value_in_any_place_is_read_or_refused(path: tuple, value: object) -> None:
    """Whatever someone types into a file, the answer is an edition or a sentence, never a traceback."""
    data = copy.deepcopy(WHOLE)
    place: Any = data
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    with contextlib.suppress(EditionError):
        read_edition(data, "x.toml")
