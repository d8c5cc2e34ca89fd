"""Registers foundation.archives with Django: what this floor keeps in an archive, and the job that makes one."""

from django.apps import AppConfig


class ArchivesConfig(AppConfig):
    name = "foundation.archives"

    def ready(self) -> None:
        from foundation.archives import tasks  # noqa: F401 -- registering is what importing does
        from tournament import archive_tables  # noqa: F401 -- registering is what importing does
