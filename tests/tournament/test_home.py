"""The home page for different people."""

import re

from foundation.people.models import Invitation, Role, User
from foundation.tournaments import Tournament
from tests import factories
from tests.helpers import ClientResponse, SignIn, require


def first_words(page: ClientResponse) -> str:
    """Return the first line of the page's content, below its heading."""
    content = page.content.decode().partition("</h1>")[2]
    return require(re.search(r'<(?:h2|p class="empty-title")[^>]*>\s*(?:<a[^>]*>)?([^<]+?)\s*<', content)).group(1)


def test_account_without_tournaments_can_create_the_first(client_of: SignIn, director: User) -> None:
    assert first_words(client_of(director).get("/")) == "No tournaments yet"


def test_account_sees_its_tournaments(client_of: SignIn, director: User, tournament: Tournament) -> None:
    assert first_words(client_of(director).get("/")) == "Fall Meet"


def test_revoked_badge_shows_a_message(client_of: SignIn, tournament: Tournament) -> None:
    helper = factories.helper(tournament, Role.JUDGE)
    Invitation.objects.update(expires_at=tournament.created_at)
    assert first_words(client_of(helper).get("/")) == "Your badge no longer works"
