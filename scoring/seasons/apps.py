"""Registers scoring.seasons with Django."""

from django.apps import AppConfig


class SeasonsConfig(AppConfig):
    name = "scoring.seasons"
