"""Registers judging.checker with Django. `judging/apps.py` registers its answers to lower floors."""

from django.apps import AppConfig


class CheckerConfig(AppConfig):
    name = "judging.checker"
