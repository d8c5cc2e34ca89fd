"""Registers tournament.rosters.checkin with Django."""

from django.apps import AppConfig


class CheckinConfig(AppConfig):
    name = "tournament.rosters.checkin"
