"""Rooms, and which numbered tables in them belong to a division.

*Room*: a room by the name that people use, "Gym B". *Tables*: the table numbers from `first` to `last` in a room, for
one division. A number means one table within an event; games played one after the other may share tables.
"""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower

from foundation.tournaments import Tournament
from tournament.models import Division

HIGHEST = 9999


class Room(models.Model):
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="rooms")
    name = models.CharField(max_length=60)

    class Meta:
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint("tournament", Lower("name"), name="room_once_per_tournament"),
            models.CheckConstraint(condition=~Q(name=""), name="room_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name


class Tables(models.Model):
    """A range of table numbers in a room, for one division."""

    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="tables")
    room = models.ForeignKey(Room, on_delete=models.PROTECT, related_name="tables")
    first = models.PositiveSmallIntegerField()
    last = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["division_id", "first"]
        constraints = [
            models.CheckConstraint(
                condition=Q(first__gte=1, last__gte=F("first"), last__lte=HIGHEST), name="tables_from_first_to_last"
            ),
            models.UniqueConstraint(fields=["division", "first"], name="tables_begin_once_per_division"),
        ]

    def __str__(self) -> str:
        return f"{self.room}, {self.numbers}"

    @property
    def count(self) -> int:
        return self.last - self.first + 1

    @property
    def numbers(self) -> str:
        return f"tables {self.first} to {self.last}" if self.count > 1 else f"table {self.first}"
