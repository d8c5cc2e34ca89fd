"""Every family page with a pseudo-translation and in Spanish: each sentence is a message, and nothing is left out.

The pseudo-translation wraps every message in ⟦ and ⟧. A second web process serves it from the same database.
"""

from __future__ import annotations

import http.client
import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import PHONE, PROJECTOR, accessibility_problems, overflows
from tests.message_catalog import ROOT, SPANISH, make_pseudo_catalog, messages_in
from tests.servers import free_port
from tests.system.program import Program, clean_environment, wait_until

# Two rounds: the first is verified and released, the second is in progress, and its clock is paused.
SEED = """
import json
from foundation.accounts.invitations import path_of
from foundation.people.actor import Actor
from foundation.people.models import Role
from foundation.tournaments import Tournament
from judging.checker import actions as checker
from judging.checker.forms import CARDS
from pairings import actions as draws
from pairings.proposals import propose_tables
from scoring.coach import actions as coach
from scoring.entry import actions as sheets
from scoring.models import Dispute, Sheet
from scoring.public_results import actions as results
from tests import factories
from tests.collecting_round import session_of
from tests.scoring.conftest import PLAIN, play, verify_all
from tournament import actions as tournaments
from tournament.books import edition_of
from tournament.models import Division, Event, School, Team
from tournament.rosters.models import Place, Player
from tournament.rounds import actions as rounds
from tournament.rounds.models import Round
from tournament.setup.actions import set_up
GAMES = ("agloa-equations-2019", "agloa-onsets-2014")
meet = factories.tournament(factories.user("Dana Director"), "Family Meet")
boss = Actor(user=factories.director_of(meet))
factories.roster(meet, teams=3, alternates=1)
event = set_up(boss, meet.events.get(), version=1, rounds=3, divisions=("E",))
Tournament.objects.filter(pk=meet.pk).update(is_public=True)
tournaments.start(boss, meet)
division = Division.objects.select_related("event").get(event=event)
link = factories.coach_link(Team.objects.get(tournament=meet, name="Team 1"))
school_link = factories.coach_link(School.objects.get(tournament=meet, name="School 1"))
team = path_of(link)
one, two = (Actor(user=factories.helper(meet, Role.SCOREKEEPER)) for _ in range(2))
first = play(boss, event, 1)
verify_all(first, one, two)
rounds.close(boss, first)
results.release(boss, meet, division=division, rounds=1)
second = Round.objects.select_related("tournament", "division__event__book").get(division=division, number=2)
draws.publish(boss, draws.make(boss, second, proposal=propose_tables(second, seed=7)))
rounds.start(boss, Round.objects.select_related("tournament", "division__event__book").get(pk=second.pk))
rounds.give_extra_time(boss, Round.objects.get(pk=second.pk), table="1", seconds=60, reason="")
rounds.pause(boss, Round.objects.select_related("tournament", "division__event__book").get(pk=second.pk))
place = Place.objects.filter(entry__team__name="Team 1", event=event).order_by("number")[0]
asker = Actor(); asker.coach_link = link
for change in (coach.RequestedChange("name", place.pk, "Ada"), coach.RequestedChange("substitution", place.pk, "Bo")):
    coach.make_request(asker, meet, team=place.entry.team, change=change)
shown = Sheet.objects.filter(round=first, table__seats__place__entry__team__name="Team 1").order_by("pk")[0]
Dispute.objects.create(sheet=shown)
quiet = factories.tournament(factories.user("Dana Director"), "Practice Meet", GAMES)
director = Actor(user=factories.director_of(quiet))
practice = path_of(factories.coach_link(factories.team(quiet))) + "practice/"
checker.allow_practice(director, quiet, allowed=True)
divisions = Division.objects.filter(event__tournament=quiet, letter="E").select_related("event__book")
people = [*Player.objects.all(), *Place.objects.select_related("player")]
names = [text for each in people for text in (each.name, each.public_name("initial"))]
books = [edition_of(each.event) for each in divisions]
variations = [each.name for book in books for listed in book.variations.lists.values() for each in listed]
print(json.dumps({
    "practice": [practice, *(f"{practice}{each.pk}/" for each in divisions)],
    "slug": meet.slug, "team": team, "school": path_of(school_link), "sheet": shown.pk, "division": division.pk,
    "team_id": place.entry.team_id, "session": session_of(boss.user),
    "data": names + variations + [meet.name, quiet.name, meet.venue, "Dana Director", "Headtable", *"EMJSD"]
    + [name for model in (Division, Team, School) for name in model.objects.values_list("name", flat=True)]
    + list(Event.objects.values_list("game", flat=True)) + ["Ada", "Bo"] + [each for each in CARDS if each.isupper()],
}))
"""
MARKED = "⟦", "⟧"
# Every text of the page with its attributes, in order. What has its own language isn't translated with the page.
READ_TEXTS = """() => {
  const texts = [], attributes = ["aria-label", "title", "alt", "placeholder", "data-glow", "data-words"];
  const skip = "script, style, template, noscript, cite, code, kbd, math, [data-types], body [lang], .formula";
  const walk = (node) => {
    if (node.nodeType === Node.TEXT_NODE) texts.push(node.data);
    if (node.nodeType !== Node.ELEMENT_NODE || node.matches(skip)) return;
    for (const name of attributes) if (node.hasAttribute(name)) texts.push(node.getAttribute(name));
    for (const child of node.childNodes) walk(child);
  };
  walk(document.querySelector("dialog[data-stage]") ?? document.body);
  return texts.concat(document.querySelector("dialog[data-stage]") ? [] : [document.title]);
}"""


