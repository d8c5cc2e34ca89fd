"""The rehearsal as a Django app."""

from django.apps import AppConfig


class RehearsalConfig(AppConfig):
    name = "rehearsal"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from rehearsal import tasks  # noqa: F401 -- registers the job
