"""Puts the actor on every request."""

from __future__ import annotations

from collections.abc import Callable

from allauth.account.adapter import get_adapter
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse

from tournament.activity.models import Origin
from tournament.people.actor import Actor
from tournament.people.devices import device_name
from tournament.people.models import User


class ActorMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        user = request.user if request.user.is_authenticated else None
        request.actor = actor_at(request, user)  # type: ignore[attr-defined]
        response = self.get_response(request)
        # Pages name children: unless a view knows better, no cache keeps them, nor the browser for who sits down next.
        response.headers.setdefault("Cache-Control", "private, no-store")
        return response


def actor_at(request: HttpRequest, user: User | None) -> Actor:
    """This person at the device that the request comes from."""
    return Actor(
        user=user,
        origin=Origin.API if request.path.startswith("/api/") else Origin.WEB,
        address=_address(request),
        device=device_name(request.headers.get("User-Agent", "")),
    )


def _address(request: HttpRequest) -> str | None:
    try:
        return get_adapter().get_client_ip(request)
    except PermissionDenied:
        return None
