"""Registers judging.penalties with Django, and its answers to lower floors."""

from django.apps import AppConfig


class PenaltiesConfig(AppConfig):
    name = "judging.penalties"

    def ready(self) -> None:
        import foundation.hooks
        import tournament.hooks
        from judging.penalties.application import move_penalties_to_player
        from judging.penalties.archive_tables import ARCHIVE_TABLES
        from judging.penalties.name_removal import forget_penalties

        foundation.hooks.archive_tables.register(ARCHIVE_TABLES)
        tournament.hooks.roster_spot_named.register(move_penalties_to_player)
        tournament.hooks.student_names.register(forget_penalties)
