"""Registers tournament.activity with Django."""

from django.apps import AppConfig


class ActivityConfig(AppConfig):
    name = "tournament.activity"
