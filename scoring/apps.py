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
        from scoring.name_removal import forget_photos, forget_reasons
        from scoring.people import results_follow
        from scoring.public_results.hook_providers import hidden_divisions, release_results, standings_links
        from scoring.results import every_sheet_is_done, keep_the_results, make_sheets, verified_before

        foundation.hooks.archive_tables.register(ARCHIVE_TABLES)
        tournament.hooks.dashboard_counts.register(sheets_by_division)
        tournament.hooks.todo_steps.register(release_results)
        tournament.hooks.public_links.register(standings_links)
        tournament.hooks.round_close_checks.register(every_sheet_is_done)
        tournament.hooks.round_closed.register(keep_the_results)
        tournament.hooks.roster_spot_named.register(results_follow)
        tournament.hooks.student_names.register(forget_reasons, forget_photos)
        pairings.hooks.tables_published.register(make_sheets)
        pairings.hooks.earlier_results.register(verified_before)
        pairings.hooks.hidden_divisions.register(hidden_divisions)
