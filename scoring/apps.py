"""Registers the apps of the scoring floor with Django, and their answers to lower floors."""

from django.apps import AppConfig


class ScoringConfig(AppConfig):
    name = "scoring"

    def ready(self) -> None:
        import foundation.hooks
        import pairings.hooks
        import tournament.hooks
        from scoring import hook_providers as providers
        from scoring.archive_tables import ARCHIVE_TABLES
        from scoring.entry.results import assign_results
        from scoring.round_results import create_sheets, earlier_results, record_closing, unverified_sheets

        foundation.hooks.archive_tables.register(ARCHIVE_TABLES)
        tournament.hooks.dashboard_counts.register(providers.sheets_by_division, providers.open_requests_by_division)
        tournament.hooks.todo_steps.register(providers.release_results)
        tournament.hooks.public_links.register(providers.standings_links)
        tournament.hooks.round_close_checks.register(unverified_sheets)
        tournament.hooks.round_closed.register(record_closing)
        tournament.hooks.roster_spot_named.register(assign_results)
        tournament.hooks.student_names.register(
            providers.remove_reasons, providers.remove_photos, providers.remove_names_from_requests
        )
        pairings.hooks.tables_published.register(create_sheets)
        pairings.hooks.earlier_results.register(earlier_results)
        pairings.hooks.hidden_divisions.register(providers.hidden_divisions)


class SeasonsConfig(AppConfig):
    name = "scoring.seasons"


class CoachConfig(AppConfig):
    name = "scoring.coach"
