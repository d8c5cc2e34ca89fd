"""Registers judging.penalties with Django: what it archives, and how it forgets names."""

from django.apps import AppConfig


class PenaltiesConfig(AppConfig):
    name = "judging.penalties"

    def ready(self) -> None:
        from judging.penalties import archiving, landing, purging  # noqa: F401 -- registering is what importing does
