"""Registers judging.checker with Django, and its answers to lower floors."""

from django.apps import AppConfig


class CheckerConfig(AppConfig):
    name = "judging.checker"

    def ready(self) -> None:
        import foundation.hooks
        import scoring.hooks
        from judging.checker.archive_tables import ARCHIVE_TABLES
        from judging.checker.queries import practice_page

        foundation.hooks.archive_tables.register(ARCHIVE_TABLES)
        scoring.hooks.coach_pages.register(practice_page)
