"""Registers judging.league_cases with Django under its original label, so its table keeps its name."""

from django.apps import AppConfig


class LeagueCasesConfig(AppConfig):
    name = "judging.league_cases"
    label = "own_cases"
