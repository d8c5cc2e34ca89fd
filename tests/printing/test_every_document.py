"""Every document with the longest and oddest names is complete, readable, tagged, and shows only permitted names."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from io import BytesIO
from itertools import cycle
from typing import Any

import pikepdf
import pytest
from django.urls import reverse

from foundation.accounts.invitations import path_of
from foundation.errors import Refused
from foundation.people.actor import Actor
from foundation.people.models import Invitation, User
from foundation.tournaments import Tournament
from pairings.models import Table
from printing.catalog import DOCUMENTS
from printing.documents import PrintScope
from printing.queries import rounds_of
from printing.rendering import render_pdf
from printing.tables.scoresheets import list_sheets
from rulebooks import editions
from tests import factories
from tests.helpers import require
from tests.printing.documents import BASE, render_cards, without_spaces
from tests.printing.geometry import Box, invisible_letters, overlapping_texts, problems_of
from tests.printing.pages import codes, words
from tests.reused_fixtures import reused
from tests.scoring.conftest import play
from tournament import actions as tournament_actions
from tournament.models import Division, Event, School, Team
from tournament.queries import divisions_of
from tournament.rooms.models import Room, Tables
from tournament.rosters.models import Player
from tournament.setup.actions import set_up

ODD = (
    ("Wolfeschlegelsteinhausenbergerdorff", "Wolfeschlegelsteinhausen"),
    ("W" * 30, "M" * 30),
    ("Żółć Ærøskøbing", "O'Neil-Ñandú"),
    ("张伟明", "欧阳"),
    ("अनुष्का", "शर्मा"),
    ("محمد", "الخوارزمي"),
    ("מרים", "בן־דוד"),
    ("สมชาย", "ใจดี"),
    ("Ολυμπία", "Παπαδοπούλου"),
    ("😀 Smile", "Emoji"),
    ("<b>Bo</b>", "& co {{ name }}"),
)
LONG_TOURNAMENT = (
    "The Thirty-Seventh Invitational of the Federation of Academic Games Leagues of the Greater Region, and Beyond, 120"
)
LONG_ROOM = "The gymnasium of the old building, upper floor, beside it 60"
MARKS = {*"-\u0900\u0901\u0902\u093e\u093f\u0940\u0941\u0942\u0947\u094b\u094d\ufffe\x02"}
OPTIONS = {"shakes": "12", "back": "variations", "names": "full", "copies": "2", "top": "20"}
# Documents that name every player in full. The others name none.
NAMES_ALL = {
    "scoresheets",
    "player_sheets",
    "player-cards",
    "list-by-name",
    "list-by-school",
    "check-in",
    "packets",
    "standings",
    "results-by-school",
    "awards",
    "certificates",
}


def use_odd_names(tournament: Tournament) -> None:
    for at, player in enumerate(Player.objects.filter(tournament=tournament).order_by("pk")):
        first, last = ODD[at % len(ODD)]
        Player.objects.filter(pk=player.pk).update(first_name=first, last_name=last)
    for school in School.objects.filter(tournament=tournament):
        School.objects.filter(pk=school.pk).update(
            name=f"{school.pk} Institute {'Q' * 20} Ærøskøbing 张伟".ljust(60, "x")
        )
    for team in Team.objects.filter(tournament=tournament):
        Team.objects.filter(pk=team.pk).update(name=f"{team.pk} Calculators of the Upper Valley".ljust(60, "y"))
    Table.objects.filter(draw__tournament=tournament).update(
        room="The gymnasium of the old building, upper floor, beside it 60"
    )
    Tournament.objects.filter(pk=tournament.pk).update(name=LONG_TOURNAMENT, venue="Pascal Middle School, " * 9)
    tournament.refresh_from_db()


@pytest.fixture
@reused
def played_division(two_rounds: Event) -> Division:
    """A division with two rounds played and a third one without tables; a room, and coach links."""
    tournament = two_rounds.tournament
    division = divisions_of(tournament).get()
    room = Room.objects.create(tournament=tournament, name="R" * 60)
    Tables.objects.create(division=division, room=room, first=1, last=5)
    for team in tournament.teams.all():
        factories.coach_link(team)
    use_odd_names(tournament)
    return divisions_of(tournament).get()


@pytest.fixture
@reused
def cup(director: User, director_actor: Actor) -> Division:
    tournament = factories.tournament(director, "Cup Day", ("acc-2026",))
    factories.roster(tournament, teams=5, division="Grade 5")
    event = set_up(director_actor, tournament.events.get(), version=1, rounds=7, divisions=("5",), verification="none")
    tournament_actions.start(director_actor, tournament)
    play(director_actor, event, 1)
    use_odd_names(tournament)
    return divisions_of(tournament).get()


def scope_of(division: Division, paper: str) -> PrintScope:
    tournament = Tournament.objects.get(events=division.event_id)
    drawn = rounds_of(tournament).filter(draws__state="published").last()
    return PrintScope(tournament, paper, BASE, division=division, round=drawn, options=OPTIONS)


def documents(division: Division, paper: str) -> Iterator[tuple[str, bytes]]:
    """Yield all documents except the one that only the Cup has."""
    scope = scope_of(division, paper)
    for name, document in DOCUMENTS.items():
        if name != "player_sheets":
            yield name, render_pdf(document.compose(scope), title=document.title)


def all_problems(name: str, pdf: bytes, division: Division) -> list[str]:
    return [
        *problems_of(pdf),
        *invisible_letters(pdf),
        *missing_names(name, pdf, division),
        *tag_problems(pdf),
        *font_problems(pdf),
        *metadata_problems(name, pdf),
    ]


def missing_names(name: str, pdf: bytes, division: Division) -> list[str]:
    """Return the names that are missing or must not be there, whatever their script and line breaks."""
    found = without_spaces("".join(words(pdf)))
    players = Player.objects.filter(tournament=division.event.tournament)
    if name not in NAMES_ALL:
        return [
            f"{name} names {each}" for each in {player.last_name for player in players} if without_spaces(each) in found
        ]
    parts = {part for player in players for part in (*player.first_name.split(), *player.last_name.split())}
    return [f"no {part!r}" for part in sorted(parts) if not is_written(without_spaces(part), found)]


def is_written(part: str, found: str) -> bool:
    """Allow for Devanagari marks, which join their letters, and for Arabic, which may be extracted backward."""
    if part in found or part[::-1] in found:
        return True
    return not part.isascii() and {*part} - MARKS <= {*found}


def tag_problems(pdf: bytes) -> list[str]:
    with pikepdf.open(BytesIO(pdf)) as document:
        root = document.Root
        keys = {int(number) for number in list(root.StructTreeRoot.ParentTree.Nums)[::2]}
        mine = [int(page.obj.get("/StructParents", -1)) for page in document.pages]
        problems = [f"page {at} has no tags" for at, key in enumerate(mine, 1) if key not in keys]
        return problems + ["not marked"] * (not root.MarkInfo.Marked or root.Lang != "en")


def font_problems(pdf: bytes) -> list[str]:
    with pikepdf.open(BytesIO(pdf)) as document:
        fonts = [each for each in document.objects if isinstance(each, pikepdf.Dictionary) and _is_font(each)]
        return [f"{each.FontName} is not embedded" for each in fonts if not _embeds(each)] + ["no font"] * (not fonts)


def _is_font(each: Any) -> bool:
    return each.get("/Type") == "/FontDescriptor"


def _embeds(descriptor: Any) -> bool:
    return any(key.startswith("/FontFile") for key in descriptor)


def metadata_problems(name: str, pdf: bytes) -> list[str]:
    """Return metadata other than the title: names, authors, or producers."""
    with pikepdf.open(BytesIO(pdf)) as document:
        progress = {key: str(value) for key, value in document.docinfo.items()}
        with document.open_metadata(set_pikepdf_as_editor=False) as metadata:
            progress |= dict(metadata)
        described = str(document.Root.Metadata.read_bytes())
    title = DOCUMENTS[name].title
    problems = [f"{key}: {value}" for key, value in progress.items() if value != title]
    return problems + [f"metadata names {last}" for _, last in ODD if last in described]


@pytest.mark.parametrize("paper", ["letter", "a4"])
def test_every_document_is_complete_with_the_oddest_names(played_division: Division, paper: str) -> None:
    """Its QR codes have the right URLs, and no other document has any."""
    problems, scanned = {}, {}
    for name, pdf in documents(played_division, paper):
        problems[name], scanned[name] = all_problems(name, pdf, played_division), codes(pdf)
    assert {name: found for name, found in problems.items() if found} == {}
    assert set(problems) == set(DOCUMENTS) - {"player_sheets"}
    assert {name: pages for name, pages in scanned.items() if any(pages)} == addresses_in(
        scope_of(played_division, paper)
    )


def addresses_in(scope: PrintScope) -> dict[str, list[list[str]]]:
    """Return the expected URLs by document and page: scoresheet entry, table, and team page."""
    slug = scope.tournament.slug
    sheets = [
        f"{BASE}{reverse('sheet', args=[slug, each.pk])}?printed={each.pk}"
        for each in list_sheets(scope.published_draw)
    ]
    tables = [BASE + reverse("at_table", args=[slug, scope.chosen_round.pk, number]) for number in range(1, 6)]
    links = Invitation.objects.filter(team__isnull=False).order_by("team__school__name")
    return {
        "scoresheets": [code for each in sheets for code in ([each], [])],
        "tents": [[each, each] for each in tables],
        "packets": [[BASE + path_of(each)] for each in links],
    }


@pytest.mark.parametrize("paper", ["letter", "a4"])
@pytest.mark.parametrize("name", ["scoresheets", "player_sheets", "spares"])
def test_every_document_of_the_cup_is_complete_with_the_oddest_names(cup: Division, paper: str, name: str) -> None:
    pdf = render_pdf(DOCUMENTS[name].compose(scope_of(cup, paper)), title=DOCUMENTS[name].title)
    assert all_problems(name, pdf, cup) == []


@pytest.mark.parametrize(("edition", "paper"), [*zip(editions(), cycle(["letter", "a4"]), strict=False)])
def test_documents_of_every_book_and_division_are_complete(
    director: User, director_actor: Actor, edition: str, paper: str
) -> None:
    """Covers the documents that are the same for everyone. A book doesn't have all of them."""
    tournament = factories.tournament(director, "Spring Meet", (edition,))
    set_up(director_actor, tournament.events.get(), version=1)
    problems, printed = {}, set()
    for division in divisions_of(tournament):
        scope = PrintScope(tournament, paper, BASE, division=division, options={"shakes": "12", "back": "variations"})
        for name in ("spares", "variations", "charts", "judges"):
            with suppress(Refused):
                pdf = render_pdf(DOCUMENTS[name].compose(scope), title=DOCUMENTS[name].title)
                problems[name, division.letter] = [
                    *problems_of(pdf),
                    *invisible_letters(pdf),
                    *tag_problems(pdf),
                    *font_problems(pdf),
                ]
                printed.add(name)
    assert {where: what for where, what in problems.items() if what} == {}
    assert {"spares", "judges"} <= printed


