"""Registers tournament.jobs with Django."""

from django.apps import AppConfig


class JobsConfig(AppConfig):
    name = "tournament.jobs"

    def ready(self) -> None:
        from tournament.jobs import worker  # noqa: F401 -- connecting is what importing does
