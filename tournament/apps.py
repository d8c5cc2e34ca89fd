"""Registers the tournament floor with Django, and the tables that it puts into an archive."""

from django.apps import AppConfig


class TournamentConfig(AppConfig):
    name = "tournament"

    def ready(self) -> None:
        from foundation import hooks
        from tournament.archive_tables import ARCHIVE_TABLES

        hooks.archive_tables.register(ARCHIVE_TABLES)
