"""How allauth behaves here: accounts come by invitation, and it sends no mail."""

from __future__ import annotations

import copy
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest


class InvitedOnly(DefaultAccountAdapter):
    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return False

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Do nothing: a laptop in a gym sends no mail, and the activity log holds what a notice would say."""

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count failed sign-ins per account alone: spelling the server's name another way gives no new attempts."""
        request = copy.copy(request)
        request.get_host = lambda: "any"  # type: ignore[method-assign]
        super().pre_authenticate(request, **credentials)
