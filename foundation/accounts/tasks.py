"""The periodic task that deletes expired sessions."""

from __future__ import annotations

from foundation.people.sessions import SessionStore


def delete_expired_sessions() -> None:
    SessionStore.clear_expired()
