"""Who comes by a coach's link, which teams are theirs, and whether there is news for them, in one question."""

from __future__ import annotations

from django.db.models import Q, QuerySet

from tournament.activity.models import LogLine
from tournament.activity.news import stamp
from tournament.models import Team
from tournament.people.invitations import find
from tournament.people.models import Invitation, Role
from tournament.people.tokens import hash_of


def news_for(token: str) -> str:
    """The stamp of the link's tournament; nothing if there is no such link, or it is over."""
    links = Invitation.objects.alive().filter(token_hash=hash_of(token), role=Role.COACH)
    return stamp(LogLine.objects.filter(tournament=links.values("tournament")[:1]))


def coach_link(token: str) -> Invitation | None:
    link = find(token)
    return link if link and link.role == Role.COACH else None


def teams_of(link: Invitation) -> QuerySet[Team]:
    """The team of the link; for a school all its teams, also those that it sends together with others."""
    teams = Team.objects.filter(tournament=link.tournament_id).select_related("school")
    if link.team_id:
        return teams.filter(pk=link.team_id)
    return teams.filter(Q(school=link.school_id) | Q(school__members=link.school_id)).distinct()
