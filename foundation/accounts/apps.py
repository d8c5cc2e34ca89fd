"""Registers foundation.accounts with Django: its log sentences and its chore."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "foundation.accounts"

    def ready(self) -> None:
        from foundation.accounts import signals, tasks  # noqa: F401 -- connecting and registering is what importing does
