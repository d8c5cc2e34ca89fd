"""Registers judging.penalties with Django. `judging/apps.py` registers its answers to lower floors."""

from django.apps import AppConfig


class PenaltiesConfig(AppConfig):
    name = "judging.penalties"
