"""Registers tournament.rosters with Django, and the job that imports a roster."""

from django.apps import AppConfig


class RostersConfig(AppConfig):
    name = "tournament.rosters"

    def ready(self) -> None:
        from tournament.rosters import tasks  # noqa: F401 -- registering is what importing does
