"""Registers scoring.coach with Django, and its answers to lower floors."""

from django.apps import AppConfig


class CoachConfig(AppConfig):
    name = "scoring.coach"

    def ready(self) -> None:
        from scoring.coach.dashboard import open_requests_by_division
        from scoring.coach.name_removal import forget_requests
        from tournament import hooks

        hooks.dashboard_counts.register(open_requests_by_division)
        hooks.student_names.register(forget_requests)