@pytest.mark.parametrize("paper", ["letter", "a4"])
def test_qr_cards_are_complete_with_the_oddest_names(played_division: Division, paper: str) -> None:
    tournament = played_division.event.tournament
    for at in range(9):
        factories.badge(tournament, label=f"{at}{'W' * 59}")
    links = list(Invitation.objects.select_related("team__school", "school", "tournament").order_by("pk"))
    pdf = render_cards(tournament, links, paper)
    assert [*problems_of(pdf), *invisible_letters(pdf), *tag_problems(pdf), *font_problems(pdf)] == []
    wanted = [BASE + path_of(link) for link in links]
    assert codes(pdf) == [sorted(wanted[0::2]), sorted(wanted[1::2])], "cut as a pile they are in order"


class LastProgress:
    """Remembers the last reported progress."""

    last = (0, 0)

    def __call__(self, done: int, total: int) -> None:
        self.last = (done, total)


def test_pieces_of_every_document_make_the_whole(played_division: Division, cup: Division) -> None:
    """Copies are counted correctly, and each one is in exactly one piece."""
    Table.objects.filter(number__gt=3).update(room="Annex")
    shared = {name: document for name, document in DOCUMENTS.items() if document.count_copies}
    assert set(shared) == {"scoresheets", "tents", "covers", "certificates", "player_sheets"}
    for name, document in shared.items():
        scope = scope_of(cup if name == "player_sheets" else played_division, "letter")
        copies, progress = require(document.count_copies)(scope), LastProgress()
        whole = words(render_pdf(document.compose(scope), title="x", report=progress))
        half = copies // 2
        pieces = [replace(scope, piece=piece) for piece in ((0, half), (half, copies))]
        parts = [words(render_pdf(document.compose(each), title="x")) for each in pieces]
        assert (name, parts[0] + parts[1]) == (name, whole)
        assert (name, progress.last) == (name, (copies, copies))


