"""Users, invitations, roles, and API tokens.

*User*: a person, with an account (email and password) or known only by a badge.
*Invitation*: a link, printed as a QR code, that gives one person one role in one tournament: a sign-in badge, an
invitation for a director, or a coach link to one team or to all teams of a school. Only a hash of its token is stored.
*Membership*: a person's role in a tournament.
*API token*: lets a program act in one tournament and one role, for the director who created it.
"""

from __future__ import annotations

from datetime import date, timedelta
from typing import ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower, Now
from django.utils import timezone

from foundation.tournaments import Tournament


class Role(models.TextChoices):
    DIRECTOR = "director", "director"
    SCOREKEEPER = "scorekeeper", "scorekeeper"
    JUDGE = "judge", "judge"
    HEAD_JUDGE = "head_judge", "head judge"
    APPEALS_PANEL = "appeals_panel", "appeals panel member"
    COACH = "coach", "coach"


def role_name(role: str) -> str:
    """Return the name of a role; KeyError if there is no such role."""
    return dict(Role.choices)[role]


class UserManager(BaseUserManager["User"]):
    def get_by_natural_key(self, username: str | None) -> User:
        return self.get(email__iexact=username)


class User(AbstractBaseUser):
    name = models.CharField(max_length=80)
    email = models.EmailField(null=True, blank=True, unique=True)
    is_active = models.BooleanField(default=True)
    is_founder = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)

    objects: ClassVar[UserManager] = UserManager()
    USERNAME_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["name"]

    class Meta:
        constraints = [
            models.UniqueConstraint(Lower("email"), name="one_account_per_email"),
            models.UniqueConstraint(fields=["is_founder"], condition=Q(is_founder=True), name="one_founder"),
            models.CheckConstraint(condition=~Q(name=""), name="user_has_a_name"),
            models.CheckConstraint(condition=Q(email__isnull=True) | ~Q(email=""), name="email_null_or_given"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def has_account(self) -> bool:
        """Whether the person has an account, not only a badge."""
        return self.email is not None


class Session(AbstractBaseSession):
    """A browser session. `user`: lets one statement load both."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, null=True, related_name="sessions")


class InvitationQuerySet(models.QuerySet["Invitation"]):
    def alive(self) -> InvitationQuerySet:
        return self.filter(revoked_at__isnull=True, expires_at__gt=Now())


class Invitation(models.Model):
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="invitations")
    role = models.CharField(max_length=20, choices=Role)
    label = models.CharField(max_length=160)
    team = models.ForeignKey(
        "tournament.Team", on_delete=models.CASCADE, null=True, blank=True, related_name="invitations"
    )
    school = models.ForeignKey(
        "tournament.School", on_delete=models.CASCADE, null=True, blank=True, related_name="invitations"
    )
    nonce = models.CharField(max_length=40, unique=True)
    token_hash = models.CharField(max_length=64, unique=True)
    user = models.ForeignKey(User, on_delete=models.PROTECT, null=True, blank=True, related_name="invitations")
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)

    objects = InvitationQuerySet.as_manager()

    class Meta:
        ordering = ["role", "id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(role=Role.COACH, team__isnull=False, school__isnull=True)
                | Q(role=Role.COACH, team__isnull=True, school__isnull=False)
                | (~Q(role=Role.COACH) & Q(team__isnull=True, school__isnull=True)),
                name="coach_links_have_a_team_or_a_school",
            ),
            models.CheckConstraint(condition=Q(role__in=Role.values), name="invitation_role_known"),
            models.UniqueConstraint(
                fields=["team"], condition=Q(revoked_at__isnull=True), name="one_live_link_per_team"
            ),
            models.UniqueConstraint(
                fields=["school"], condition=Q(revoked_at__isnull=True), name="one_live_link_per_school"
            ),
        ]

    def __str__(self) -> str:
        return self.label

    @property
    def good_through(self) -> date:
        """The last day on which it works, in the tournament's time zone."""
        return timezone.localdate(self.expires_at - timedelta(seconds=1), self.tournament.zone)


class Membership(models.Model):
    """A role in a tournament. A role that came with a badge ends with the badge."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="memberships")
    role = models.CharField(max_length=20, choices=Role)
    badge = models.OneToOneField(Invitation, on_delete=models.PROTECT, null=True, blank=True, related_name="membership")
    created_at = models.DateTimeField(auto_now_add=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "user", "role"], condition=Q(ended_at__isnull=True), name="one_live_role_each"
            ),
            models.CheckConstraint(
                condition=Q(role__in=Role.values) & ~Q(role=Role.COACH), name="coaches_come_by_their_link"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user} as {self.get_role_display()}"


class ApiTokenQuerySet(models.QuerySet["ApiToken"]):
    def alive(self) -> ApiTokenQuerySet:
        """Return tokens that are neither revoked nor expired. Their makers may no longer be directors."""
        return self.filter(revoked_at__isnull=True, expires_at__gt=Now())


class ApiToken(models.Model):
    """Only a hash of the token is stored. `secret` is the token itself, on the object that was just created."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="api_tokens")
    role = models.CharField(max_length=20, choices=Role)
    label = models.CharField(max_length=60)
    may_write = models.BooleanField(default=False)
    token_hash = models.CharField(max_length=64, unique=True)
    made_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="api_tokens")
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)
    last_used_on = models.DateField(null=True, blank=True)

    objects = ApiTokenQuerySet.as_manager()
    secret = ""

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(condition=~Q(label=""), name="api_token_has_a_label"),
            models.CheckConstraint(
                condition=Q(role__in=Role.values) & ~Q(role=Role.COACH), name="api_tokens_are_of_the_staff"
            ),
        ]

    def __str__(self) -> str:
        return self.label

    @property
    def good_through(self) -> date:
        """The last day on which it works, in the tournament's time zone."""
        return timezone.localdate(self.expires_at - timedelta(seconds=1), self.tournament.zone)
