"""The form for a league case."""

from __future__ import annotations

from typing import Any

from django import forms

from foundation.forms import VerbForm
from judging.casebook.casebook import DIVISIONS, known_variations
from judging.league_cases.models import GAMES


class LeagueCaseForm(VerbForm):
    title = forms.CharField(label="Title", max_length=120, help_text="A few words a judge might search for.")
    situation = forms.CharField(
        label="What happened",
        max_length=1000,
        widget=forms.Textarea({"rows": 3}),
        help_text="Leave out names. Write “a player” or “the Mover” instead.",
    )
    ruling = forms.CharField(label="Ruling", max_length=1000, widget=forms.Textarea({"rows": 3}))
    penalty = forms.IntegerField(label="Penalty", min_value=-10, max_value=0, initial=0, required=False)
    game = forms.ChoiceField(label="Game", choices=list(GAMES.items()), initial="both")
    divisions = forms.MultipleChoiceField(
        label="Divisions",
        choices=[(letter, letter) for letter in DIVISIONS],
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text="Leave blank for all divisions.",
    )
    variations = forms.MultipleChoiceField(
        label="Variations",
        choices=[(slug, slug.replace("-", " ")) for slug in sorted(known_variations("both"))],
        required=False,
        widget=forms.SelectMultiple({"size": 4}),
    )
    citation = forms.CharField(label="Based on", max_length=120, required=False, help_text="A rule or another case.")
    source = forms.CharField(label="Source", max_length=200, required=False, help_text="A tournament or protest.")
    version = forms.IntegerField(widget=forms.HiddenInput, required=False)

    def arguments(self) -> dict[str, Any]:
        data = super().arguments() | {"penalty": self.cleaned_data["penalty"] or 0}
        return {name: value for name, value in data.items() if name != "version" or value is not None}
