"""Registers tournament.privacy with Django, its job and periodic task, and its answers to backups."""

from django.apps import AppConfig


class PrivacyConfig(AppConfig):
    name = "tournament.privacy"

    def ready(self) -> None:
        from foundation import hooks
        from tournament.privacy.restores import HiddenPlayers, StudentNameRemoval
        from tournament.privacy.tasks import JOB_KINDS, PERIODIC_TASKS

        hooks.job_kinds.register(*JOB_KINDS)
        hooks.periodic_tasks.register(*PERIODIC_TASKS)
        hooks.name_removal.register(StudentNameRemoval())
        hooks.kept_through_restore.register(HiddenPlayers())
