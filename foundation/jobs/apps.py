"""Registers foundation.jobs with Django."""

from django.apps import AppConfig


class JobsConfig(AppConfig):
    name = "foundation.jobs"

    def ready(self) -> None:
        from foundation.jobs import worker  # noqa: F401 -- importing connects the signal
