"""Registers the apps of this floor with Django, and their answers to the hooks of the foundation."""

from django.apps import AppConfig

from foundation import hooks


class TournamentConfig(AppConfig):
    name = "tournament"

    def ready(self) -> None:
        from tournament.archive_tables import ARCHIVE_TABLES

        hooks.archive_tables.register(ARCHIVE_TABLES)


class RostersConfig(AppConfig):
    name = "tournament.rosters"

    def ready(self) -> None:
        from tournament.rosters.tasks import JOB_KINDS

        hooks.job_kinds.register(*JOB_KINDS)


class CheckinConfig(AppConfig):
    name = "tournament.rosters.checkin"


class RoundsConfig(AppConfig):
    name = "tournament.rounds"

    def ready(self) -> None:
        from tournament.rounds.queries import rounds_in_progress

        hooks.rounds_in_progress.register(rounds_in_progress)


class RoomsConfig(AppConfig):
    name = "tournament.rooms"


class PrivacyConfig(AppConfig):
    name = "tournament.privacy"

    def ready(self) -> None:
        from tournament.privacy.restores import HiddenPlayers, StudentNameRemoval
        from tournament.privacy.tasks import JOB_KINDS, PERIODIC_TASKS

        hooks.job_kinds.register(*JOB_KINDS)
        hooks.periodic_tasks.register(*PERIODIC_TASKS)
        hooks.name_removal.register(StudentNameRemoval())
        hooks.kept_through_restore.register(HiddenPlayers())
