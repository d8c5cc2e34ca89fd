"""The guide at /help/ and the help panel of every page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings as project_settings
from django.db import transaction
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries, Settings

from foundation.help.guide import find_page, list_pages, search
from foundation.help.pages import PAGES
from foundation.people.models import Role, User
from foundation.people.templatetags.components import citation
from foundation.tournaments import Tournament
from tests import factories
from tests.foundation.access_world import GUARDED_NAMES, MAY_BE_EMPTY, AccessWorld, address_of
from tests.helpers import SignIn, require

INDEX = """# The guide

1. [Scoresheets](scoresheets.md)
2. [Check-in](check-in.md)
"""
SCORESHEETS = """# Scoresheets & piles

Enter each *scoresheet* from the paper. See [check-in](check-in.md#late-players), [below](#totals),
[the API](../api.md), and [the league](https://example.org/).

## Totals

| sheet | total |
| ----- | ----: |
| 19    |    22 |

!!! warning "Stop"
    Don’t add up the penalties.

![The grid](images/grid.png){ width=600 }
"""
CHECK_IN = """# Check-in

## Late players

A player who is late still gets a seat.
"""


@pytest.fixture
def guide(tmp_path: Path, settings: Settings) -> Path:
    """A guide of four pages and a picture. The index doesn't list the last page."""
    settings.GUIDE = tmp_path / "guide"
    (settings.GUIDE / "images").mkdir(parents=True)
    texts = {"index": INDEX, "scoresheets": SCORESHEETS, "check-in": CHECK_IN, "a-last-page": "Without a heading."}
    for name, text in texts.items():
        (settings.GUIDE / f"{name}.md").write_text(text)
    (settings.GUIDE / "images" / "grid.png").write_bytes(b"picture")
    (settings.GUIDE / "images" / "notes.txt").write_text("not a picture")
    (tmp_path / "secret.md").write_text("# Secret")
    return Path(settings.GUIDE)


# -- the guide --------------------------------------------------------------------------------------------------------


def test_pages_are_in_the_order_of_the_index(guide: Path) -> None:
    assert [(page.name, page.title) for page in list_pages()] == [
        ("scoresheets", "Scoresheets & piles"),
        ("check-in", "Check-in"),
        ("a-last-page", "A last page"),
    ]


def test_page_links_to_pages_and_pictures_of_the_product(guide: Path) -> None:
    page = find_page("scoresheets")
    assert page is not None
    assert '<a href="/help/check-in/#late-players">check-in</a>' in page.html
    assert '<a href="#totals">below</a>' in page.html
    assert '<a href="https://example.org/">the league</a>' in page.html
    assert "<span>the API</span>" in page.html, "the product doesn't serve other documentation"
    assert 'src="/help/images/grid.png"' in page.html
    assert 'class="table-scroll"' in page.html
    assert '<div class="admonition warning">' in page.html
    assert "style=" not in page.html, "the Content-Security-Policy forbids it"
    assert "<h1" not in page.html, "the page head shows the title"
    assert [(each.anchor, each.title) for each in page.contents] == [("totals", "Totals")]


def test_edited_page_is_read_again(guide: Path) -> None:
    assert find_page("check-in") is not None
    (guide / "check-in.md").write_text("# Arrivals, another length")
    page = find_page("check-in")
    assert page is not None
    assert page.title == "Arrivals, another length"


def test_search_finds_sections_that_hold_every_word(guide: Path) -> None:
    assert [(hit.page, hit.section, hit.url) for hit in search("late SEAT")] == [
        ("Check-in", "Late players", "/help/check-in/#late-players")
    ]
    assert search("check-in")[0].page == "Check-in", "a title counts more than the text"
    assert search("late elephants") == []
    assert search("  ") == []


def test_excerpt_surrounds_the_word(guide: Path) -> None:
    (guide / "check-in.md").write_text("# Long\n\n" + "before " * 50 + "needle " + "after " * 50)
    (hit,) = search("needle")
    assert "needle" in hit.excerpt
    assert len(hit.excerpt) < 200


def test_guide_is_open_to_everyone(guide: Path, client: Client, db: None) -> None:
    index = client.get(reverse("help"))
    assert (index.status_code, b'<a href="/help/scoresheets/">Scoresheets</a>' in index.content) == (200, True)
    page = client.get(reverse("help_page", args=["scoresheets"]))
    assert (page.status_code, b'rel="next" href="/help/check-in/"' in page.content) == (200, True)
    image = client.get(reverse("help_image", args=["grid.png"]))
    assert (image.status_code, image["Content-Type"], image.content) == (200, "image/png", b"picture")


def test_search_page_lists_what_it_finds(guide: Path, client: Client, db: None) -> None:
    page = client.get(reverse("help"), {"q": "late"}).content.decode()
    assert '<a href="/help/check-in/#late-players">Check-in · Late players</a>' in page
    assert "Nothing in the guide has all these words" in client.get(reverse("help"), {"q": "<b>"}).content.decode()


@pytest.mark.parametrize(
    "path",
    [
        "/help/no-such-page/",
        "/help/index/",
        "/help/..%2Fsecret/",
        "/help/images/no.png",
        "/help/images/notes.txt",
        "/help/images/..%2Fcheck-in.md",
        "/help/images/../../secret.md",
    ],
)
def test_what_is_not_in_the_guide_is_not_found(guide: Path, client: Client, db: None, path: str) -> None:
    assert client.get(path).status_code == 404


def test_guide_makes_no_query(
    guide: Path, client: Client, db: None, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(0):
        assert client.get(reverse("help"), {"q": "late"}).status_code == 200


def test_empty_guide_still_has_a_page(settings: Settings, tmp_path: Path, client: Client, db: None) -> None:
    settings.GUIDE = tmp_path / "nothing"
    assert client.get(reverse("help")).status_code == 200


def test_links_and_pictures_of_the_real_guide_lead_somewhere(client: Client, db: None) -> None:
    """The product and the documentation site show the same files, and MkDocs checks only its own links."""
    pages = {page.url: page for page in [*list_pages(), require(find_page("index"))]}
    anchors = {url: set(re.findall(r'id="([^"]+)"', page.html)) for url, page in pages.items()}
    broken = []
    for url, page in pages.items():
        for link in re.findall(r'href="([^"]*)"', page.html):
            target, _, anchor = link.partition("#")
            target = target or url
            if target.startswith("/") and (target not in pages or (anchor and anchor not in anchors[target])):
                broken.append(f"{page.name}: {link}")
        broken += [
            f"{page.name}: {source}"
            for source in re.findall(r'src="([^"]*)"', page.html)
            if client.get(source).status_code != 200
        ]
    assert broken == []


def test_index_of_the_real_guide_lists_every_page() -> None:
    index = require(find_page("index"))
    assert [page.name for page in list_pages() if f'href="{page.url}' not in index.html] == []


# -- the help panel ---------------------------------------------------------------------------------------------------

# What the access tests may not find: these are no pages but files, parts of pages, displays, or answers to forms.
NOT_PAGES = {
    "backup_download", "check_look", "help_image", "job_cancel", "job_file", "job_retry",
    "mfa_download_recovery_codes", "protest_document", "protest_form", "protest_look",
    "session_end", "standings_wall", "tables_wall", "panel_release",
    "protest_none",
}  # fmt: skip
READERS = (Role.DIRECTOR, Role.JUDGE, "anonymous")
IN_A_LAYOUT_WITH_HELP = re.compile(rb'<body class="(app|public)"')
PANEL = b'id="help"'


def pages_seen_by(user: User | None, world: AccessWorld) -> Iterator[tuple[str, bytes]]:
    """Yield what every URL shows to this person, also when it refuses a form, and roll back what changed."""
    client = Client()
    for name in GUARDED_NAMES:
        for method in ("get", "post"):
            if user:
                client.force_login(user)
            with transaction.atomic():
                response = getattr(client, method)(address_of(name, world))
                transaction.set_rollback(True)
            if not response.streaming:
                yield name, response.content
            client.cookies.clear()


@pytest.mark.parametrize("reader", READERS)
def test_every_page_has_help(world: AccessWorld, reader: str) -> None:
    without = {
        name
        for name, content in pages_seen_by(world.subjects[reader], world)
        if IN_A_LAYOUT_WITH_HELP.search(content) and PANEL not in content
    }
    assert without == set()


def test_every_page_that_may_be_empty_has_help() -> None:
    assert MAY_BE_EMPTY - set(PAGES) == NOT_PAGES


def test_help_names_only_urls_and_pages_of_the_guide_that_exist() -> None:
    assert set(PAGES) <= set(GUARDED_NAMES)
    guide_pages = {path.stem for path in project_settings.GUIDE.glob("*.md")}
    assert {page.guide for page in PAGES.values() if page.guide} - guide_pages == set()


def test_help_is_short() -> None:
    for name, page in PAGES.items():
        assert 1 <= len(page.tasks) <= 3, name
        assert len(str(page.purpose).split()) <= 40, name
        assert all(len(str(task).split()) <= 25 for task in page.tasks), name


def test_error_page_has_no_help(world: AccessWorld) -> None:
    assert PANEL not in Client().get("/no/such/page/").content


# -- abbreviations ----------------------------------------------------------------------------------------------------

EQUATIONS = '<abbr title="Equations Tournament Rules 2019-20 (AGLOA)">EQ</abbr>'
MANUAL = '<abbr title="Equations and On-Sets Judges’ Manual 2018-19">JM</abbr>'


def test_citation_explains_each_book() -> None:
    assert citation("EQ I-A; JM A8") == f"{EQUATIONS} I-A; {MANUAL} A8"
    assert citation("Stay at the table (JM C24).") == f"Stay at the table ({MANUAL} C24)."


def test_interpretation_of_our_own_is_called_headtable() -> None:
    own = '<abbr title="Headtable’s default where the books are silent">Headtable</abbr>'
    assert citation("EQ I-A; HT table sizes") == f"{EQUATIONS} I-A; {own}: table sizes"


@pytest.mark.parametrize("text", ["Headtable", "EQ", "MLAGS 3", "the EQ book", "ABC 4", ""])
def test_other_text_stays(text: str) -> None:
    assert citation(text) == text


def test_citation_escapes_what_people_typed() -> None:
    assert citation("EQ <b>") == f"{EQUATIONS} &lt;b&gt;"


def test_books_of_a_league_are_explained_too(settings: Settings, tmp_path: Path) -> None:
    settings.RULEBOOKS = tmp_path
    table = 'extends = "agloa-equations-2019"\nid = "ours"\ntitle = "Ours"\n[books]\nOURS = "Our League’s Handbook"\n'
    (tmp_path / "ours.toml").write_text(table)
    assert citation("OURS 7") == '<abbr title="Our League’s Handbook">OURS</abbr> 7'


# -- empty pages ------------------------------------------------------------------------------------------------------

NEXT_STEPS = {
    "roster": "roster_upload",
    "teams": "roster_upload",
    "checkin": "roster_upload",
    "seating": "rounds",
    "sheets": "rounds",
    "standings": "sheets",
    "standings_changes": "standings",
    "charts": "sheets",
    "ceremony": "sheets",
    "ceremony_list": "sheets",
    "calls": "rounds",
    "penalties": "calls",
    "requests": "teams",
    "conflicts": "staff",
}


@pytest.mark.parametrize("name", NEXT_STEPS)
def test_empty_page_leads_to_the_next_step(
    client_of: SignIn, director: User, tournament: Tournament, name: str
) -> None:
    page = client_of(director).get(reverse(name, args=[tournament.slug])).content.decode()
    empty = page.partition('class="empty-actions"')[2]
    assert f'href="{reverse(NEXT_STEPS[name], args=[tournament.slug])}"' in empty.partition("</div>")[0]


def test_empty_page_offers_no_step_that_is_not_allowed(client_of: SignIn, tournament: Tournament) -> None:
    page = client_of(factories.helper(tournament, Role.SCOREKEEPER)).get(reverse("roster", args=[tournament.slug]))
    assert "Players appear here when the director imports a roster." in page.content.decode()
    assert reverse("roster_upload", args=[tournament.slug]) not in page.content.decode()
