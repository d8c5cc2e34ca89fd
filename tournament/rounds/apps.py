"""Registers tournament.rounds with Django."""

from django.apps import AppConfig


class RoundsConfig(AppConfig):
    name = "tournament.rounds"
