"""Registers tournament.rooms with Django."""

from django.apps import AppConfig


class RoomsConfig(AppConfig):
    name = "tournament.rooms"
