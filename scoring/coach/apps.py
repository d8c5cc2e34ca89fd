"""Registers scoring.coach with Django: what it tells the day board and the coaches, and how it forgets names."""

from django.apps import AppConfig


class CoachConfig(AppConfig):
    name = "scoring.coach"

    def ready(self) -> None:
        from scoring.coach import disputes, figures, purging  # noqa: F401 -- registering is what importing does
