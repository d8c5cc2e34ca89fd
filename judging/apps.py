"""Registers the judging floor with Django, and its answers to lower floors."""

from django.apps import AppConfig


class JudgingConfig(AppConfig):
    name = "judging"

    def ready(self) -> None:
        import foundation.hooks
        import scoring.hooks
        import tournament.hooks
        from judging.archive_tables import ARCHIVE_TABLES
        from judging.calls.hiding import further_opinions
        from judging.dashboard import judges_by_division
        from judging.name_removal import forget_rulings

        foundation.hooks.archive_tables.register(ARCHIVE_TABLES)
        tournament.hooks.dashboard_counts.register(judges_by_division)
        tournament.hooks.student_names.register(forget_rulings)
        scoring.hooks.entry_hidden_from.register(further_opinions)
