"""Registers the scoring floor with Django: what it tells the floors below, and how it forgets names."""

from django.apps import AppConfig


class ScoringConfig(AppConfig):
    name = "scoring"

    def ready(self) -> None:
        from scoring import figures, purging, results  # noqa: F401 -- registering is what importing does
        from scoring.wall import queries  # noqa: F401 -- the same
