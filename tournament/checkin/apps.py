"""Registers tournament.checkin with Django."""

from django.apps import AppConfig


class CheckinConfig(AppConfig):
    name = "tournament.checkin"
