"""What the workers look after: sessions that nobody can use any more."""

from __future__ import annotations

from tournament.jobs.chores import chore
from tournament.people.sessions import SessionStore


@chore
def forget_sessions() -> None:
    SessionStore.clear_expired()
