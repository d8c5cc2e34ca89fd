"""Session fixation and open redirects: a planted session is worthless, and `next` leads to no other site."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from foundation.accounts.invitations import path_of
from foundation.people.models import Session, User
from foundation.tournaments import Tournament
from tests import factories
from tests.helpers import require

FOREIGN = (
    "https://evil.example/", "//evil.example/", "/\\evil.example", "https:evil.example", "javascript:alert(1)",
    "http://testserver@evil.example/", "\thttps://evil.example", "https://testserver.evil.example/", "///evil.example",
)  # fmt: skip


def client_with_planted_session() -> Client:
    """A browser with a session that an attacker planted and knows."""
    client = Client()
    client.session.save()
    session = client.session
    session["planted"] = True
    session.save()
    client.cookies["sessionid"] = require(session.session_key)
    return client


def sign_in(client: Client, user: User, **more: str) -> str:
    answer = client.post(reverse("account_login"), {"login": user.email, "password": factories.PASSWORD, **more})
    assert answer.status_code == 302
    return str(answer.headers["Location"])


def test_signing_in_gives_a_new_key(director: User) -> None:
    client = client_with_planted_session()
    before = client.cookies["sessionid"].value
    sign_in(client, director)
    assert client.cookies["sessionid"].value != before
    assert not Session.objects.filter(session_key=before).exists()


def test_badge_gives_a_new_key(tournament: Tournament) -> None:
    client = client_with_planted_session()
    before = client.cookies["sessionid"].value
    client.post(path_of(factories.badge(tournament)), {"name": "Sam Scores"})
    assert require(Session.objects.get(session_key=client.cookies["sessionid"].value).user).name == "Sam Scores"
    assert not Session.objects.filter(session_key=before).exists()


def test_signed_out_session_is_invalid(director: User) -> None:
    client = Client()
    sign_in(client, director)
    stolen = client.cookies["sessionid"].value
    client.post(reverse("account_logout"))
    thief = Client()
    thief.cookies["sessionid"] = stolen
    assert thief.get(reverse("account")).status_code == 302


def test_new_password_ends_earlier_sessions(director: User) -> None:
    thief, owner = Client(), Client()
    sign_in(thief, director)
    sign_in(owner, director)
    director.set_password("another, longer one")
    director.save()
    assert thief.get(reverse("account")).status_code == 302


@pytest.mark.parametrize("where", FOREIGN)
def test_next_does_not_redirect_to_another_site(director: User, where: str) -> None:
    assert sign_in(Client(), director, next=where) == reverse("home")
    client = Client()
    client.force_login(director)
    assert client.post(reverse("account_logout"), {"next": where}).headers["Location"] == reverse("account_login")


def test_next_redirects_to_our_page(director: User, tournament: Tournament) -> None:
    assert sign_in(Client(), director, next=tournament.get_absolute_url()) == tournament.get_absolute_url()


@pytest.mark.parametrize("where", FOREIGN)
def test_referer_is_not_a_redirect_target(director: User, tournament: Tournament, where: str) -> None:
    """Views redirect to the pages that they name, whatever the Referer header says."""
    client = Client(headers={"Referer": where, "HX-Current-URL": where})
    client.force_login(director)
    answer = client.post(reverse("tournament_start", args=[tournament.slug]))
    assert (answer.status_code, answer.headers["Location"]) == (302, tournament.get_absolute_url())
