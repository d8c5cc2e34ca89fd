"""Coach links: open a page by one, the teams of a link, and whether anything has changed for them, in one query."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, TypeVar, cast

from django.db import connection
from django.db.models import Max, Q, QuerySet, Subquery, Value
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils import timezone

from foundation.accounts.invitations import find_invitation
from foundation.activity.models import LogLine
from foundation.activity.news import LINES_IN_STAMP, conditional
from foundation.compiled_queries import CompiledSelect, Param
from foundation.languages import for_families
from foundation.pages import PageRequest
from foundation.people.models import Invitation, Role
from foundation.people.tokens import hash_of
from foundation.tournaments import Tournament
from scoring.models import Result
from tournament.models import Team

# Hundreds of these happen in an hour, and each concerns only one table. Coaches of the players there see it at once,
# everyone else within a minute.
FREQUENT = frozenset(
    {
        "sheet.enter",
        "sheet.check",
        "sheet.rekey",
        "sheet.settle",
        "checkin.mark",
        "checkin.mark_team",
        "checkin.game_set",
    }
)


@dataclass(frozen=True)
class NewsStamp:
    """Identifies what a coach page was made from; a new stamp means that it may have changed.

    `shared`: the same for all coaches of a tournament. It stays the same for up to a minute if only frequent actions
    happened. `own`: the last results of the link's teams.
    """

    shared: str
    own: str

    def __str__(self) -> str:
        return f"{self.shared};{self.own}"


def _last_result(whose: str) -> Subquery:
    mine = Result.with_replaced.filter(
        **{f"place__entry__team__{whose}invitations__token_hash": Param("digest")}
    ).order_by()
    return Subquery(mine.annotate(_all=Value(1)).values("_all").annotate(_last=Max("id")).values("_last"))


NEWS = CompiledSelect(
    lambda: (
        LogLine.objects.filter(
            tournament=Invitation.objects.alive()
            .filter(token_hash=Param("digest"), role=Role.COACH)
            .values("tournament")[:1],
            is_news=True,
        )
        .exclude(action__in=sorted(FREQUENT), at__gte=Param("minute"), at__lt=Param("next_minute"))
        .annotate(of_team=_last_result(""), of_school=_last_result("school__"))
        .order_by("-id")
        .values("id", "of_team", "of_school")[:LINES_IN_STAMP]
    )
)


def news_stamp(token: str) -> NewsStamp | None:
    """Return the current stamp for a link; None if it doesn't exist or has expired."""
    minute = timezone.now().replace(second=0, microsecond=0)
    adapt = connection.ops.adapt_datetimefield_value
    between = {"minute": adapt(minute), "next_minute": adapt(minute + timedelta(minutes=1))}
    lines = NEWS(digest=hash_of(token), **between)
    if not lines:
        return None
    own = f"{lines[0]['of_team']} {lines[0]['of_school']}"
    return NewsStamp(",".join(str(line["id"]) for line in lines), own)


def find_coach_link(token: str) -> Invitation | None:
    link = find_invitation(token)
    return link if link and link.role == Role.COACH else None


@dataclass(frozen=True)
class CoachVisit:
    """A page opened by a coach link."""

    link: Invitation
    token: str

    @property
    def tournament(self) -> Tournament:
        return self.link.tournament


class CoachPageRequest(PageRequest):
    """A request as a view with `@coach_page` gets it. `news`: with `@with_coach_news`, the stamp that coaches share."""

    coach_visit: CoachVisit


View = TypeVar("View", bound=Callable[..., HttpResponseBase])


def coach_page(view: View) -> View:
    """Open the coach link in the URL: the view gets `request.coach_visit` in place of the token."""

    @functools.wraps(view)
    def open_link(request: CoachPageRequest, *args: Any, token: str, **kwargs: Any) -> HttpResponseBase:
        link = find_coach_link(token)
        if link is None:
            return _link_is_over(request)
        request.actor.coach_link = link
        request.actor.require("team.view_own", link.tournament)
        request.coach_visit = CoachVisit(link, token)
        with timezone.override(link.tournament.zone):
            return view(request, *args, **kwargs)

    return for_families(cast(View, open_link))


def with_coach_news(view: View) -> View:
    """Set `request.news` for a coach page, and answer 304 if nothing has changed since this browser got the page."""

    @functools.wraps(view)
    def check_news(request: CoachPageRequest, *args: Any, token: str, **kwargs: Any) -> HttpResponseBase:
        stamp = news_stamp(token)
        if stamp is None:
            return _link_is_over(request)
        request.news = stamp.shared
        if request.method == "POST":
            return view(request, *args, token=token, **kwargs)
        return conditional(request, str(stamp), lambda: view(request, *args, token=token, **kwargs))

    return cast(View, check_news)


def _link_is_over(request: PageRequest) -> HttpResponse:
    return render(request, "foundation/people/link_is_over.html", status=404)


def teams_of(link: Invitation) -> QuerySet[Team]:
    """Return the team of the link, or all teams of a school, including those it shares with other schools."""
    teams = Team.objects.filter(tournament=link.tournament_id).select_related("school")
    if link.team_id:
        return teams.filter(pk=link.team_id)
    return teams.filter(Q(school=link.school_id) | Q(school__members=link.school_id)).distinct()
