"""Reads of people: roles, staff, badges, coach links, and API tokens."""

from __future__ import annotations

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet
from django.db.models.functions import Now

from foundation.people.models import ApiToken, Invitation, Membership, Role, User
from foundation.tournaments import Tournament


def live_memberships() -> QuerySet[Membership]:
    """Return current roles: not ended, and with a badge that is neither revoked nor expired, if any."""
    badge_alive = Q(badge__isnull=True) | Q(badge__revoked_at__isnull=True, badge__expires_at__gt=Now())
    return Membership.objects.filter(badge_alive, ended_at__isnull=True)


def live_roles(user: User, tournament: Tournament) -> frozenset[str]:
    return frozenset(live_memberships().filter(user=user, tournament=tournament).values_list("role", flat=True))


def staff_of(tournament: Tournament) -> QuerySet[Membership]:
    return live_memberships().filter(tournament=tournament).select_related("user", "badge").order_by("role", "id")


def badges_of(tournament: Tournament) -> QuerySet[Invitation]:
    """Return every staff invitation, newest first within each role."""
    return (
        Invitation.objects.filter(tournament=tournament)
        .exclude(role=Role.COACH)
        .select_related("user")
        .order_by("role", "-id")
    )


def printable_badges(tournament: Tournament) -> QuerySet[Invitation]:
    """Return the live badges, without director invitations: those create an account and are never left lying about."""
    helpers = Invitation.objects.alive().filter(tournament=tournament).exclude(role__in=(Role.COACH, Role.DIRECTOR))
    return helpers.order_by("role", "id")


def printable_coach_links(tournament: Tournament) -> QuerySet[Invitation]:
    return Invitation.objects.alive().filter(tournament=tournament, role=Role.COACH)


def first_account_exists() -> bool:
    return User.objects.filter(is_founder=True).exists()


def api_tokens_of(tournament: Tournament) -> QuerySet[ApiToken]:
    """Return the tokens, newest first. `is_backed`: the maker is still a director, so the token works."""
    return (
        ApiToken.objects.filter(tournament=tournament)
        .annotate(is_backed=_is_backed())
        .select_related("made_by", "tournament")
    )


def working_token(token_hash: str) -> ApiToken | None:
    """Return the token with this hash, if it is live and its maker is still a director of the tournament."""
    tokens = ApiToken.objects.alive().filter(_is_backed(), token_hash=token_hash, made_by__is_active=True)
    return tokens.select_related("tournament", "made_by").first()


def _is_backed() -> Exists:
    directing = live_memberships().filter(role=Role.DIRECTOR)
    return Exists(directing.filter(user=OuterRef("made_by"), tournament=OuterRef("tournament")))


def tournaments_of(user: User) -> QuerySet[Tournament]:
    """Return the tournaments where this person has a role, newest first, each with `my_memberships`."""
    mine = live_memberships().filter(user=user)
    return (
        Tournament.objects.filter(pk__in=mine.values("tournament"))
        .prefetch_related(Prefetch("memberships", queryset=mine.order_by("id"), to_attr="my_memberships"))
        .order_by("-starts_on", "name")
    )


def directed_by(user: User) -> QuerySet[Tournament]:
    directing = live_memberships().filter(user=user, role=Role.DIRECTOR)
    return Tournament.objects.filter(pk__in=directing.values("tournament"))
