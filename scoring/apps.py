"""Registers the scoring floor with Django: what it tells the floors below, archives and forgets."""

from django.apps import AppConfig


class ScoringConfig(AppConfig):
    name = "scoring"

    def ready(self) -> None:
        from scoring import archiving, figures, people, purging, results  # noqa: F401 -- registering is what importing does
        from scoring.wall import queries, todo  # noqa: F401 -- the same
