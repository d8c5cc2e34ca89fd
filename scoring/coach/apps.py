"""Registers scoring.coach with Django, and its answers to lower floors."""

from django.apps import AppConfig


class CoachConfig(AppConfig):
    name = "scoring.coach"

    def ready(self) -> None:
        from scoring.coach.hook_providers import open_requests_by_division, remove_names_from_requests
        from tournament import hooks

        hooks.dashboard_counts.register(open_requests_by_division)
        hooks.student_names.register(remove_names_from_requests)
