"""Registers judging.own_cases with Django, and why archives leave its table out."""

from django.apps import AppConfig


class OwnCasesConfig(AppConfig):
    name = "judging.own_cases"

    def ready(self) -> None:
        from foundation import hooks
        from judging.own_cases.archive_tables import ARCHIVE_TABLES

        hooks.archive_tables.register(ARCHIVE_TABLES)
