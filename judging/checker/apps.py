"""Registers judging.checker with Django, and its checks with the archive."""

from django.apps import AppConfig


class CheckerConfig(AppConfig):
    name = "judging.checker"

    def ready(self) -> None:
        from judging.checker import archiving, queries  # noqa: F401 -- registering is what importing does
