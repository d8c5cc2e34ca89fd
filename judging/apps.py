"""Registers the judging floor with Django, and what it puts into an archive."""

from django.apps import AppConfig


class JudgingConfig(AppConfig):
    name = "judging"

    def ready(self) -> None:
        from judging import archiving, purging  # noqa: F401 -- registering is what importing does
