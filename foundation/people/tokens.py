"""Tokens of links and badges: made from the installation's secret (so a badge prints again); all kept as a hash."""

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
    """A token of the API: nobody can make it again. The beginning tells people and scanners what they have found."""
    return f"ht_{secrets.token_urlsafe(32)}"


def token_for(nonce: str) -> str:
    """The secret part of a link. Only who has both the nonce and the installation's secret can make it."""
    digest = hmac.new(settings.SECRET_KEY.encode(), f"headtable link {nonce}".encode(), hashlib.sha256).digest()
    return base64.b32encode(digest).decode().lower()[:LENGTH]


def hash_of(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def same(one: str, other: str) -> bool:
    return hmac.compare_digest(one.encode(), other.encode())
