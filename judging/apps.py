"""Registers the judging floor with Django."""

from django.apps import AppConfig


class JudgingConfig(AppConfig):
    name = "judging"
