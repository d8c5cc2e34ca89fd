"""Database sessions that load the user, and the user's roles in the tournament of the URL, in one statement.

Every request reads them, so a person who signs out, is deactivated, or loses a role notices with the next click.
"""

from __future__ import annotations

from contextvars import ContextVar
from typing import Any, cast

from allauth.account.auth_backends import AuthenticationBackend
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends import db
from django.db.models import F
from django.db.models.functions import Now

from foundation.compiled_queries import CompiledSelect, Param
from foundation.people.models import Membership, Session, User
from foundation.people.queries import live_memberships

LIVE_SESSION = CompiledSelect(
    lambda: Session.objects.select_related("user").filter(session_key=Param("key"), expire_date__gt=Now()),
)
ROLES_WITH_SESSION = CompiledSelect(
    lambda: (
        live_memberships()
        .filter(
            tournament__slug=Param("slug"),
            user__sessions__session_key=Param("key"),
            user__sessions__expire_date__gt=Now(),
        )
        .select_related("user", "tournament")
        .defer("created_at", "user__created_at", "user__last_login", "tournament__created_at")
        .annotate(session_data=F("user__sessions__session_data"))
    )
)

_session_user: ContextVar[User | None] = ContextVar("user loaded with the session", default=None)
_slug: ContextVar[str] = ContextVar("slug of the tournament in the URL", default="")
_roles: ContextVar[list[Membership]] = ContextVar("roles loaded with the session")


def set_url_tournament(slug: str) -> None:
    """Name the tournament in the URL, if any, before the session is loaded."""
    _slug.set(slug)
    _roles.set([])


def loaded_roles() -> list[Membership]:
    """The user's roles in that tournament. Empty if there are none, or if the session wasn't loaded."""
    return _roles.get([])


class SessionStore(db.SessionStore):
    @classmethod
    def get_model_class(cls) -> type[Session]:
        return Session

    def create_model_instance(self, data: dict[str, Any]) -> Session:
        session = cast(Session, super().create_model_instance(data))
        session.user_id = data.get(SESSION_KEY)
        return session

    def load(self) -> dict[str, Any]:
        slug = _slug.get()
        roles: list[Any] = ROLES_WITH_SESSION(slug=slug, key=self.session_key) if slug else []
        _roles.set(roles)
        row = roles[0] if roles else LIVE_SESSION.first(key=self.session_key)
        _session_user.set(row.user if row else None)
        if row is None:
            return super().load()  # finds no session either, and forgets the key
        return self.decode(row.session_data)


class Backend(AuthenticationBackend):
    def get_user(self, user_id: int) -> User | None:
        """The user that was just loaded with the session (valid once), or the one in the database."""
        user = _session_user.get()
        _session_user.set(None)
        if user is None or user.pk != user_id:
            user = User.objects.filter(pk=user_id).first()
        return user if user and self.user_can_authenticate(user) else None


def delete_expired_sessions() -> None:
    """Delete them from the database. A periodic task."""
    SessionStore.clear_expired()
