"""The rehearsal as a Django app."""

from django.apps import AppConfig


class RehearsalConfig(AppConfig):
    name = "rehearsal"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from foundation import hooks
        from rehearsal.tasks import JOB_KINDS

        hooks.job_kinds.register(*JOB_KINDS)
