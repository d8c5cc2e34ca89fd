"""Whose click it is: sessions in the database and the people in them, as Django and allauth have them.

Both are asked at every click, in one statement, so that who is signed out or deactivated is so at the next one.
"""

from __future__ import annotations

from contextvars import ContextVar
from typing import Any, cast

from allauth.account.auth_backends import AuthenticationBackend
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends import db
from django.db.models.functions import Now

from tournament.people.models import Session, User
from tournament.statements import Given, Question

LIVE = Question(
    lambda: Session.objects.select_related("user").filter(session_key=Given("key"), expire_date__gt=Now()),
)
PERSON = Question(lambda: User.objects.filter(pk=Given("pk")))

_read: ContextVar[User | None] = ContextVar("who was read with the session", default=None)


class SessionStore(db.SessionStore):
    @classmethod
    def get_model_class(cls) -> type[Session]:
        return Session

    def create_model_instance(self, data: dict[str, Any]) -> Session:
        session = cast(Session, super().create_model_instance(data))
        session.user_id = data.get(SESSION_KEY)
        return session

    def _get_session_from_db(self) -> Session | None:
        _read.set(None)
        for session in LIVE(key=self.session_key) if self.session_key else ():
            _read.set(session.user)
            return session
        self._session_key = None
        return None


class Backend(AuthenticationBackend):
    def get_user(self, user_id: int) -> User | None:
        """Who was read with the session a moment ago, which is good for once; else from the database."""
        read = _read.get()
        _read.set(None)
        for user in [read] if read and read.pk == user_id else PERSON(pk=user_id):
            return user if self.user_can_authenticate(user) else None
        return None
