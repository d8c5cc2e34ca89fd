"""Registers foundation.accounts with Django, and its periodic task."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "foundation.accounts"

    def ready(self) -> None:
        from foundation import hooks
        from foundation.accounts import signals  # noqa: F401 -- importing connects the signals
        from foundation.accounts.tasks import delete_expired_sessions

        hooks.periodic_tasks.register(delete_expired_sessions)
