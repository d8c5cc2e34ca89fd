"""Guessing passwords, second factors, tokens, and links; and finding out who or what exists."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.hashers import MD5PasswordHasher
from django.core.cache import caches
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from config import settings as ours
from foundation.people.models import User
from foundation.people.tokens import LENGTH, new_nonce, new_secret, token_for
from foundation.tournaments import Tournament
from tests import factories
from tests.foundation.access_world import ADDRESSES, API, AccessWorld, address_of, parameters
from tests.totp import add_authenticator

hashed = [0]


class Counting(MD5PasswordHasher):
    def encode(self, password: str, salt: str) -> str:
        hashed[0] += 1
        return super().encode(password, salt)


def attempt(client: Client, email: str | None, password: str = "") -> Any:
    return client.post(reverse("account_login"), {"login": email, "password": password or "a wrong one"})


def test_passwords_of_one_account_cannot_be_guessed_from_many_addresses(director: User) -> None:
    for number in range(30):
        attempt(Client(REMOTE_ADDR=f"10.0.0.{number}"), director.email)
    answer = attempt(Client(REMOTE_ADDR="10.0.1.1"), director.email, factories.PASSWORD)
    assert (answer.status_code, "Too many" in answer.content.decode()) == (200, True)


def test_other_spelling_of_the_host_gives_no_new_tries(director: User) -> None:
    hosts = ("localhost", "LOCALHOST", "localhost.", "localhost:8000", "127.0.0.1", "[::1]")
    for number in range(30):
        attempt(Client(REMOTE_ADDR=f"10.0.0.{number}", HTTP_HOST=hosts[number % 6]), director.email)
    answer = attempt(Client(REMOTE_ADDR="10.0.1.1", HTTP_HOST="localhost:9000"), director.email, factories.PASSWORD)
    assert (answer.status_code, "Too many" in answer.content.decode()) == (200, True)


@pytest.mark.only_on("sqlite")
def test_counts_of_tries_are_not_evicted_from_the_cache(settings: Settings, tmp_path: Path) -> None:
    """A laptop keeps both counters in a file cache, which evicts entries at random."""
    settings.CACHES = {
        name: cache | {"LOCATION": cache["LOCATION"].replace(str(ours.DATA), str(tmp_path))}
        for name, cache in ours.CACHES.items()
    }
    for number in range(310):
        caches["notes"].set(f"note-{number}", number)
        caches["default"].set(f"tries-{number}", number)
    assert [caches["default"].get(f"tries-{number}") for number in range(310)] == list(range(310))


def test_passwords_cannot_be_sprayed_from_one_address(db: None) -> None:
    statuses = [attempt(Client(REMOTE_ADDR="10.0.0.1"), f"p{n}@example.org").content.decode() for n in range(12)]
    assert "Too many" in statuses[-1]


@pytest.mark.parametrize("behind_a_proxy", [False, True])
def test_forged_forwarded_header_is_ignored(db: None, settings: Settings, behind_a_proxy: bool) -> None:
    """The proxy writes the last X-Forwarded-For entry; clients can fake the others. Without a proxy, none counts."""
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = int(behind_a_proxy)
    for number in range(12):
        forged = f"10.9.9.{number}, 10.0.0.1" if behind_a_proxy else f"10.9.9.{number}"
        answer = attempt(Client(REMOTE_ADDR="10.0.0.1", headers={"X-Forwarded-For": forged}), f"p{number}@example.org")
    assert "Too many" in answer.content.decode()


def test_second_factor_cannot_be_guessed(director: User) -> None:
    add_authenticator(director)
    client = Client()
    attempt(client, director.email, factories.PASSWORD)
    codes = [client.post(reverse("mfa_authenticate"), {"code": f"{number:06}"}) for number in range(40)]
    assert "Too many" in codes[-1].content.decode()
    assert not client.get("/").wsgi_request.user.is_authenticated


def test_links_and_tokens_are_too_long_to_guess() -> None:
    """A link has 130 bits and a token 256: a wrong one costs one query, and needs no rate limit."""
    links = {token_for(new_nonce()) for _ in range(200)}
    assert (len(links), {len(link) for link in links}, LENGTH * 5) == (200, {26}, 130)
    assert len(new_secret()) == len("ht_") + 43


@pytest.mark.parametrize("email", ["nobody@example.org", "known"])
def test_unknown_email_hashes_a_password_too(director: User, settings: Settings, email: str) -> None:
    settings.PASSWORD_HASHERS = ["tests.security.test_guessing.Counting"]
    director.set_password(factories.PASSWORD)
    director.save()
    hashed[0] = 0
    attempt(Client(), director.email if email == "known" else email)
    assert hashed[0] == 1


def test_foreign_tournament_looks_like_a_missing_one_at_every_url(world: AccessWorld) -> None:
    """Without a role, the answer for an existing and a missing tournament is the same, byte for byte."""
    Tournament.objects.update(is_public=False)
    client = Client()
    client.force_login(world.users["account without a role"])
    told_apart = []
    for name in sorted(ADDRESSES):
        if "slug" in parameters(name) and name not in API:
            there = address_of(name, world)
            real, invented = (client.get(path) for path in (there, there.replace("fall-meet", "no-such-meet")))
            without = (real.content.replace(b"fall-meet", b""), invented.content.replace(b"no-such-meet", b""))
            if real.status_code != invented.status_code or without[0] != without[1]:
                told_apart.append(name)
    assert told_apart == []


def test_there_is_no_password_reset_by_email(db: None) -> None:
    """There is no such page that could reveal accounts: links come from the director or the server."""
    assert [Client().get(path).status_code for path in ("/account/password/reset/", "/account/sign-up/")] == [404, 404]
