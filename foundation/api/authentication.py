"""API authentication and rate limits: a program with a token, or a person signed in by browser."""

from __future__ import annotations

from typing import Any

from django.core.cache import caches
from django.utils import timezone
from django.utils.connection import ConnectionProxy
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed, Throttled
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle

from foundation import steady_clock
from foundation.people.actor import Actor
from foundation.people.models import ApiToken, User
from foundation.people.queries import working_token
from foundation.people.tokens import hash_of

MOST_CHARACTERS = 200


class Throttle(SimpleRateThrottle):
    """A rate limit, counted in its own cache: Redis, or the memory of each web process."""

    cache = ConnectionProxy(caches, "limits")  # type: ignore[assignment]

    @staticmethod
    def timer() -> float:
        """The steady clock: setting the system clock back locks no one out."""
        return steady_clock.now().timestamp()


class CallerThrottle(Throttle):
    """Limits the requests of one token, or of one person in the browser."""

    scope = "caller"

    def get_cache_key(self, request: Request, view: Any) -> str | None:
        if isinstance(request.auth, ApiToken):
            return f"api-token-{request.auth.pk}"
        return f"api-user-{request.user.pk}" if request.user else None


class AddressThrottle(Throttle):
    """Limits wrong tokens from one IP address."""

    scope = "wrong_token"

    def get_cache_key(self, request: Request, view: Any) -> str:
        return f"api-wrong-{request.actor.address}"  # type: ignore[attr-defined]


class BearerToken(BaseAuthentication):
    """`Authorization: Bearer ht_…`. A token stops working when it is revoked or its maker is no longer a director."""

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        scheme, _, secret = request.headers.get("Authorization", "").partition(" ")
        if scheme.lower() != "bearer":
            return None
        token = working_token(hash_of(secret.strip())) if len(secret) <= MOST_CHARACTERS else None
        if token is None:
            limit = AddressThrottle()
            if not limit.allow_request(request, None):  # type: ignore[arg-type]
                raise Throttled(limit.wait())
            raise AuthenticationFailed("This token doesn’t work. It may be wrong, revoked, or expired.")
        today = timezone.localdate(timezone=token.tournament.zone)
        if token.last_used_on != today:
            ApiToken.objects.filter(pk=token.pk).update(last_used_on=today)
        return token.made_by, token

    def authenticate_header(self, request: Request) -> str:
        return 'Bearer realm="Headtable"'


def actor_of(request: Request) -> Actor:
    """Return the actor: the person who is signed in, or the token's maker with the token's role."""
    actor: Actor = request.actor  # type: ignore[attr-defined]  # set by ActorMiddleware
    token = request.auth
    if not isinstance(token, ApiToken):
        return actor
    return Actor(user=token.made_by, origin=actor.origin, address=actor.address, device=actor.device, token=token)
