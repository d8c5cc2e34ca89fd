"""Registers judging.own_cases with Django, and why its cases are in no archive of one tournament."""

from django.apps import AppConfig


class OwnCasesConfig(AppConfig):
    name = "judging.own_cases"

    def ready(self) -> None:
        from judging.own_cases import archiving  # noqa: F401 -- registering is what importing does
