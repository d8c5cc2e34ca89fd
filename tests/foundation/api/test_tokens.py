"""API tokens: one tournament, one role, shown once, revoked at once; and their page."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from foundation.accounts import actions
from foundation.activity.models import LogLine
from foundation.errors import NotAllowed, Refused
from foundation.people.actor import Actor
from foundation.people.models import ApiToken, Membership, Role, User
from foundation.people.tokens import hash_of
from foundation.tournaments import Tournament
from tests import factories
from tests.helpers import SignIn, require
from tournament.models import Team

WRONG = "This token doesn’t work. It may be wrong, revoked, or expired."
NEW_TEAM = {"school": "Pascal", "name": "Calculators"}


def api_path(tournament: Tournament, path: str = "") -> str:
    return f"/api/tournaments/{tournament.slug}/{path}"


def test_token_reads_its_tournament_and_no_other(tournament: Tournament, director: User) -> None:
    other = factories.tournament(director, "Other Meet")
    program = factories.program(factories.api_token(tournament, Role.JUDGE))
    assert program.get(api_path(tournament, "rounds/")).status_code == 200
    assert program.get(api_path(other, "rounds/")).status_code == 404
    listed = program.get("/api/tournaments/").json()["results"]
    assert [each["slug"] for each in listed] == [tournament.slug]


def test_token_has_its_own_role_only(tournament: Tournament) -> None:
    program = factories.program(factories.api_token(tournament, Role.SCOREKEEPER))
    answer = program.post(api_path(tournament, "teams/"), NEW_TEAM, content_type="application/json")
    assert (answer.status_code, answer.headers["Content-Type"]) == (403, "application/problem+json")
    assert answer.json()["title"] == "Only directors can do this. Ask a director for help."


def test_token_makes_no_tournaments_and_no_tokens(tournament: Tournament) -> None:
    token = factories.api_token(tournament)
    assert factories.program(token).post("/api/tournaments/", {}, content_type="application/json").status_code == 403
    with pytest.raises(NotAllowed, match="Only a signed-in director can create tokens"):
        actions.make_token(
            Actor(user=token.made_by, token=token),
            tournament,
            role=Role.DIRECTOR,
            label="Another",
            may_write=True,
            expires_at=timezone.now() + timedelta(days=1),
        )


def test_token_that_only_reads_changes_nothing(tournament: Tournament) -> None:
    program = factories.program(factories.api_token(tournament, may_write=False))
    answer = program.post(api_path(tournament, "teams/"), NEW_TEAM, content_type="application/json")
    assert (answer.status_code, answer.json()["title"]) == (
        403,
        "This token is read-only. Create one that allows changes.",
    )
    assert (program.get(api_path(tournament, "teams/")).status_code, Team.objects.count()) == (200, 0)


def test_line_names_the_token_and_who_made_it(tournament: Tournament, director: User) -> None:
    program = factories.program(factories.api_token(tournament, label="Roster script"))
    assert program.post(api_path(tournament, "teams/"), NEW_TEAM, content_type="application/json").status_code == 201
    line = LogLine.objects.get(action="team.add")
    assert (line.who, line.user, line.origin) == ("Roster script (Dana Director’s token)", director, "api")


def revoke(token: ApiToken) -> None:
    actions.revoke_token(Actor(user=token.made_by), token)


def expire(token: ApiToken) -> None:
    ApiToken.objects.filter(pk=token.pk).update(expires_at=timezone.now() - timedelta(seconds=1))


def end_the_makers_role(token: ApiToken) -> None:
    Membership.objects.filter(user=token.made_by).update(ended_at=timezone.now())


def make_the_maker_a_judge(token: ApiToken) -> None:
    Membership.objects.filter(user=token.made_by).update(role=Role.JUDGE)


def close_the_account(token: ApiToken) -> None:
    User.objects.filter(pk=token.made_by.pk).update(is_active=False)


@pytest.mark.parametrize("end", [revoke, expire, end_the_makers_role, make_the_maker_a_judge, close_the_account])
def test_token_ends_with_the_next_request(tournament: Tournament, end: Callable[[ApiToken], None]) -> None:
    token = factories.api_token(tournament)
    program = factories.program(token)
    before = program.get(api_path(tournament)).status_code
    end(token)
    answer = program.get(api_path(tournament))
    assert (before, answer.status_code, answer.json()["title"]) == (200, 401, WRONG)
    assert answer.headers["WWW-Authenticate"] == 'Bearer realm="Headtable"'


@pytest.mark.parametrize("sent", ["ht_wrong", "", "\0", "x" * 300, "ключ", "two words"])
def test_wrong_token_is_refused_in_a_signed_in_browser(
    client_of: SignIn, director: User, tournament: Tournament, sent: str
) -> None:
    header = f"Bearer {sent}".encode().decode("latin-1")
    answer = client_of(director).get("/api/tournaments/", headers={"Authorization": header})
    assert (answer.status_code, answer.json()["title"]) == (401, WRONG)


def test_only_a_hash_is_stored_and_nothing_is_logged(
    tournament: Tournament, client_of: SignIn, director: User, caplog: pytest.LogCaptureFixture
) -> None:
    form = {"label": "Screen", "role": "judge", "expires_on": "2099-01-01", "key": "k1"}
    page = client_of(director).post(reverse("api_tokens", args=[tournament.slug]), form)
    secret = require(re.search(r'value="(ht_[\w-]+)"', page.content.decode())).group(1)
    program = Client(headers={"Authorization": f"Bearer {secret}"})
    program.post(api_path(tournament, "teams/"), NEW_TEAM, content_type="application/json")
    token = ApiToken.objects.get()
    assert (token.token_hash, token.label, token.may_write) == (hash_of(secret), "Screen", False)
    assert page.headers["Cache-Control"] == "private, no-store"
    written = [str(row) for row in [*LogLine.objects.values(), *ApiToken.objects.values()]]
    assert not any(secret in text for text in [*written, *(record.getMessage() for record in caplog.records)])


def test_page_shows_a_token_once(tournament: Tournament, client_of: SignIn, director: User) -> None:
    browser, address = client_of(director), reverse("api_tokens", args=[tournament.slug])
    form = {"label": "Screen", "role": "judge", "may_write": "on", "expires_on": "2099-01-01", "key": "k1"}
    first, again = (browser.post(address, form).content.decode() for _ in range(2))
    assert ("Copy the token now" in first, "This token was created earlier" in again, "ht_" in again) == (
        True,
        True,
        False,
    )
    assert "ht_" not in browser.get(address).content.decode()
    assert ApiToken.objects.count() == 1


def test_token_notes_the_day_of_its_last_use(tournament: Tournament) -> None:
    token = factories.api_token(tournament)
    assert token.last_used_on is None
    factories.program(token).get(api_path(tournament))
    token.refresh_from_db()
    assert token.last_used_on == timezone.localdate(timezone=tournament.zone)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"role": Role.COACH}, "Choose a staff role."),
        ({"role": "king"}, "Choose a staff role."),
        ({"label": "  "}, "Enter what the token is for."),
        (
            {"expires_at": timezone.now() - timedelta(days=1)},
            "Choose a later date. This token would expire before it starts.",
        ),
    ],
)
def test_token_must_make_sense(director_actor: Actor, tournament: Tournament, change: dict, sentence: str) -> None:
    asked = {"role": "judge", "label": "x", "may_write": False, "expires_at": timezone.now() + timedelta(days=1)}
    with pytest.raises(Refused, match=re.escape(sentence)):
        actions.make_token(director_actor, tournament, **asked | change)


def test_revoking_twice_says_so(tournament: Tournament, client_of: SignIn, director: User) -> None:
    token, browser = factories.api_token(tournament), client_of(director)
    address = reverse("api_token_revoke", args=[tournament.slug, token.pk])
    said = [next(iter(browser.post(address, follow=True).context["messages"])).message for _ in range(2)]
    assert said == ["Screen revoked.", "Screen was revoked earlier."]
