"""Log lines for what allauth does: signing in and out, passwords, second factors."""

from __future__ import annotations

from typing import Any

from allauth.account.signals import password_changed
from allauth.mfa.signals import authenticator_added, authenticator_removed, authenticator_reset
from django.contrib.auth.signals import user_logged_in, user_logged_out, user_login_failed
from django.dispatch import receiver
from django.http import HttpRequest

from foundation.activity.sentences import SentenceWithParts, register_sentence
from foundation.activity.verbs import log_outside_verb
from foundation.people.middleware import actor_at
from foundation.people.models import User

register_sentence("account.sign_in", "signed in")
register_sentence("account.sign_out", "signed out")
register_sentence("account.sign_in_failed", "tried to sign in with a wrong password")
register_sentence("account.password", "changed their password")
FACTORS = {"totp": "authenticator app", "recovery_codes": "recovery codes", "webauthn": "security key"}
register_sentence(
    "account.factor_added", SentenceWithParts("added two-step verification ({kind})", {"kind": FACTORS.__getitem__})
)
register_sentence(
    "account.factor_removed", SentenceWithParts("removed two-step verification ({kind})", {"kind": FACTORS.__getitem__})
)


def _write(request: HttpRequest | None, user: User | None, action: str, **data: Any) -> None:
    if request is None or user is None:
        return
    log_outside_verb(actor_at(request, user), action, None, user, data)


@receiver(user_logged_in)
def signed_in(request: HttpRequest, user: User, **_: Any) -> None:
    if user.has_account:  # the verb badge.use logs a badge
        _write(request, user, "account.sign_in")


@receiver(user_logged_out)
def signed_out(request: HttpRequest, user: User | None, **_: Any) -> None:
    _write(request, user, "account.sign_out")


@receiver(user_login_failed)
def sign_in_failed(credentials: dict[str, Any], request: HttpRequest | None = None, **_: Any) -> None:
    """Log it with the account, so that its owner sees it. An unknown email address is not logged."""
    user = User.objects.filter(email__iexact=credentials.get("email") or "").first()
    _write(request, user, "account.sign_in_failed")


@receiver(password_changed)
def password_was_changed(request: HttpRequest, user: User, **_: Any) -> None:
    _write(request, user, "account.password")


@receiver(authenticator_added)
@receiver(authenticator_reset)
def factor_was_added(request: HttpRequest, user: User, authenticator: Any, **_: Any) -> None:
    _write(request, user, "account.factor_added", kind=authenticator.type)


@receiver(authenticator_removed)
def factor_was_removed(request: HttpRequest, user: User, authenticator: Any, **_: Any) -> None:
    _write(request, user, "account.factor_removed", kind=authenticator.type)
