"""What the log page asks: the lines that this person may see, filtered, newest first."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Q, QuerySet

from foundation.activity.models import LogLine
from foundation.people.models import User
from foundation.people.queries import directed_by, live_memberships
from foundation.tournaments import Tournament

PAGE = 50


@dataclass(frozen=True)
class Filters:
    tournament: Tournament | None = None
    who: str = ""
    action: str = ""
    words: str = ""
    before: int | None = None


def visible_lines(user: User) -> QuerySet[LogLine]:
    """What happened in the tournaments that this person directs, and what they did: where they have a role, or to
    their own account. Lines have names of children in them: when a role ends, so does the sight of them.
    """
    here = live_memberships().filter(user=user).values("tournament")
    own = Q(user=user) & (Q(tournament__isnull=True) | Q(tournament__in=here))
    return LogLine.objects.filter(Q(tournament__in=directed_by(user)) | own)


def all_lines(user: User, filters: Filters) -> QuerySet[LogLine]:
    """Those that the filters leave, newest first."""
    lines = visible_lines(user).select_related("tournament")
    if filters.tournament:
        lines = lines.filter(tournament=filters.tournament)
    if filters.who:
        lines = lines.filter(who__icontains=filters.who)
    if filters.action:
        lines = lines.filter(action__startswith=filters.action)
    if filters.words:
        lines = lines.filter(text__icontains=filters.words)
    return lines.order_by("-id")


def page_of_lines(user: User, filters: Filters) -> tuple[list[LogLine], int | None]:
    """One page of lines, and the id from which the next page goes on (None at the end)."""
    lines = all_lines(user, filters)
    if filters.before:
        lines = lines.filter(pk__lt=filters.before)
    found = list(lines[: PAGE + 1])
    return found[:PAGE], found[PAGE - 1].pk if len(found) > PAGE else None
