"""Coach links: the teams of a link, and whether anything has changed for them, in one query."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from django.db import connection
from django.db.models import Max, Q, QuerySet, Subquery, Value
from django.utils import timezone

from foundation.accounts.invitations import find_invitation
from foundation.activity.models import LogLine
from foundation.activity.news import LINES_IN_STAMP
from foundation.compiled_queries import CompiledSelect, Param
from foundation.people.models import Invitation, Role
from foundation.people.tokens import hash_of
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
    mine = Result.ever.filter(**{f"place__entry__team__{whose}invitations__token_hash": Param("digest")}).order_by()
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


def teams_of(link: Invitation) -> QuerySet[Team]:
    """Return the team of the link, or all teams of a school, including those it shares with other schools."""
    teams = Team.objects.filter(tournament=link.tournament_id).select_related("school")
    if link.team_id:
        return teams.filter(pk=link.team_id)
    return teams.filter(Q(school=link.school_id) | Q(school__members=link.school_id)).distinct()
