"""The form of the table planner: how many players each division has."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms

from tournament.models import Division


class PlayersForm(forms.Form):
    """One number per division. It is submitted with GET, so that a plan can be bookmarked and shared."""

    def __init__(
        self, divisions: Iterable[Division], *args: Any, expected: Mapping[int, int] | None = None, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.expected = expected or {}
        for division in divisions:
            self.fields[f"d{division.pk}"] = forms.IntegerField(
                label=f"{division.event.game} · {division.name}",
                min_value=0,
                max_value=5000,
                required=False,
                initial=self.expected.get(division.pk),
            )

    def players_in(self, division: Division) -> int:
        """The number that was entered, or the number on the roster if the form wasn't submitted."""
        if not self.is_bound:
            return self.expected.get(division.pk, 0)
        return (self.is_valid() and self.cleaned_data.get(f"d{division.pk}")) or 0
