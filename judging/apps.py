"""Registers the apps of the judging floor with Django, and their answers to lower floors."""

from django.apps import AppConfig


class JudgingConfig(AppConfig):
    name = "judging"

    def ready(self) -> None:
        import foundation.hooks
        import scoring.hooks
        import tournament.hooks
        from judging import hook_providers as providers
        from judging.archive_tables import ARCHIVE_TABLES

        foundation.hooks.archive_tables.register(ARCHIVE_TABLES)
        tournament.hooks.dashboard_counts.register(providers.count_calls, providers.count_open_protests)
        tournament.hooks.todo_steps.register(providers.decide_protests_step)
        tournament.hooks.roster_spot_named.register(providers.move_penalties_to_player)
        tournament.hooks.student_names.register(
            providers.remove_names_from_rulings,
            providers.remove_names_from_penalties,
            providers.remove_names_from_protests,
        )
        scoring.hooks.entry_hidden_from.register(providers.is_entry_hidden_from)
        scoring.hooks.pending_sheets.register(providers.sheets_under_protest)
        scoring.hooks.dispute_settled.register(providers.is_dispute_settled)
        scoring.hooks.coach_notices.register(providers.protest_notices)
        scoring.hooks.coach_pages.register(providers.practice_page)


class PenaltiesConfig(AppConfig):
    name = "judging.penalties"


class LeagueCasesConfig(AppConfig):
    name = "judging.league_cases"
    label = "own_cases"  # the original name, so its table keeps its name


class ProtestsConfig(AppConfig):
    name = "judging.protests"


class CheckerConfig(AppConfig):
    name = "judging.checker"
