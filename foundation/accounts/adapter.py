"""How allauth behaves here: accounts come by invitation, and messages are ours."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest


class InvitedOnly(DefaultAccountAdapter):
    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return False

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """One laptop in a gym sends no mail; the activity log holds what a notice would say."""

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """By the account alone: who spells the name of the server in another way has no new tries."""
        return str(credentials.get("email", "")).lower()
