"""A tournament day as the guide describes it, with the pictures of the guide and the README.

`--pictures=docs/guide/images` keeps the pictures. Without it, the day is performed all the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.camera import Camera
from tests.browser.conftest import PHONE, PROJECTOR, direct_every_tournament, make_badge
from tests.system.program import Program

ROOT = Path(__file__).parents[2]
GUIDE = ROOT / "docs" / "guide"
IMAGES = GUIDE / "images"
PICTURE = re.compile(r"!\[[^\]]+\]\(([^)\s]+)\)")
MOST_BYTES_OF_ALL = 4_000_000

FIRST_NAMES = ("Ada", "Bo", "Cleo", "Dov", "Eve", "Finn", "Gus", "Hedda", "Ivo", "Juno", "Kato", "Lena", "Moss", "Nell")
LAST_NAMES = ("Addend", "Binomial", "Cosine", "Divisor", "Exponent", "Factor", "Googol", "Hexagon", "Integer", "Kite")
TEAMS = (
    *(("Euler Academy", "Bridges", "Elementary", 5), ("Euler Academy", "Graphs", "Elementary", 6)),
    *(("Gauss School", "Curves", "Elementary", 5), ("Gauss School", "Primes", "Elementary", 6)),
    *(("Noether School", "Rings", "Elementary", 6), ("Pascal School", "Triangles", "Elementary", 5)),
    *(("Gauss School", "Normals", "Middle", 8), ("Noether School", "Fields", "Middle", 7)),
    ("Pascal School", "Wagers", "Middle", 8),
)
HEADINGS = "School,Team,Division,First name,Last name,Grade,Position"
TABLES_OF_THREE = "all => all.filter((e) => e.querySelectorAll('.chip').length == 3).map((e) => e.dataset.table)"
SHAKES = "624" + "262" + "442" + "226" + "622" + "246"

# The other scorekeepers: they enter and verify every scoresheet that is left.
OTHER_SCOREKEEPERS = """
from foundation.people.actor import Actor
from foundation.people.models import User
from scoring.entry import actions
from scoring.entry.queries import seated_players
from scoring.round_results import live_sheets
from tests.scoring.conftest import paper
from tournament.rounds.models import Round
SHAKES = ("6 2 4", "2 6 4", "4 4 2", "6 2 2", "2 2 6", "2 4 6", "4 2 4", "2 6 2")
one, two = (Actor(user=User.objects.get(name=name, memberships__tournament__slug="{slug}")) for name in {people})
rounds = Round.objects.filter(tournament__slug="{slug}", state="collecting").order_by("pk")
sheets = [sheet for each in rounds for sheet in live_sheets(each)]
for at, sheet in enumerate(sheets[:{most}]):
    if sheet.is_verified:
        continue
    base = sheet.current.number if sheet.current else 0
    if not base:
        played = [SHAKES[(at * 3 + shake * 2 + at // 4) % len(SHAKES)] for shake in range(5)]
        if len(seated_players(sheet)) == 2:
            played = ["6 2", "2 6", "6 2", "2 2", "2 6"]
        rows = [" ".join(cells) for cells in zip(*(shake.split() for shake in played), strict=True)]
        base = actions.enter(one, sheet, paper=paper(*rows), base=0).number
    actions.check(two, sheet, base=base)
"""


@dataclass
class Day:
    """One tournament day: the director's window, and the means to open those of others."""

    director: Page
    open_page: Callable[..., Page]
    program: Program
    camera: Camera
    url: str = ""

    @property
    def slug(self) -> str:
        return self.url.rstrip("/").rpartition("/")[2]

    def join(self, role: str, name: str, **options: Any) -> Page:
        """Create a badge and sign in with it."""
        page = self.open_page(make_badge(self.director, self.url, role, name), **options)
        page.fill("[name=name]", name)
        page.click("main button")
        page.wait_for_url(f"**/t/{self.slug}/**")
        return page

    def go(self, path: str, page: Page | None = None) -> Page:
        page = page or self.director
        page.goto(f"{self.url}{path}")
        return page

    def open_round(self, division: str, number: int) -> str:
        page = self.go("rounds/")
        page.click(f"section:has-text('{division}') a:has-text('Round {number}')")
        page.wait_for_url("**/rounds/*/")
        return page.url

    def assign_tables(self, division: str, number: int) -> str:
        """Assign the tables of a round; return the page of the round."""
        round_url = self.open_round(division, number)
        self.director.click("a:has-text('Assign tables')")
        self.director.click("main button:has-text('Assign tables')")
        self.director.wait_for_selector("#certificate")
        return round_url

    def publish_tables(self) -> list[str]:
        """Publish the draft; return the numbers of its tables of three."""
        self.director.click("button:has-text('Publish tables')")
        expect(self.director.locator(".pagehead .badge")).to_contain_text("published")
        tables: list[str] = self.director.eval_on_selector_all("[data-table]", TABLES_OF_THREE)
        return tables

    def start_round(self, round_url: str) -> None:
        self.director.goto(round_url)
        self.director.click("button:has-text('Start the clock')")
        self.director.wait_for_selector("button:has-text('Collect scoresheets')")

    def collect(self, round_url: str) -> None:
        self.director.goto(round_url)
        self.director.click("button:has-text('Collect scoresheets')")
        self.director.wait_for_selector("main a:has-text('Scoresheets')")

    def finish_entering(self, most: int = 100) -> None:
        people = ("Cy Clerk", "Sam Scorer")
        self.program.run_python(OTHER_SCOREKEEPERS.format(slug=self.slug, people=people, most=most))

    def close_round(self, round_url: str) -> None:
        self.director.goto(round_url)
        self.director.click("button:has-text('Close the round')")
        self.director.wait_for_selector("button:has-text('Reopen the round')")


@pytest.fixture
def pictures(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """The folder for pictures: that of `--pictures`, or one that is thrown away."""
    folder = Path(request.config.getoption("--pictures") or tmp_path)
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest.fixture
def day(director: Page, open_page: Callable[..., Page], program: Program, pictures: Path) -> Day:
    return Day(director, open_page, program, Camera(pictures))


# -- before the day ---------------------------------------------------------------------------------------------------


def open_rehearsals(day: Day) -> Page:
    day.director.goto("/rehearsal/")
    return day.director


def set_up(day: Day) -> None:
    page = day.director
    page.goto("/new/")
    day.camera.take(page, "formats", ".pagehead", "main .grid")
    page.click("text=AGLOA league day")
    page.fill("[name=name]", "Lakeshore Fall Meet")
    page.fill("[name=venue]", "Pascal School")
    page.click("text=Create tournament")
    page.wait_for_url("**/games/")
    day.url = page.url.removesuffix("games/")
    page.click("a:has-text('Continue')")
    for division in ("Junior", "Senior"):
        page.uncheck(f"label:has-text('{division}')")
    page.fill("[name=rounds]", "2")
    page.fill("[name=panel_size]", "1")
    page.fill("[name=minutes]", "25")
    page.keyboard.press("Tab")
    expect(page.locator(".source[data-changed]")).to_have_count(4)
    day.camera.take(page, "settings", "main .pills", "section:has(> h2:text('Rounds'))")
    page.click("text=Save and continue")
    choose_rooms(day)
    page.check("text=Public page")
    day.camera.take(page, "student-names", "main .pills", "main form")
    page.click("text=Save and continue")
    page.wait_for_url(day.url)


def choose_rooms(day: Day) -> None:
    page = day.director
    for line, (division, room, first, last) in enumerate((("E", "Gym", 1, 10), ("M", "Library", 11, 15))):
        page.select_option(f"[name=division-{line}]", division)
        page.fill(f"[name=room-{line}]", room)
        page.fill(f"[name=first-{line}]", str(first))
        page.fill(f"[name=last-{line}]", str(last))
    day.camera.take(page, "rooms", "main .pills", "main form")
    page.click("text=Save and continue")


def roster_lines() -> list[str]:
    """Nine teams of five. Every name is made up."""
    names = zip(cycle(FIRST_NAMES), cycle(LAST_NAMES), strict=False)
    return [
        f"{school},{team},{division},{first},{last},{grade},{position}"
        for school, team, division, grade in TEAMS
        for position, (first, last) in zip(range(1, 6), names, strict=False)
    ]


def preview_roster(page: Page, lines: list[str]) -> None:
    page.fill("[name=pasted]", "\n".join([HEADINGS, *lines]).replace(",", "\t"))
    page.click("main button:has-text('Preview')")


def import_roster(day: Day) -> None:
    lines = roster_lines()
    page = day.go("roster/import/")
    preview_roster(page, [lines[0].replace(",5,", ",9,"), *lines[1:]])
    expect(page.locator(".cell-problem")).to_have_count(1)
    day.camera.take(page, "roster-preview", ".pagehead", "main .table")
    page.click("text=Upload corrected file")
    preview_roster(page, lines)
    page.click(f"button:has-text('Import {len(lines)} lines')")
    page.click("text=View the result")
    expect(page.locator(".pagehead .badge")).to_have_text(str(len(lines)))


def create_badges(day: Day) -> None:
    link = make_badge(day.director, day.url, "judge", "Judge 1")
    day.camera.take(day.director, "badge", "h1", "main .card")
    phone = day.open_page(link, **PHONE)
    phone.fill("[name=name]", "Judy Judge")
    day.camera.take(phone, "badge-phone", "body > header", "main form")
    for name in ("Cy Clerk", "Sam Scorer"):
        day.join("scorekeeper", name).close()
    page = day.go("staff/")
    day.camera.take(page, "staff", ".pagehead", "main .split")


def create_coach_links(day: Day) -> None:
    page = day.go("teams/")
    for team in ("Bridges", "Rings"):
        page.click(f"tr:has(th:text-is('{team}')) button:has-text('Create link')")
        page.wait_for_selector(f"tr:has(th:text-is('{team}')) a:has-text('Show')")
    day.camera.take(page, "coach-links", ".pagehead", "main .split")


def coach_phone(day: Day) -> Page:
    page = day.go("teams/")
    page.click("tr:has(th:text-is('Bridges')) a:has-text('Show')")
    return day.open_page("/team/" + page.input_value("#link").partition("/team/")[2], **PHONE)


# -- before the first round -------------------------------------------------------------------------------------------


def check_in(day: Day) -> None:
    page = day.go("")
    day.camera.take(page, "to-do", ".pagehead", "main .split")
    page.click("button:has-text('Start tournament')")
    page.wait_for_selector("text=Finish tournament")
    phone = day.join("scorekeeper", "Dee Door", **PHONE)
    day.go("checkin/", phone)
    teams = phone.locator("#cards > section")
    for at in range(len(TEAMS)):
        teams.nth(at).locator("button:has-text('Mark team here')").click()
        expect(teams.nth(at).locator("button[aria-pressed=true]:has-text('Here')")).to_have_count(5)
    mark(teams.nth(0), 2, "Late")
    mark(teams.nth(0), 4, "Absent")
    day.camera.take(phone, "check-in", ".pagehead", teams.nth(0))
    mark(teams.nth(0), 4, "Here")
    phone.close()


def mark(team: Locator, position: int, status: str) -> None:
    choice = team.locator(".segments").nth(position - 1).locator(f"button:has-text('{status}')")
    choice.click()
    expect(choice).to_have_attribute("aria-pressed", "true")


def assign_tables(day: Day) -> str:
    round_url = day.assign_tables("Elementary", 1)
    page = day.director
    page.locator("[data-table='3'] .chip").first.click()
    expect(page.locator("[data-picked]")).to_have_count(1)
    expect(page.locator(".chip[data-tone=bad]").first).to_be_visible()
    day.camera.take(page, "assign-tables")
    page.locator(".chip[data-tone=ok]").first.click()
    expect(page.locator("aside ol li")).to_have_count(1)
    day.publish_tables()
    day.assign_tables("Middle", 1)
    day.publish_tables()
    return round_url


def fix_tables(day: Day, round_url: str) -> list[str]:
    """A player leaves after the tables were published. Return the numbers of the tables of three."""
    page = day.go("checkin/?q=Bridges")
    mark(page.locator("#cards section").first, 5, "Withdrawn")
    page.goto(round_url)
    page.click("main a:has-text('Tables')")
    day.camera.take(page, "fix-tables", ".pagehead", "#board .notice", "[data-table='2']")
    page.click("button:has-text('Fix with the fewest moves')")
    page.wait_for_selector("text=compared with version 1")
    day.camera.take(page, "fixed-tables", "#certificate", "aside section >> nth=0")
    return day.publish_tables()


def find_table(day: Day) -> None:
    phone = day.open_page(day.url.replace("/t/", "/p/") + "tables/", **PHONE)
    phone.fill("#q", "cleo")
    expect(phone.locator(".sitting:has-text('Ada')")).to_have_count(0)
    day.camera.take(phone, "find-table")


def print_documents(day: Day) -> None:
    page = day.go("print/")
    day.camera.take(page, "print", ".pagehead", "main section >> nth=1")
    answer = page.request.get(f"{day.url}print/scoresheets/look/?{first_scoresheet(day)}")
    assert answer.headers["content-type"] == "application/pdf"
    paper = pypdfium2.PdfDocument(answer.body())[0].render(scale=1.2).to_pil()
    day.camera.save("scoresheet-paper", paper)


def first_scoresheet(day: Day) -> str:
    """The form of the print page, filled in as it is when it opens."""
    page = day.go("print/scoresheets/")
    fields = page.evaluate("[...new FormData(document.querySelector('main form'))].filter(([name]) => name !== 'key')")
    return "&".join(f"{name}={value}" for name, value in fields if "csrf" not in name)


# -- a round ----------------------------------------------------------------------------------------------------------


def run_the_clock(day: Day, round_url: str) -> None:
    middle = day.open_round("Middle", 1)
    for each in (round_url, middle):
        day.start_round(each)
    page = day.director
    page.goto(round_url)
    day.camera.take(page, "round", ".pagehead", ".clock-card", "section:has(> #extra)", "section:has(> #script) li")
    clock = day.open_page(f"{day.url}clock/", storage_state=page.context.storage_state(), **PROJECTOR)
    expect(clock.locator("[data-left]")).to_have_count(2)
    day.camera.take(clock, "room-clock")
    clock.close()


def judge_a_table(day: Day, table: str) -> Page:
    phone = day.join("judge", "Jo Judge", **PHONE)
    phone.click("nav >> text=Judging")
    phone.click("text=Start a visit")
    for digit in table:
        phone.click(f"[data-digit='{digit}']")
    day.camera.take(phone, "judge-table")
    phone.click("button:has-text('Start visit')")
    phone.wait_for_selector("h1:has-text('Table')")
    phone.click("#about button >> nth=0")
    phone.wait_for_selector("#about [aria-pressed=true]")
    day.camera.take(phone, "judge-visit", ".pagehead", "#about")
    phone.fill("#id_situation", "A player went to the restroom. The others moved a cube.")
    phone.wait_for_selector("#like button")
    phone.locator("#like button").first.click()
    phone.fill("#id_decision", "The cube goes back. The table gets 2 more minutes.")
    day.camera.take(phone, "judge-ruling", "#ruling")
    phone.click("a:has-text('Warning or penalty') >> nth=0")
    day.camera.take(phone, "judge-penalty", ".pagehead", "main .plain-list > li >> nth=2")
    phone.go_back()
    rule(phone, "The Solution doesn’t equal the Goal.")
    phone.click("button:has-text('Get second opinion')")
    phone.wait_for_selector("svg.qr")
    day.camera.take(phone, "judge-second", "article", ".qr-frame")
    phone.click("button:has-text('End visit')")
    phone.wait_for_selector(".pagehead :text('ended')")
    return phone


def rule(phone: Page, decision: str) -> None:
    phone.fill("#id_situation", "The Goal is 6. The Solution is 3 × 2.")
    phone.fill("#id_decision", decision)
    phone.fill("[name=shake]", "3")
    phone.click("button:has-text('Save ruling')")
    phone.wait_for_selector("article")


def give_second_opinion(day: Day) -> None:
    phone = day.join("judge", "Lee Judge", **PHONE)
    day.go("judging/", phone)
    phone.click("button:has-text('Start visit')")
    phone.wait_for_selector("h1:has-text('Table')")
    rule(phone, "The Solution is wrong.")
    phone.click("button:has-text('Same')")
    phone.click("button:has-text('End visit')")
    phone.wait_for_selector(".pagehead :text('ended')")
    phone.close()


# -- scoresheets ------------------------------------------------------------------------------------------------------


def open_sheet(day: Day, page: Page, table: str) -> None:
    day.go("sheets/", page)
    page.fill("#table", table)
    page.keyboard.press("Enter")
    page.wait_for_selector("#sheet[data-ready]")


def enter_sheets(day: Day, tables: list[str]) -> None:
    """Receive a pile and enter it. A second scorekeeper verifies one entry."""
    one, two = day.join("scorekeeper", "Kim Keys"), day.join("scorekeeper", "Pat Paper")
    day.go("sheets/", one)
    one.fill("#in", " ".join(tables[:3]))
    one.click("text=Add to pile")
    one.wait_for_selector("text=Your pile")
    open_sheet(day, one, tables[0])
    one.keyboard.type(SHAKES[:15] + "i")
    expect(one.locator("[data-out=place-1]")).not_to_be_empty()
    day.camera.take(one, "scoresheet", ".pagehead", ".sheet-keys")
    one.keyboard.press("Enter")
    expect(one.locator("h1")).to_have_text(f"Table {tables[1]}")  # the next in the pile
    one.wait_for_selector("#sheet[data-ready]")
    one.keyboard.type("624" + "666" + "i")
    expect(one.locator("[data-doubts] a").first).to_be_visible()
    one.keyboard.press("Enter")
    expect(one.locator("#reason")).to_be_focused()
    day.camera.take(one, "warning", ".sheet-grid", "#sheet button.primary")
    open_sheet(day, two, tables[0])
    day.camera.take(two, "review", ".pagehead", "main .notice >> visible=true", "#sheet button.primary")
    two.click("#sheet button.primary")
    two.wait_for_selector(".toast >> text=verified")
    for page in (one, two):
        page.close()
    enter_with_missing_initials(day, tables[-1])
    day.finish_entering()


def enter_with_missing_initials(day: Day, table: str) -> None:
    page = day.director
    open_sheet(day, page, table)
    page.keyboard.type(SHAKES[:15])
    for seat, said in ((1, "refused"), (2, "yes"), (3, "yes")):
        page.select_option(f"[name=row-{seat}-initials]", said)
    page.click("#sheet button.primary")
    page.fill("#reason", "The first player will file a protest.")
    page.click("#sheet button.primary")
    page.wait_for_url(f"{day.url}sheets/")


def protest(day: Day, judge: Page, table: str) -> None:
    day.go(f"protests/file/?table={table}", judge)
    judge.check("[name=seat] >> nth=0")
    judge.fill("[name=complaint]", "3 × 2 is 6.")
    day.camera.take(judge, "protest-form", "main form")
    judge.click("button:has-text('File protest')")
    judge.wait_for_url(re.compile(r"/protests/\d+/$"))
    address = judge.url
    panel = day.join("appeals_panel", "Paula Panel")
    page = day.director
    page.goto(address)
    page.click("button:has-text('Accept protest')")
    page.select_option("[name=member]", label="Paula Panel")
    page.click("button:has-text('Name member')")
    page.wait_for_selector("text=1 of 1")
    panel.goto(address)
    panel.click("button:has-text('Mark as heard')")
    panel.check("text=overturned: points changed")
    panel.fill("#vote_reason", "3 × 2 is 6, and no variation forbids it.")
    day.camera.take(panel, "protest-panel", ".pagehead", "main .split")
    panel.click("button:text-is('Vote')")
    decide_protest(day, panel)
    panel.wait_for_url(address)
    panel.close()


def decide_protest(day: Day, panel: Page) -> None:
    panel.click("a:has-text('Decide protest')")
    for seat, points in enumerate(("6", "2", "2"), 1):
        panel.fill(f"[name=cell-3-{seat}]", points)
    panel.click("button:has-text('Preview decision')")
    panel.wait_for_selector("h2:text('What would change')")
    day.camera.take(panel, "protest-decision", ".pagehead", "section:has(h2:text('What would change'))")
    panel.fill("[name=rule]", "EQ VII-C-6")
    panel.fill("[name=reason]", "The ruling breaks the rule.")
    panel.click("button:has-text('Decide protest')")


def choose_verification(day: Day, choice: str) -> None:
    page = day.go("games/")
    page.click("main a:has-text('Settings')")
    page.select_option("[name=verification]", choice)
    page.click("text=Save and continue")
    page.wait_for_url("**/rooms/**")


def compare_double_entries(day: Day, table: str) -> None:
    one, two = day.join("scorekeeper", "Una First"), day.join("scorekeeper", "Vic Second")
    for page, shakes in ((one, "624" + "262" + "442" + "226"), (two, "624" + "242" + "442" + "226")):
        open_sheet(day, page, table)
        page.keyboard.type(shakes + "i")
        page.keyboard.press("Enter")
    two.wait_for_selector("#both-head")
    day.camera.take(two, "dont-match", ".pagehead", "section:has(#both-head)")
    two.locator("[data-put]").first.click()
    two.click("#sheet button.primary")
    two.wait_for_selector(".toast >> text=entry 3")
    for page in (one, two):
        page.close()


# -- results ----------------------------------------------------------------------------------------------------------


def close_and_release(day: Day, round_url: str) -> None:
    for each in (round_url, day.open_round("Middle", 1)):
        day.close_round(each)
    page = day.go("release/")
    rows = page.locator("#release tbody tr")
    for at in (0, 1):
        rows.nth(at).locator("button:has-text('Round 1')").click()
        expect(rows.nth(at)).to_contain_text("Results through Round 1")
    day.camera.take(page, "release", ".pagehead", "#release")
    page = day.go("standings/")
    day.camera.take(page, "standings", ".pagehead", "main tbody tr >> nth=7")
    phone = day.open_page(day.url.replace("/t/", "/p/") + "standings/", **PHONE)
    day.camera.take(phone, "public-standings")


def second_round(day: Day) -> None:
    """The dashboard and a coach’s phone in the middle of the day, and a scoresheet with double entry."""
    rounds = [day.assign_tables("Elementary", 2)]
    tables = day.publish_tables()
    rounds.append(day.assign_tables("Middle", 2))
    day.publish_tables()
    coach = coach_phone(day)
    expect(coach.locator(".coach-points").first).to_be_visible()
    day.camera.take(coach, "coach")
    choose_verification(day, "rekey")
    for each in rounds:
        day.start_round(each)
    day.collect(rounds[0])
    compare_double_entries(day, tables[-1])
    choose_verification(day, "check")
    day.finish_entering(6)
    day.camera.take(day.go(""), "dashboard")
    day.collect(rounds[1])
    day.finish_entering()
    for each in rounds:
        day.close_round(each)


def set_up_playoffs(day: Day) -> None:
    page = day.go("standings/")
    page.click("summary:has-text('Playoffs')")
    page.fill("[name=teams]", "2")
    page.fill("[name=players]", "6")
    day.camera.take(page, "cutoff", "details:has(summary:text('Playoffs'))")
    page.click("details:has(summary:text('Playoffs')) button:has-text('Save')")
    page.wait_for_selector("#play-off")
    day.camera.take(page, "playoffs", "section:has(> #play-off)")


def hold_awards(day: Day) -> None:
    page = day.go("ceremony/")
    page.emulate_media(reduced_motion="reduce")
    page.click("[data-begin]")
    expect(page.locator("dialog[open]")).to_be_visible()
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    expect(page.locator("[data-call=place]:visible").first).to_be_visible()
    day.camera.take(page, "ceremony")
    page.click(".stage [data-close]")
    page.click("main a:has-text('Announcing order')")
    day.camera.take(page, "announcing-order", ".pagehead", "main tbody tr >> nth=6")


def restore_a_backup(day: Day) -> None:
    direct_every_tournament(day.program)
    page = day.go("backups/")
    page.click("tbody a:has-text('Restore') >> nth=0")
    day.camera.take(page, "restore", ".pagehead", "main .split")


# -- the tests --------------------------------------------------------------------------------------------------------


def pictures_in(page: Path) -> set[str]:
    """The pictures of the guide that a Markdown file shows."""
    found = [(page.parent / link).resolve() for link in PICTURE.findall(page.read_text())]
    return {each.stem for each in found if each.parent == IMAGES}


def pictures_of_the_guide() -> set[str]:
    return set[str]().union(*map(pictures_in, [ROOT / "README.md", *GUIDE.glob("*.md")]))


def test_day_of_the_guide_gives_every_picture(day: Day) -> None:
    day.camera.take(open_rehearsals(day), "rehearsal", "h1", "main form")
    set_up(day)
    import_roster(day)
    create_badges(day)
    create_coach_links(day)
    check_in(day)
    first = assign_tables(day)
    tables = fix_tables(day, first)
    find_table(day)
    print_documents(day)
    run_the_clock(day, first)
    judge = judge_a_table(day, tables[-1])
    give_second_opinion(day)
    for each in (first, day.open_round("Middle", 1)):
        day.collect(each)
    enter_sheets(day, tables)
    protest(day, judge, tables[-1])
    close_and_release(day, first)
    second_round(day)
    set_up_playoffs(day)
    hold_awards(day)
    restore_a_backup(day)
    assert set(day.camera.taken) == pictures_of_the_guide()


def test_every_picture_is_in_the_folder_and_all_are_small() -> None:
    files = sorted(IMAGES.glob("*"))
    assert {each.name for each in files} == {f"{name}.png" for name in pictures_of_the_guide()}
    assert sum(each.stat().st_size for each in files) <= MOST_BYTES_OF_ALL
