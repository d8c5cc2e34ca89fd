"""Registers the pairings floor with Django, and its answers to lower floors."""

from django.apps import AppConfig


class PairingsConfig(AppConfig):
    name = "pairings"

    def ready(self) -> None:
        import foundation.hooks
        import tournament.hooks
        from pairings.archive_tables import ARCHIVE_TABLES
        from pairings.drafts import delete_steps
        from pairings.queries import rounds_with_tables

        foundation.hooks.archive_tables.register(ARCHIVE_TABLES)
        tournament.hooks.rounds_with_tables.register(rounds_with_tables)
        tournament.hooks.student_names.register(delete_steps)
