"""Registers the tournament floor with Django."""

from django.apps import AppConfig


class TournamentConfig(AppConfig):
    name = "tournament"
