"""Registers tournament.privacy with Django, with the job and the chore that remove names."""

from django.apps import AppConfig


class PrivacyConfig(AppConfig):
    name = "tournament.privacy"

    def ready(self) -> None:
        from tournament.privacy import tasks  # noqa: F401 -- registering is what importing does
