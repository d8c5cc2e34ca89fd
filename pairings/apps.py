"""Registers the pairings floor with Django."""

from django.apps import AppConfig


class PairingsConfig(AppConfig):
    name = "pairings"
