"""Registers tournament.rosters with Django, and the job that imports a roster."""

from django.apps import AppConfig


class RostersConfig(AppConfig):
    name = "tournament.rosters"

    def ready(self) -> None:
        from foundation import hooks
        from tournament.rosters.tasks import JOB_KINDS

        hooks.job_kinds.register(*JOB_KINDS)