def test_public_lists_show_only_public_names(played_division: Division) -> None:
    scope = scope_of(played_division, "letter")
    public = PrintScope(scope.tournament, "a4", BASE, scope.division, scope.round, {"names": "public"})
    lasts = {"M" * 30, "Emoji", "& co {{ name }}"}
    for name in ("list-by-name", "list-by-school", "standings", "results-by-school", "awards"):
        found = without_spaces("".join(words(render_pdf(DOCUMENTS[name].compose(public), title="x"))))
        assert (name, [last for last in lasts if without_spaces(last) in found]) == (name, [])


BODY = 'margin: 0; font-family: "DejaVu Serif"'


class TestGeometryHelpers:
    """The checks above can fail."""

    def test_combining_mark_does_not_overlap_its_letter(self) -> None:
        letter = Box("ดี", 10, 10, 50, 20)
        assert overlapping_texts([letter, Box("\u0e35", 40, 15, 49, 20)]) == []

    def test_overlapping_and_adjacent_words(self) -> None:
        one, on_it, beside = Box("a", 10, 10, 50, 20), Box("b", 40, 12, 90, 22), Box("c", 51, 10, 90, 20)
        assert overlapping_texts([one, on_it]) == []
        assert overlapping_texts([one, Box("b", 20, 12, 60, 22)]) == [("a", "b")]
        assert overlapping_texts([one, beside]) == []

    @pytest.mark.parametrize(
        ("style", "says"),
        [
            ("", []),
            ("margin-left: 76mm; white-space: nowrap", ["page 1: 'Wolfe schlegel' leaves the page"]),
            ("height: 2mm; overflow: hidden; width: 20mm", ["page 1: nobody sees 'schlegel'"]),
        ],
    )
    def test_words_that_leave_the_page_or_are_cut_off(self, style: str, says: list[str]) -> None:
        from weasyprint import HTML

        html = f'<style>@page {{ size: 100mm 60mm; margin: 10mm }} body {{ {BODY} }}</style><p style="{style}">'
        pdf = HTML(string=f"{html}Wolfe schlegel").write_pdf()
        assert (problems_of(pdf) + invisible_letters(pdf))[:1] == says
