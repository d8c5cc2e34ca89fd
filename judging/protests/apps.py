"""Registers judging.protests with Django. `judging/apps.py` registers its answers to lower floors."""

from django.apps import AppConfig


class ProtestsConfig(AppConfig):
    name = "judging.protests"
