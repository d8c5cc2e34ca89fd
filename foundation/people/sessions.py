"""Whose click it is: sessions in the database and the people in them, as Django and allauth have them.

Both are asked at every click, in one statement, so that who is signed out or deactivated is so at the next one. If the
address names a tournament, that statement reads the person's roles there as well, so that who lost one has lost it.
"""

from __future__ import annotations

from contextvars import ContextVar
from typing import Any, cast

from allauth.account.auth_backends import AuthenticationBackend
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends import db
from django.db.models import F
from django.db.models.functions import Now

from foundation.compiled_queries import Given, Question
from foundation.people.models import Membership, Session, User
from foundation.people.queries import live_memberships

LIVE = Question(
    lambda: Session.objects.select_related("user").filter(session_key=Given("key"), expire_date__gt=Now()),
)
AT_WORK = Question(
    lambda: (
        live_memberships()
        .filter(
            tournament__slug=Given("slug"),
            user__sessions__session_key=Given("key"),
            user__sessions__expire_date__gt=Now(),
        )
        .select_related("user", "tournament")
        .defer("created_at", "user__created_at", "user__last_login", "tournament__created_at")
        .annotate(session_data=F("user__sessions__session_data"))
    )
)
PERSON = Question(lambda: User.objects.filter(pk=Given("pk")))

_read: ContextVar[User | None] = ContextVar("who was read with the session", default=None)
_address: ContextVar[str] = ContextVar("the tournament that the address names", default="")
_roles: ContextVar[list[Membership]] = ContextVar("the roles there that were read with the session")


def will_look_at(slug: str) -> None:
    """Before the session is read: the tournament that the address names, if any."""
    _address.set(slug)
    _roles.set([])


def roles_read() -> list[Membership]:
    """The person's roles in that tournament. Empty if there are none, or if the session was not read."""
    return _roles.get([])


class SessionStore(db.SessionStore):
    @classmethod
    def get_model_class(cls) -> type[Session]:
        return Session

    def create_model_instance(self, data: dict[str, Any]) -> Session:
        session = cast(Session, super().create_model_instance(data))
        session.user_id = data.get(SESSION_KEY)
        return session

    def _get_session_from_db(self) -> Any:
        """What has the `session_data`: the session, or a role that was read with it."""
        _read.set(None)
        for found in self._found() if self.session_key else ():
            _read.set(found.user)
            return found
        self._session_key = None
        return None

    def _found(self) -> list[Any]:
        slug = _address.get()
        roles = AT_WORK(slug=slug, key=self.session_key) if slug else []
        _roles.set([*roles])
        return roles or LIVE(key=self.session_key)


class Backend(AuthenticationBackend):
    def get_user(self, user_id: int) -> User | None:
        """Who was read with the session a moment ago, which is good for once; else from the database."""
        read = _read.get()
        _read.set(None)
        for user in [read] if read and read.pk == user_id else PERSON(pk=user_id):
            return user if self.user_can_authenticate(user) else None
        return None
