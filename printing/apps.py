"""Registers the printing floor with Django, and every document that it can put on paper."""

from importlib import import_module

from django.apps import AppConfig

# In the order in which the print page has them: importing one registers its documents.
DOCUMENTS = (
    "tables.scoresheets",
    "tables.variations",
    "tables.player_sheets",
    "tables.charts",
    "tables.judges",
    "lists.tents",
    "lists.rooms",
    "lists.cards",
    "lists.wall",
    "lists.checkin",
    "lists.packets",
    "ends.standings",
    "ends.awards",
    "ends.protests",
)


class PrintingConfig(AppConfig):
    name = "printing"

    def ready(self) -> None:
        import foundation.hooks
        import tournament.hooks
        from printing.archive_tables import ARCHIVE_TABLES
        from printing.tasks import JOB_KINDS, forget_links
        from printing.todo import print_scoresheets

        foundation.hooks.archive_tables.register(ARCHIVE_TABLES)
        foundation.hooks.job_kinds.register(*JOB_KINDS)
        foundation.hooks.periodic_tasks.register(forget_links)
        tournament.hooks.todo_steps_before_start.register(print_scoresheets)

        for each in DOCUMENTS:
            import_module(f"printing.{each}")
