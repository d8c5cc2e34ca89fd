"""Registers the printing floor with Django, and its providers for the hooks of lower floors."""

from django.apps import AppConfig


class PrintingConfig(AppConfig):
    name = "printing"

    def ready(self) -> None:
        import foundation.hooks
        import tournament.hooks
        from printing.archive_tables import ARCHIVE_TABLES
        from printing.hook_providers import print_scoresheets_step
        from printing.tasks import JOB_KINDS, delete_expired_packets

        foundation.hooks.archive_tables.register(ARCHIVE_TABLES)
        foundation.hooks.job_kinds.register(*JOB_KINDS)
        foundation.hooks.periodic_tasks.register(delete_expired_packets)
        tournament.hooks.todo_steps_before_start.register(print_scoresheets_step)
