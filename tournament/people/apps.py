"""Registers tournament.people with Django."""

from django.apps import AppConfig


class PeopleConfig(AppConfig):
    name = "tournament.people"

    def ready(self) -> None:
        from tournament.people import signals, tasks  # noqa: F401 -- connecting and registering is what importing does
