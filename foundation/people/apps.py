"""Registers foundation.people with Django."""

from django.apps import AppConfig


class PeopleConfig(AppConfig):
    name = "foundation.people"
