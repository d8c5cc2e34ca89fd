"""Family pages are shown in the reader's language, and a cached page never reaches a reader of another language."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import translation

from foundation.accounts.invitations import path_of
from foundation.people.actor import Actor
from foundation.tournaments import Tournament
from rulebooks.wording import join_words, ordinal
from scoring.public_results import actions
from tests import factories
from tests.helpers import SignIn
from tournament.models import Team
from tournament.rosters.models import Place, TeamEntry

pytestmark = pytest.mark.django_db
ENGLISH, SPANISH = {"Accept-Language": "en-US,en;q=0.9"}, {"Accept-Language": "es-MX,es;q=0.9"}


@pytest.fixture
def public(tournament: Tournament) -> str:
    Tournament.objects.filter(pk=tournament.pk).update(is_public=True)
    return f"/p/{tournament.slug}/tables/"


@pytest.fixture
def team_page(tournament: Tournament) -> str:
    return path_of(factories.coach_link(factories.team(tournament)))


def heading(client: Client, path: str, language: dict[str, str]) -> str:
    page = client.get(path, headers=language).content.decode()
    return page.partition("<h1>")[2].partition("</h1>")[0].strip()


@pytest.mark.parametrize(
    ("accepted", "heading_words"),
    [
        ("es", "Encuentre su mesa"),
        ("es-419,en;q=0.5", "Encuentre su mesa"),
        ("fr,en", "Find your table"),
        ("", "Find your table"),
    ],
)
def test_browser_decides_the_language(client: Client, public: str, accepted: str, heading_words: str) -> None:
    assert heading(client, public, {"Accept-Language": accepted}) == heading_words


def test_switch_goes_before_the_browser_and_back_to_the_page(client: Client, public: str) -> None:
    answer = client.post("/language/", {"language": "es", "next": f"{public}?q=a"}, headers=ENGLISH)
    assert (answer.status_code, answer.headers["Location"]) == (302, f"{public}?q=a")
    assert heading(client, public, ENGLISH) == "Encuentre su mesa"
    client.post("/language/", {"language": "en", "next": public})
    assert heading(client, public, SPANISH) == "Find your table"


@pytest.mark.parametrize(
    "elsewhere", ["https://example.org/", "//example.org/", "/\\example.org", "javascript:alert(1)", ""]
)
def test_switch_never_leaves_the_site(client: Client, elsewhere: str) -> None:
    assert client.post("/language/", {"language": "es", "next": elsewhere}).headers["Location"] == "/"


def test_switch_ignores_a_language_that_isnt_offered(client: Client) -> None:
    assert "language" not in client.post("/language/", {"language": "tlh", "next": "/"}).cookies


def test_readers_of_two_languages_never_get_each_others_page(client: Client, public: str) -> None:
    """The first page of each language is rendered; the next ones come from the cache of the process."""
    for _ in range(2):
        assert heading(Client(), public, ENGLISH) == "Find your table"
        assert heading(Client(), public, SPANISH) == "Encuentre su mesa"
    spanish = client.get(public, headers=SPANISH)
    assert spanish.headers["Content-Language"] == "es"
    assert {"Accept-Language", "Cookie"} <= {name.strip() for name in spanish.headers["Vary"].split(",")}
    known = {"If-None-Match": spanish.headers["ETag"]}
    assert client.get(public, headers=SPANISH | known).status_code == 304
    assert client.get(public, headers=ENGLISH | known).status_code == 200


def test_coaches_of_two_languages_never_get_each_others_page(client: Client, team_page: str) -> None:
    spanish = client.get(f"{team_page}live/", headers=SPANISH)
    english = client.get(f"{team_page}live/", headers=ENGLISH)
    assert ("Todavía no está en la lista" in spanish.content.decode(), english.status_code) == (True, 200)
    assert "Not on the roster yet" in english.content.decode()
    assert spanish.headers["ETag"] != english.headers["ETag"]


def test_released_results_are_worded_for_each_reader(
    client: Client, tournament: Tournament, director_actor: Actor, public: str
) -> None:
    division = tournament.events.get().divisions.all()[0]
    actions.release(director_actor, tournament, division=division, rounds=1)
    page = f"/p/{tournament.slug}/"
    for _ in range(2):
        assert "after Round 1" in client.get(page, headers=ENGLISH).content.decode()
        assert "tras la ronda 1" in client.get(page, headers=SPANISH).content.decode()


def test_staff_pages_are_in_english_in_every_browser(
    client_of: SignIn, tournament: Tournament, director_actor: Actor
) -> None:
    assert director_actor.user
    page = client_of(director_actor.user).get(f"/t/{tournament.slug}/rounds/", headers=SPANISH)
    assert ('<html lang="en"' in page.content.decode(), page.headers["Content-Language"]) == (True, "en")


@pytest.mark.parametrize("path", ["/no/such/page/", "/p/no-such-tournament/", "/team/wrong/"])
def test_error_pages_are_in_the_readers_language(client: Client, path: str) -> None:
    page = client.get(path, headers=SPANISH)
    assert ('<html lang="es"' in page.content.decode(), page.status_code) == (True, 404)


def test_language_ends_with_the_request(client: Client, public: str) -> None:
    before = translation.get_language()
    client.get(public, headers=SPANISH)
    assert translation.get_language() == before


def test_dates_names_lists_and_ordinals_follow_the_language(tournament: Tournament) -> None:
    unnamed = Place(number=3, entry=TeamEntry(team=Team(name="Abaci")))
    with translation.override("es"):
        assert unnamed.name == "Jugador 3 de Abaci"
        assert tournament.days == "Sábado 14 de noviembre de 2026"
        assert join_words(["a", "b", "c"]) == "a, b y c"
        assert ordinal(3) == "3.º"
    with translation.override("en"):
        assert unnamed.name == "Player 3 of the Abaci"
        assert tournament.days == "Saturday, November 14, 2026"
        assert (join_words(["a", "b", "c"], "or"), join_words("ab"), join_words([])) == ("a, b, or c", "a and b", "")
        assert [ordinal(number) for number in (1, 2, 3, 11, 23)] == ["1st", "2nd", "3rd", "11th", "23rd"]
