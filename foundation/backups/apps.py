"""Registers foundation.backups with Django, with the job that makes a backup and the chore that tidies up."""

from django.apps import AppConfig


class BackupsConfig(AppConfig):
    name = "foundation.backups"

    def ready(self) -> None:
        from foundation.backups import tasks  # noqa: F401 -- registering is what importing does
