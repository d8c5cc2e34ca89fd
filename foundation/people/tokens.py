"""Tokens of links and badges: derived from the secret key, so that a badge can be printed again; stored as a hash."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets

from django.conf import settings

LENGTH = 26  # base32 characters: 130 bits


def new_nonce() -> str:
    return secrets.token_hex(16)


def new_secret() -> str:
    """Return a random API token. Its prefix tells people and secret scanners what it is."""
    return f"ht_{secrets.token_urlsafe(32)}"


def token_for(nonce: str) -> str:
    """Return the secret part of a link, an HMAC of the nonce with the secret key."""
    digest = hmac.new(settings.SECRET_KEY.encode(), f"headtable link {nonce}".encode(), hashlib.sha256).digest()
    return base64.b32encode(digest).decode().lower()[:LENGTH]


def hash_of(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def is_same_token(one: str, other: str) -> bool:
    return hmac.compare_digest(one.encode(), other.encode())
