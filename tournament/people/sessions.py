"""Whose click it is: sessions in the database and the people in them, as Django and allauth have them.

Both are asked at every click, so that who is signed out or deactivated is so at the next one.
"""

from __future__ import annotations

from allauth.account.auth_backends import AuthenticationBackend
from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.db.models.functions import Now

from tournament.people.models import User
from tournament.statements import Given, Question

LIVE = Question(lambda: Session.objects.filter(session_key=Given("key"), expire_date__gt=Now()))
PERSON = Question(lambda: User.objects.filter(pk=Given("pk")))


class SessionStore(db.SessionStore):
    def _get_session_from_db(self) -> Session | None:
        for session in LIVE(key=self.session_key) if self.session_key else ():
            return session
        self._session_key = None
        return None


class Backend(AuthenticationBackend):
    def get_user(self, user_id: int) -> User | None:
        for user in PERSON(pk=user_id):
            return user if self.user_can_authenticate(user) else None
        return None
