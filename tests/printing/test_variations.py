"""Variation sheets: every list of the rule books in even and odd years, alone and on the back of a scoresheet."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date
from io import BytesIO

import pikepdf
import pytest

from foundation.errors import Refused
from foundation.people.actor import Actor
from foundation.people.models import User
from foundation.tournaments import Tournament
from printing.content import collect_styles, fill_template
from printing.pdf.layout import FormLayout
from printing.tables.scoresheets import fill_sheet, list_sheets, round_context, styles_for
from rulebooks.variations import ending_year
from scoring.entry.queries import seated_players_by_table
from tests import factories
from tests.printing.documents import division_scope, fill_slots, render_document, round_scope, stamp_form
from tests.printing.pages import difference, pictures, sizes, words
from tests.rulebooks.vectors import read_json
from tournament.books import edition_of
from tournament.models import Division
from tournament.rosters.models import Player
from tournament.rounds.models import Round
from tournament.setup.actions import set_up

VARIATIONS = read_json("variations")
EDITIONS = {"equations": "agloa-equations-2019", "onsets": "agloa-onsets-2014"}
LISTS = [(game, division) for game in EDITIONS for division in VARIATIONS["games"][game]]
SCHOOL_YEARS = {"even": date(2028, 2, 5), "odd": date(2026, 11, 14)}
ON_PAPER = {
    "0 or x Wild": "0 or × Wild",
    "Base m": "Base",
    "Multiple of k": "Multiple of",
    "Union and Intersection Interchangeable": "∪ and ∩ Interchangeable",
    "V and Null Interchangeable": "V and Λ Interchangeable",
    "Required/Forbidden Card": "Required/Forbidden Card R F",
}

DivisionOf = Callable[..., Division]


@pytest.fixture
def division_of(director: User, director_actor: Actor) -> DivisionOf:
    def division(edition: str, name: str, day: date = SCHOOL_YEARS["odd"], format_: str = "") -> Division:
        tournament = factories.tournament(director, f"{name} {day}", (edition,))
        event = set_up(director_actor, tournament.events.get(), version=1, **{"format": format_} if format_ else {})
        Tournament.objects.filter(pk=tournament.pk).update(starts_on=day, ends_on=day, names_until=date(2030, 1, 1))
        return event.divisions.get(name__iexact=name)

    return division


def blocks_of(page: str) -> dict[str, list[str]]:
    """Return the printed list of each shake. The heading comes after the lists in the PDF."""
    lines = [line.strip() for line in page.splitlines()]
    found: dict[str, list[str]] = {}
    for line in lines:
        if re.fullmatch(r"Shake \d+", line):
            found[line] = mine = []
        elif found and re.match(r"\d+ \D|\d+ 0 ", line) and len(line) < 50:
            mine.append(line)
    return found


def wanted_in(game: str, division: str, parity: str) -> list[str]:
    by_slug = {each["slug"]: each for each in VARIATIONS["games"][game][division]["selectable"]}
    listed = [by_slug[slug] for slug in VARIATIONS["available"][game][division][parity]]
    return [f"{each['list_number']} {ON_PAPER.get(each['name'], each['name'])}" for each in listed]


@pytest.mark.parametrize("parity", SCHOOL_YEARS)
@pytest.mark.parametrize(("game", "division"), LISTS)
def test_every_shake_has_the_list_of_the_book(division_of: DivisionOf, game: str, division: str, parity: str) -> None:
    found = division_of(EDITIONS[game], division, SCHOOL_YEARS[parity])
    pages = words(render_document("variations", division_scope(found, shakes="12")))
    assert len(pages) == 1
    wanted = wanted_in(game, division, parity)
    assert blocks_of(pages[0]) == {f"Shake {number}": wanted for number in range(1, 13)}


@pytest.mark.parametrize(("game", "division"), LISTS)
def test_variations_always_in_force_are_named_once_above_the_lists(
    division_of: DivisionOf, game: str, division: str
) -> None:
    text = " ".join(
        words(render_document("variations", division_scope(division_of(EDITIONS[game], division))))[0].split()
    )
    always = [ON_PAPER.get(each["name"], each["name"]) for each in VARIATIONS["games"][game][division]["always_on"]]
    assert [text.count(name) for name in always] == [1] * len(always)
    assert ("don’t pick these:" in text) is bool(always)


@pytest.mark.parametrize(
    ("division", "picks"),
    [
        (
            "Elementary",
            "Each player picks 1 variation. In a 2-player match, the player who isn’t the Goal-setter picks 2.",
        ),
        ("Senior", "Each player picks 1 or 2 variations. For each"),
    ],
)
def test_number_of_picks_is_printed(division_of: DivisionOf, division: str, picks: str) -> None:
    text = " ".join(
        words(render_document("variations", division_scope(division_of(EDITIONS["equations"], division))))[0].split()
    )
    assert picks in text


def test_choices_for_a_blank_are_printed_with_the_signs_of_the_cubes(division_of: DivisionOf) -> None:
    middle = words(render_document("variations", division_scope(division_of(EDITIONS["equations"], "Middle"))))[0]
    assert "Base: eight, nine, or ten; Multiple of: 6 to 11; Exponent: red, blue, green, or black" in " ".join(
        middle.split()
    )
    senior = words(render_document("variations", division_scope(division_of(EDITIONS["onsets"], "Senior"))))[0]
    assert "Required Cube: B, R, G, Y, ∪, ∩, −, ′, V, Λ, =, or ⊂" in " ".join(senior.split())


@pytest.mark.parametrize(
    ("edition", "division", "format_"),
    [
        ("mlag-basic-2018", "Elementary", ""),
        ("mlag-basic-2018", "Senior", ""),
        ("acc-2026", "Grade 5", ""),
        ("agloa-equations-2019", "Elementary", "basic"),
    ],
)
def test_sheets_are_refused_if_no_variations_are_picked(
    division_of: DivisionOf, edition: str, division: str, format_: str
) -> None:
    found = division_of(edition, division, format_=format_)
    with pytest.raises(Refused, match=f"^{division} has no variations to pick in "):
        render_document("variations", division_scope(found))
    assert len(words(render_document("spares", division_scope(found, back="variations")))) == 1


@pytest.mark.parametrize(
    ("day", "ends"),
    [(date(2019, 11, 1), 2020), (date(2020, 4, 30), 2020), (date(2020, 6, 30), 2020), (date(2020, 7, 1), 2021)],
)
def test_school_year_ends_in_summer(day: date, ends: int) -> None:
    assert ending_year(day) == ends


def test_copies_are_the_same_page(division_of: DivisionOf) -> None:
    scope = division_scope(division_of(EDITIONS["equations"], "Junior"), copies="5")
    pdf = render_document("variations", scope)
    first, *others = pictures(pdf, 1)
    assert len(others) == 4
    assert all(difference(first, other) == 0 for other in others)
    with pikepdf.open(BytesIO(pdf)) as document:
        assert sorted(int(page.obj.StructParents) for page in document.pages) == list(range(5))


class TestBack:
    def test_each_sheet_is_followed_by_its_back(self, round_: Round) -> None:
        pages = words(render_document("scoresheets", round_scope(round_, back="variations", shakes="10")))
        assert len(pages) == 10
        wanted = {f"Shake {number}": wanted_in("equations", "elementary", "odd") for number in range(1, 11)}
        assert [blocks_of(page) for page in pages] == [{}, wanted] * 5
        assert ["Match points" in page for page in pages] == [True, False] * 5

    def test_sheet_without_a_back_has_one_page(self, round_: Round) -> None:
        assert len(words(render_document("scoresheets", round_scope(round_)))) == 5

    @pytest.mark.parametrize(("paper", "size"), [("letter", (792, 612)), ("a4", (842, 596))])
    def test_front_and_back_have_the_same_orientation(self, round_: Round, paper: str, size: tuple[int, int]) -> None:
        pdf = render_document("scoresheets", round_scope(round_, paper, back="variations", shakes="12"))
        assert sizes(pdf) == [size] * 10
        with pikepdf.open(BytesIO(pdf)) as document:
            assert [page.obj.get("/Rotate", 0) for page in document.pages] == [0] * 10

    def test_both_stamped_sides_look_like_the_sides_laid_out_whole(self, round_: Round) -> None:
        scope = round_scope(round_, back="variations")
        draw, edition = scope.published_draw, edition_of(scope.chosen_round.division.event)
        for player in Player.objects.all():
            Player.objects.filter(pk=player.pk).update(first_name=f"Wolfeschlegelsteinhausen{player.pk}" * 2)
        sheet = list_sheets(draw)[0]
        copy = fill_sheet(scope, draw, sheet, seated_players_by_table([sheet])[sheet.table_id])
        context = round_context(scope, draw, edition, 3)
        css = collect_styles(scope, *styles_for(edition, context))
        levels: dict[tuple[str, str], int] = {}
        html = fill_template("scoresheet.html", scope, context)
        stamped = pictures(b"".join(stamp_form(FormLayout(html, css), [copy], levels)))
        whole = pictures(FormLayout(fill_slots(html, copy, levels), css).pdf)
        assert len(stamped) == len(whole) == 2
        assert max(difference(one, other) for one, other in zip(stamped, whole, strict=True)) < 0.0005


@pytest.mark.parametrize("paper", ["letter", "a4"])
@pytest.mark.parametrize("shakes", ["4", "5", "8", "9", "12"])
def test_longest_list_fits_on_one_page(division_of: DivisionOf, paper: str, shakes: str) -> None:
    scope = division_scope(division_of(EDITIONS["onsets"], "Senior"), paper, shakes=shakes)
    pages = words(render_document("variations", scope))
    assert [len(blocks_of(page)) for page in pages] == [int(shakes)]
