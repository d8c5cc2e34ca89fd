"""Registers the pairings floor with Django: how it forgets names, and what it puts into an archive."""

from django.apps import AppConfig


class PairingsConfig(AppConfig):
    name = "pairings"

    def ready(self) -> None:
        from pairings import archiving, purging  # noqa: F401 -- registering is what importing does
