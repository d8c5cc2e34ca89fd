"""Registers the pairings floor with Django, and how it forgets names."""

from django.apps import AppConfig


class PairingsConfig(AppConfig):
    name = "pairings"

    def ready(self) -> None:
        from pairings import purging  # noqa: F401 -- registering is what importing does
