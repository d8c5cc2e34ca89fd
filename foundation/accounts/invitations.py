"""Links and their tokens: the first account, badges, coach links, and new passwords."""

from __future__ import annotations

from ipaddress import ip_address
from urllib.parse import urlsplit

from django.conf import settings
from django.core import signing
from django.urls import reverse

from foundation.people.models import Invitation, Role, User
from foundation.people.queries import first_account_exists
from foundation.people.tokens import hash_of, is_same_token, token_for

_FIRST_ACCOUNT = "first account"
_NEW_PASSWORD = "new password"
NEW_PASSWORD_HOURS = 24


def first_account_path() -> str | None:
    """Return the link that creates the first account; None once there is one."""
    return None if first_account_exists() else reverse("welcome", args=[token_for(_FIRST_ACCOUNT)])


def is_first_account_token(token: str) -> bool:
    return is_same_token(token, token_for(_FIRST_ACCOUNT))


def path_of(invitation: Invitation) -> str:
    name = "team_page" if invitation.role == Role.COACH else "join"
    return reverse(name, args=[token_for(invitation.nonce)])


def find_invitation(token: str) -> Invitation | None:
    """Return the live invitation with this token."""
    invitations = Invitation.objects.alive().select_related("tournament", "team__school", "school", "user")
    return invitations.filter(token_hash=hash_of(token)).first()


def new_password_path(user: User) -> str:
    """Return a link to set a new password. It contains part of the old password's hash, so it works once."""
    return reverse("new_password", args=[signing.dumps([user.pk, user.password[-12:]], salt=_NEW_PASSWORD)])


def user_of_new_password(token: str) -> User | None:
    try:
        pk, tail = signing.loads(token, salt=_NEW_PASSWORD, max_age=NEW_PASSWORD_HOURS * 3600)
    except signing.BadSignature:
        return None
    user = User.objects.filter(pk=pk, is_active=True).first()
    return user if user and user.password[-12:] == tail else None


def absolute(path: str, seen_at: str = "") -> str:
    """Return a URL that a phone can open: on PUBLIC_URL if it is set, or else on the host in `seen_at`.

    For someone who works on the laptop itself, at localhost, it is the laptop's network address, which bin/run has put
    into ALLOWED_HOSTS.
    """
    if settings.PUBLIC_URL:
        return f"{settings.PUBLIC_URL}{path}"
    parts = urlsplit(seen_at)
    in_the_network = next(filter(_is_network_address, settings.ALLOWED_HOSTS), None)
    if parts.hostname in ("localhost", "127.0.0.1", "::1") and in_the_network:
        parts = parts._replace(netloc=f"{in_the_network}:{parts.port}" if parts.port else in_the_network)
    return f"{parts.geturl()}{path}"


def _is_network_address(host: str) -> bool:
    try:
        return not ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False
