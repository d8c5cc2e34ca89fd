"""Registers foundation.archives with Django, and the job that makes an archive."""

from django.apps import AppConfig


class ArchivesConfig(AppConfig):
    name = "foundation.archives"

    def ready(self) -> None:
        from foundation import hooks
        from foundation.archives.tasks import JOB_KINDS

        hooks.job_kinds.register(*JOB_KINDS)
