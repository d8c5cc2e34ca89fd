"""The form of the points calculator: a rule book and each player's total."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms

from rulebooks import EditionError, Placing, award_places
from tournament.books import edition_of
from tournament.models import Event


class TotalsForm(forms.Form):
    """The totals of one match. The third stays empty in a two-player match."""

    first = forms.IntegerField(label="Player 1 total", min_value=-200, max_value=999)
    second = forms.IntegerField(label="Player 2 total", min_value=-200, max_value=999)
    third = forms.IntegerField(label="Player 3 total", min_value=-200, max_value=999, required=False)

    def __init__(self, events: Iterable[Event], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._editions = {event.edition: edition_of(event) for event in events}
        books = [(name, edition.title) for name, edition in self._editions.items()]
        self.fields = {"event": forms.ChoiceField(label="Rule book", choices=books), **self.fields}

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        totals = {
            f"Player {number}": data[name]
            for number, name in enumerate(("first", "second", "third"), 1)
            if data.get(name) is not None
        }
        if "event" in data and not self.errors:
            try:
                self.placing: Placing = award_places(self._editions[data["event"]], totals)
            except EditionError as problem:
                self.add_error("event", str(problem))
        self.totals = totals
        return data
