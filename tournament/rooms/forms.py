"""The form of rooms: one line for each range of tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from django import forms
from django.forms import BoundField

from foundation.forms import VerbForm, number_in
from tournament.models import Event
from tournament.rooms.actions import TableRange
from tournament.rooms.models import HIGHEST, Tables

SPARE = 2
MOST_LINES = 200
CELLS = ("division", "room", "first", "last")
MISSING = {
    "division": "Choose the division.",
    "room": "Enter the room.",
    "first": "Enter the first table.",
    "last": "Enter the last table.",
}


class RoomsForm(VerbForm):
    """Lines with a division, a room, and table numbers. Empty lines are ignored."""

    lines = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=MOST_LINES)

    def __init__(self, event: Event, data: Any = None, *, tables: Sequence[Tables] = ()) -> None:
        self.divisions = {division.letter: division for division in event.divisions.all()}
        lines: list[tuple[Any, ...]] = [
            (each.division.letter, each.room.name, each.first, each.last) for each in tables
        ]
        with_tables = {line[0] for line in lines}
        lines += [(letter,) for letter in self.divisions if letter not in with_tables]
        count = self._line_count(data, len(lines) + SPARE)
        cells = ((at, *cell) for at, line in enumerate(lines) for cell in zip(CELLS, line, strict=False))
        initial = {f"{name}-{at}": value for at, name, value in cells}
        super().__init__(data, initial=initial | {"lines": count})
        self.count = count
        for at in range(count):
            self._add_line(at)

    @staticmethod
    def _line_count(data: Any, default: int) -> int:
        text = data.get("lines", "") if data else ""
        return min(number_in(text, default), MOST_LINES)

    def _add_line(self, at: int) -> None:
        number = forms.NumberInput({"min": 1, "max": HIGHEST, "inputmode": "numeric"})
        letters = [("", "–"), *((letter, each.name) for letter, each in self.divisions.items())]
        self.fields[f"division-{at}"] = forms.ChoiceField(label="Division", choices=letters, required=False)
        self.fields[f"room-{at}"] = forms.CharField(
            label="Room", max_length=60, required=False, widget=forms.TextInput({"list": "rooms"})
        )
        for name, label in (("first", "First table"), ("last", "Last table")):
            self.fields[f"{name}-{at}"] = forms.IntegerField(
                label=label, required=False, min_value=1, max_value=HIGHEST, widget=number
            )

    @property
    def rows(self) -> Iterator[list[BoundField]]:
        for at in range(self.count):
            yield [self[f"{name}-{at}"] for name in CELLS]

    def clean(self) -> dict[str, Any]:
        """Check that every line that isn't empty is complete."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        self.ranges: list[TableRange] = []
        for at in range(self.count):
            line: dict[str, Any] = {name: data.get(f"{name}-{at}") for name in CELLS}
            if not (line["room"] or line["first"] or line["last"]):
                continue
            for name, value in line.items():
                if not value and f"{name}-{at}" not in self.errors:
                    self.add_error(f"{name}-{at}", MISSING[name])
            if all(line.values()):
                line["division"] = self.divisions[line["division"]]
                self.ranges.append(TableRange(**line))
        return data

    def arguments(self) -> dict[str, Any]:
        return {"key": self.cleaned_data["key"], "ranges": self.ranges}
