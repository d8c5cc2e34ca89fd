"""Codes of an authenticator app (RFC 6238), computed here and not by the library that checks them."""

from __future__ import annotations

import base64
import hashlib
import hmac
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from foundation.people.models import User

SECRET = base64.b32encode(b"twenty bytes for all").decode()
PERIOD_SECONDS = 30


def totp_code(secret: str, at: float | None = None) -> str:
    """Return the 6 digits that an app shows at this time, or now."""
    counter = int((time.time() if at is None else at) // PERIOD_SECONDS)
    digest = hmac.digest(base64.b32decode(secret), counter.to_bytes(8), hashlib.sha1)
    offset = digest[-1] & 0xF
    number = int.from_bytes(digest[offset : offset + 4]) & 0x7FFF_FFFF
    return f"{number % 10**6:06}"


def add_authenticator(user: User) -> None:
    """Give this person an authenticator app with `SECRET` as a second factor."""
    from allauth.mfa.adapter import get_adapter
    from allauth.mfa.models import Authenticator

    data = {"secret": get_adapter().encrypt(SECRET)}
    Authenticator.objects.create(user=user, type=Authenticator.Type.TOTP, data=data)
