"""Registers judging.protests with Django: its archive, its names, and what it tells the floors below."""

from django.apps import AppConfig


class ProtestsConfig(AppConfig):
    name = "judging.protests"

    def ready(self) -> None:
        from judging.protests import archiving, purging, telling  # noqa: F401 -- registering is what importing does
