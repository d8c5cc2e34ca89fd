"""Registers the judging floor with Django, what it puts into an archive and what it tells the day board."""

from django.apps import AppConfig


class JudgingConfig(AppConfig):
    name = "judging"

    def ready(self) -> None:
        from judging import archiving, figures, purging  # noqa: F401 -- registering is what importing does
        from judging.calls import aside, hiding  # noqa: F401 -- registering is what importing does
