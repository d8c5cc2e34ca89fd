"""Registers judging.protests with Django, and its answers to lower floors."""

from django.apps import AppConfig


class ProtestsConfig(AppConfig):
    name = "judging.protests"

    def ready(self) -> None:
        import foundation.hooks
        import scoring.hooks
        import tournament.hooks
        from judging.protests.archive_tables import ARCHIVE_TABLES
        from judging.protests.hook_providers import (
            decide_protests,
            is_decided,
            open_protests,
            protests_of_teams,
            under_protest,
        )
        from judging.protests.name_removal import forget_protests

        foundation.hooks.archive_tables.register(ARCHIVE_TABLES)
        tournament.hooks.dashboard_counts.register(open_protests)
        tournament.hooks.todo_steps.register(decide_protests)
        tournament.hooks.student_names.register(forget_protests)
        scoring.hooks.pending_sheets.register(under_protest)
        scoring.hooks.dispute_settled.register(is_decided)
        scoring.hooks.coach_notices.register(protests_of_teams)
