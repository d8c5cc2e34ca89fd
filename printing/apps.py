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
        from printing import archiving, todo  # noqa: F401 -- registering is what importing does

        for each in DOCUMENTS:
            import_module(f"printing.{each}")