@dataclass(frozen=True)
class Families:
    """`data`: names and everything else that isn't a message. `cookie`: of the director, who opens clock and stage."""

    slug: str
    pages: Sequence[str]
    displays: Sequence[str]
    ceremony: str
    team: str
    checker: str
    data: Sequence[str]
    session: str


@pytest.fixture(scope="module")
def families(program: Program) -> Families:
    seed = json.loads(program.run_python(SEED))
    public, team, school = f"/p/{seed['slug']}/", seed["team"], seed["school"]
    standings = f"{public}standings/"
    pages = [
        public,
        *(f"{public}tables/{query}" for query in ("", "?q=zzzz")),
        *(f"{standings}?division={seed['division']}&list={kind}" for kind in ("players", "teams", "average", "top")),
        *(team, f"{team}sheets/{seed['sheet']}/", school, f"{school}{seed['team_id']}/"),
        *seed["practice"],
        *("/team/wrong/", "/no/such/page/", f"{public}nothing/"),
    ]
    displays = [f"{public}wall/", f"{standings}wall/", f"{standings}wall/?list=average", f"/t/{seed['slug']}/clock/"]
    return Families(
        seed["slug"],
        pages,
        displays,
        f"/t/{seed['slug']}/ceremony/",
        team,
        seed["practice"][1],
        seed["data"],
        seed["session"],
    )


