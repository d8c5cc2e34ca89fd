"""Registers foundation.backups with Django, its job and its periodic tasks."""

from django.apps import AppConfig


class BackupsConfig(AppConfig):
    name = "foundation.backups"

    def ready(self) -> None:
        from foundation import hooks
        from foundation.backups.tasks import JOB_KINDS, PERIODIC_TASKS

        hooks.job_kinds.register(*JOB_KINDS)
        hooks.periodic_tasks.register(*PERIODIC_TASKS)
