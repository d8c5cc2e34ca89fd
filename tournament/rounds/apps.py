"""Registers tournament.rounds with Django, and its answer to backups."""

from django.apps import AppConfig


class RoundsConfig(AppConfig):
    name = "tournament.rounds"

    def ready(self) -> None:
        from foundation import hooks
        from tournament.rounds.queries import rounds_in_progress

        hooks.rounds_in_progress.register(rounds_in_progress)
