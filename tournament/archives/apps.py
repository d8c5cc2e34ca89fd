"""Registers tournament.archives with Django: what this floor keeps in an archive, and the job that makes one."""

from django.apps import AppConfig


class ArchivesConfig(AppConfig):
    name = "tournament.archives"

    def ready(self) -> None:
        from tournament.archives import contents, tasks  # noqa: F401 -- registering is what importing does
