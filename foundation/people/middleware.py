"""Middleware that puts the actor on every request."""

from __future__ import annotations

import re
from collections.abc import Callable

from allauth.account.adapter import get_adapter
from django.contrib.auth.middleware import get_user
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse

from foundation.people.actor import Actor, Origin, device_name
from foundation.people.models import User
from foundation.people.sessions import loaded_roles, set_url_tournament

TOURNAMENT_URL = re.compile(r"/(t|api/tournaments)/(?P<slug>[-\w]+)/")


class ActorMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        tournament = TOURNAMENT_URL.match(request.path_info)
        set_url_tournament(tournament["slug"] if tournament else "")
        user = get_user(request)  # request.user is lazy, which costs time at every access
        actor = actor_at(request, user if isinstance(user, User) else None)
        actor.preloaded_memberships = loaded_roles()
        request.actor = actor  # type: ignore[attr-defined]
        response = self.get_response(request)
        # Pages name students: unless a view says otherwise, no cache may keep them, not even the browser's.
        response.headers.setdefault("Cache-Control", "private, no-store")
        return response


def actor_at(request: HttpRequest, user: User | None) -> Actor:
    """Return an actor for this person on the device that sent the request."""
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
