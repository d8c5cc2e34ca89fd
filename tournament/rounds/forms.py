"""Forms of rounds: how many, and extra time for a table."""

from __future__ import annotations

from typing import Any

from django import forms

from tournament.forms import VerbForm, choose_from
from tournament.models import Event, Tournament


class PlanForm(VerbForm):
    event = forms.ModelChoiceField(label="Event", queryset=Event.objects.none(), empty_label=None)
    count = forms.IntegerField(label="Rounds", min_value=1, max_value=40, initial=4)

    def __init__(self, tournament: Tournament, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choose_from(self, "event", tournament.events.all())
        self.fields["event"].initial = tournament.events.first()


class ExtraTimeForm(VerbForm):
    table = forms.CharField(label="Table", max_length=12)
    minutes = forms.DecimalField(label="Minutes", max_digits=4, decimal_places=1, min_value=-60, max_value=60)
    reason = forms.CharField(label="Why", max_length=120, required=False)

    def arguments(self) -> dict[str, Any]:
        data = dict(self.cleaned_data)
        return data | {"seconds": int(data.pop("minutes") * 60)}