@pytest.fixture(scope="module")
def pseudo_base(program: Program, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a web process with the pseudo-translation, on the program's database."""
    folder = tmp_path_factory.mktemp("pseudo")
    make_pseudo_catalog(folder / "locale")
    settings = f"from config.settings import *\nLOCALE_PATHS = [{str(folder / 'locale')!r}]\n"
    (folder / "pseudo_settings.py").write_text(settings)
    port = free_port()
    environment = clean_environment() | program.environment
    environment |= {"HEADTABLE_DATA": str(program.data), "PYTHONPATH": str(folder)}
    command = [sys.executable, "manage.py", "runserver", "--noreload", "--settings", "pseudo_settings"]
    with (folder / "out").open("wb") as out:
        process = subprocess.Popen([*command, f"localhost:{port}"], cwd=ROOT, env=environment, stdout=out, stderr=out)
    try:
        base = f"http://localhost:{port}"
        wait_until(lambda: _answers(port), "serving the pseudo-translation")
        yield base
    finally:
        process.terminate()
        process.wait()


def _answers(port: int) -> bool:
    connection = http.client.HTTPConnection("localhost", port, timeout=60)
    try:
        connection.request("GET", "/healthz")
        return connection.getresponse().status == 200
    except OSError:
        return False
    finally:
        connection.close()


def texts_of(page: Page, url: str) -> list[str]:
    page.goto(url)
    return texts_on(page)


def texts_of_answer(page: Page, url: str) -> list[str]:
    """Ask the practice checker about an ambiguous Solution."""
    page.goto(url)
    page.fill("[name=goal_mat]", "7")
    page.fill("[name=solution]", "1+2x3")
    page.click("#checker .button.primary")
    page.wait_for_selector("#verdict")
    return texts_on(page)


def texts_of_refusal(page: Page, url: str) -> list[str]:
    """Request a substitution without saying who plays."""
    page.goto(url)
    page.click("summary >> nth=1")
    page.click("details[open] button")
    page.wait_for_selector(".field-error")
    return texts_on(page)


def texts_on(page: Page) -> list[str]:
    page.wait_for_load_state()
    return [re.sub(r"\s+", " ", text) for text in page.evaluate(READ_TEXTS) if text.strip()]


def unmarked(texts: Sequence[str], data: Sequence[str]) -> list[str]:
    """The words outside all marks that aren't data. A message with a link or bold text spans several texts."""
    depth, found = 0, []
    known = re.compile("|".join(re.escape(each) for each in sorted(data, key=len, reverse=True) if each))
    for text in texts:
        outside = ""
        for letter in text:
            depth -= letter == "⟧"
            outside += letter if depth == 0 and letter not in MARKED else ""
            depth += letter == "⟦"
        if re.search(r"[^\W\d_]{2}", known.sub("", outside)):
            found.append(outside.strip())
    assert depth == 0
    return found


def without_marks(texts: Sequence[str]) -> list[str]:
    """The texts as an English reader gets them. A clock runs on, so numbers don't count."""
    plain = re.sub(r"\d+", "0", re.sub("[⟦⟧]", "", "\n".join(texts)))
    return [line.strip() for line in plain.split("\n") if line.strip()]


def test_pseudo_translation_marks_every_sentence_and_changes_nothing_else(
    open_page: Callable[..., Page], base: str, pseudo_base: str, families: Families
) -> None:
    page = open_page("/healthz")
    page.context.add_cookies([{"name": "sessionid", "value": families.session, "url": base}])
    problems = {}
    visits = [(path, texts_of) for path in [*families.pages, *families.displays, families.ceremony]]
    visits += [(families.checker, texts_of_answer), (families.team, texts_of_refusal)]
    for path, read in visits:
        english, marked = read(page, base + path), read(page, pseudo_base + path)
        left, changed = unmarked(marked, families.data), set(without_marks(marked)) ^ set(without_marks(english))
        if left or changed:
            problems[path] = (left, changed)
    assert problems == {}


def english_in(texts: Sequence[str], data: Sequence[str]) -> list[str]:
    """The texts that are English messages, with anything in place of their placeholders, and aren't data."""
    messages = [message for message in messages_in(ROOT / SPANISH) if message.texts[0] != message.translations[0]]
    patterns = [re.sub(r"\\\{\w+\\\}|%\\\(\w+\\\)s", ".+", re.escape(text)) for each in messages for text in each.texts]
    known = re.compile("|".join(pattern for pattern in patterns if re.search(r"\w\w", pattern.replace(".+", ""))))
    return [text for text in texts if known.fullmatch(text.strip()) and text.strip() not in data]


@pytest.mark.parametrize("screen", [PHONE, {}], ids=["phone", "laptop"])
def test_spanish_pages_are_spanish_and_fit(open_page: Callable[..., Page], families: Families, screen: Any) -> None:
    page = open_page("/healthz", locale="es-MX", **screen)
    problems = {}
    for path in families.pages:
        found = english_in(texts_of(page, path), families.data), overflows(page), accessibility_problems(page)
        if (page.get_attribute("html", "lang"), *found) != ("es", [], False, []):
            problems[path] = found
    assert problems == {}
    for path, read in ((families.checker, texts_of_answer), (families.team, texts_of_refusal)):
        assert (path, english_in(read(page, path), families.data), overflows(page)) == (path, [], False)


def test_spanish_displays_are_spanish_and_fit(open_page: Callable[..., Page], base: str, families: Families) -> None:
    page = open_page("/healthz", locale="es-MX", **PROJECTOR)
    page.context.add_cookies([{"name": "sessionid", "value": families.session, "url": base}])
    for path in [*families.displays, f"{families.ceremony}?language=es"]:
        texts = texts_of(page, path)
        is_cut = page.evaluate("document.documentElement.scrollHeight > innerHeight")
        assert (path, english_in(texts, families.data), overflows(page), is_cut) == (path, [], False, False)


def test_reader_switches_the_language_without_scripts(open_page: Callable[..., Page], families: Families) -> None:
    page = open_page(f"/p/{families.slug}/tables/?q=One", java_script_enabled=False, **PHONE)
    page.click("button:has-text('Español')")
    assert (page.inner_text("h1"), page.input_value("#q")) == ("Encuentre su mesa", "One")
    page.goto(f"/p/{families.slug}/")
    assert page.inner_text("main a.button") == "Encuentre su mesa"
    page.click("button:has-text('English')")
    assert page.inner_text("main a.button") == "Find your table"
