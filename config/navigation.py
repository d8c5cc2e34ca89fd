"""The template context of every page: actor, tournament, and navigation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import SimpleLazyObject

from foundation.people.actor import Actor
from foundation.people.models import Role
from foundation.tournaments import Tournament

NAVIGATION = [
    # action, label, address, icon
    ("tournament.view", "Dashboard", "tournament", "home"),
    ("tournament.edit", "Setup", "tournament_edit", "gear"),
    ("roster.view", "Roster", "roster", "person"),
    ("checkin.view", "Check-in", "checkin", "check"),
    ("round.view", "Rounds", "rounds", "clock"),
    ("team.list", "Teams", "teams", "team"),
    ("staff.list", "Staff", "staff", "people"),
    ("draw.view", "Tables", "seating", "table"),
    ("sheet.view", "Scoresheets", "sheets", "sheet"),
    ("standings.view", "Standings", "standings", "trophy"),
    ("call.view", "Judging", "calls", "scales"),
    ("print.list", "Print", "print", "print"),
]
# More URLs that belong to a tab.
MORE_URLS = {
    "Setup": ("rooms/", "names/", "games/"),
    "Tables": ("draws/",),
    "Teams": ("requests/",),
    "Staff": ("tokens/",),
    "Standings": ("release/", "ceremony/"),
    "Judging": ("judges/", "penalties/", "protests/"),
}
AUDIENCES = [Role.DIRECTOR, Role.SCOREKEEPER, Role.HEAD_JUDGE, Role.JUDGE, Role.APPEALS_PANEL]


@dataclass(frozen=True)
class NavItem:
    label: str
    url: str
    current: bool
    icon: str


def navigation(request: HttpRequest) -> dict[str, Any]:
    """Return the context of every template. Without an actor (an error before the middleware) it is the public's.

    The navigation is lazy: the parts of pages that are polled every few seconds don't show it.
    """
    actor: Actor | None = getattr(request, "actor", None)
    tournament: Tournament | None = getattr(request, "tournament", None)
    nav = SimpleLazyObject(lambda: _nav(request))
    context: dict[str, Any] = {"actor": actor, "audience": _audience(actor, tournament), "nav": nav}
    if tournament is not None:
        context["tournament"] = tournament
    return context


def _audience(actor: Actor | None, tournament: Tournament | None) -> str:
    if actor is None or actor.user is None:
        return "public"
    if tournament is None:
        return "director" if actor.user.has_account else "public"
    role = next((role for role in AUDIENCES if role in actor.roles_in(tournament)), None)
    judges = (Role.HEAD_JUDGE, Role.APPEALS_PANEL)
    return "public" if role is None else "judge" if role in judges else role.value


def _nav(request: HttpRequest) -> list[NavItem]:
    actor: Actor | None = getattr(request, "actor", None)
    tournament: Tournament | None = getattr(request, "tournament", None)
    if actor is None or actor.user is None:
        return []
    items = []
    if tournament is not None:
        for action, label, name, icon in NAVIGATION:
            if actor.may(action, tournament):
                items.append(_item(request, label, reverse(name, args=[tournament.slug]), icon))
        if Role.DIRECTOR in actor.roles_in(tournament):
            items.append(_item(request, "Activity log", f"{reverse('log')}?tournament={tournament.slug}", "log"))
    return items


def _item(request: HttpRequest, label: str, url: str, icon: str) -> NavItem:
    here = url.partition("?")[0]
    more = MORE_URLS.get(label, ())
    is_dashboard = label == "Dashboard"
    current = request.path == here if is_dashboard else request.path.startswith((here, *_siblings(here, more)))
    return NavItem(label, url, current, icon)


def _siblings(url: str, pages: tuple[str, ...]) -> tuple[str, ...]:
    """Return these siblings of the URL."""
    above = url.rstrip("/").rpartition("/")[0]
    return tuple(f"{above}/{page}" for page in pages)
