"""Reads of the activity log: the lines that a person may see, filtered, newest first."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Q, QuerySet

from foundation.activity.models import LogLine
from foundation.activity.sentences import actions_that_say
from foundation.people.models import User
from foundation.people.queries import directed_by, live_memberships
from foundation.tournaments import Tournament

PAGE = 50


@dataclass(frozen=True)
class LogFilters:
    tournament: Tournament | None = None
    who: str = ""
    action: str = ""
    words: str = ""
    before: int | None = None


def visible_lines(user: User) -> QuerySet[LogLine]:
    """Return all lines of the tournaments that this person directs, and their own lines: those of tournaments where
    they have a role, and those about their account. Lines may name students, so they are hidden when the role ends.
    """
    here = live_memberships().filter(user=user).values("tournament")
    own = Q(user=user) & (Q(tournament__isnull=True) | Q(tournament__in=here))
    return LogLine.objects.filter(Q(tournament__in=directed_by(user)) | own)


def all_lines(user: User, filters: LogFilters) -> QuerySet[LogLine]:
    """Return the lines that match the filters, newest first."""
    lines = visible_lines(user).select_related("tournament")
    if filters.tournament:
        lines = lines.filter(tournament=filters.tournament)
    if filters.who:
        lines = lines.filter(who__icontains=filters.who)
    if filters.action:
        lines = lines.filter(action__startswith=filters.action)
    if filters.words:
        said = Q(text__icontains=filters.words) | Q(action__in=actions_that_say(filters.words))
        lines = lines.filter(said)
    return lines.order_by("-id")


def page_of_lines(user: User, filters: LogFilters) -> tuple[list[LogLine], int | None]:
    """Return one page of lines, and the id where the next page starts (None on the last page)."""
    lines = all_lines(user, filters)
    if filters.before:
        lines = lines.filter(pk__lt=filters.before)
    page = list(lines[: PAGE + 1])
    return page[:PAGE], page[PAGE - 1].pk if len(page) > PAGE else None
