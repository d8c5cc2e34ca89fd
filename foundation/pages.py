"""The `@requires` decorator: each view names the row of the access table that it requires.

    @requires("team.list")
    def teams(request): ...        # request.tournament and request.actor are there

A URL with a `slug` belongs to that tournament. People without a role in it get a 404, so that no one can find out which
tournaments exist.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, TypeVar, cast

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django_htmx.http import HttpResponseClientRedirect
from django_htmx.middleware import HtmxDetails

from foundation.errors import Refused, SignedOut
from foundation.people.access import ANYONE, TABLE
from foundation.people.actor import Actor
from foundation.people.queries import live_memberships
from foundation.tournaments import Tournament


class PageRequest(HttpRequest):
    """A request as a view with `@requires` gets it. `tournament` is set if the URL has a slug.

    `news`: on public pages, the stamp of the tournament's last news.
    """

    actor: Actor
    tournament: Tournament
    htmx: HtmxDetails
    news: str


MAX_KEY = 2**63 - 1  # SQLite fails on a larger one
View = TypeVar("View", bound=Callable[..., HttpResponseBase])


def _require_sign_in(request: PageRequest) -> HttpResponse:
    """Redirect to the sign-in page; refuse a form that was sent after the session ended, so that nothing is lost."""
    if request.htmx:
        return HttpResponseClientRedirect(reverse("account_login"))
    if request.method not in ("GET", "HEAD"):
        raise SignedOut("Sign in on another tab. Then come back here and send this again.")
    return redirect_to_login(request.get_full_path())


def _no_such_page(actor: Actor) -> HttpResponse:
    """Answer 404. Someone whose badge was revoked goes to the start page, which says so."""
    if actor.user and not actor.user.has_account and not live_memberships().filter(user=actor.user).exists():
        return redirect("home")
    raise Http404


def requires(action: str) -> Callable[[View], View]:
    rule = TABLE[action]

    def decorate(view: View) -> View:
        @functools.wraps(view)
        def enter(request: PageRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            actor = request.actor
            if any(isinstance(value, int) and value > MAX_KEY for value in kwargs.values()):
                raise Http404
            if actor.user is None and ANYONE not in rule.who:
                return _require_sign_in(request)
            if "slug" not in kwargs:
                actor.require(action)
                return view(request, *args, **kwargs)
            tournament = actor.tournament_at(kwargs.pop("slug"))
            if tournament is None or not (ANYONE in rule.who or actor.roles_in(tournament)):
                return _no_such_page(actor)
            actor.require(action, tournament)
            request.tournament = tournament
            with timezone.override(tournament.zone):
                return view(request, *args, **kwargs)

        enter.action = action  # type: ignore[attr-defined]
        return cast(View, enter)

    return decorate


def read_upload(request: PageRequest, name: str, *, missing: str, max_bytes: int) -> bytes:
    """Return an uploaded file, cut off one byte after the limit; refuse with `missing` if none was chosen."""
    file = request.FILES.get(name)
    if file is None:
        raise Refused(missing, field=name)
    return bytes(file.read(max_bytes + 1))


def private_file(content: bytes, content_type: str, filename: str, *, inline: bool) -> HttpResponse:
    """Return a file that no cache keeps, not even the browser's. `inline`: shown in the page instead of downloaded."""
    disposition = "inline" if inline else "attachment"
    headers = {
        "Content-Disposition": f'{disposition}; filename="{filename}"',
        "Cache-Control": "private, no-store",
        "X-Content-Type-Options": "nosniff",
    }
    return HttpResponse(content, content_type=content_type, headers=headers)


def run_verb_and_redirect(
    request: PageRequest, verb: Callable[..., Any], subject: Any, *, back: str, done: str, **arguments: Any
) -> HttpResponse:
    """Call the verb once per key of the form, show a message, and redirect to `back`."""
    actor = request.actor
    actor.key = request.POST.get("key") or None
    try:
        verb(actor, subject, **arguments)
    except Refused as refusal:
        messages.error(request, refusal.sentence)
    else:
        messages.success(request, done)
    return redirect(back)
