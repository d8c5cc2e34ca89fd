"""Registers the printing floor with Django."""

from django.apps import AppConfig


class PrintingConfig(AppConfig):
    name = "printing"
