"""Registers the scoring floor with Django, and its answers to lower floors."""

from django.apps import AppConfig


class ScoringConfig(AppConfig):
    name = "scoring"

    def ready(self) -> None:
        import foundation.hooks
        import pairings.hooks
        import tournament.hooks
        from scoring.archive_tables import ARCHIVE_TABLES
        from scoring.dashboard import sheets_by_division
        from scoring.entry.results import assign_results
        from scoring.name_removal import remove_photos, remove_reasons
        from scoring.public_results.hook_providers import hidden_divisions, release_results, standings_links
        from scoring.results import create_sheets, earlier_results, record_closing, unverified_sheets

        foundation.hooks.archive_tables.register(ARCHIVE_TABLES)
        tournament.hooks.dashboard_counts.register(sheets_by_division)
        tournament.hooks.todo_steps.register(release_results)
        tournament.hooks.public_links.register(standings_links)
        tournament.hooks.round_close_checks.register(unverified_sheets)
        tournament.hooks.round_closed.register(record_closing)
        tournament.hooks.roster_spot_named.register(assign_results)
        tournament.hooks.student_names.register(remove_reasons, remove_photos)
        pairings.hooks.tables_published.register(create_sheets)
        pairings.hooks.earlier_results.register(earlier_results)
        pairings.hooks.hidden_divisions.register(hidden_divisions)
