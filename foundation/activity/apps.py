"""Registers foundation.activity with Django."""

from django.apps import AppConfig


class ActivityConfig(AppConfig):
    name = "foundation.activity"
