"""The form that creates a rehearsal: number of players, format, and stage of the day."""

from __future__ import annotations

import secrets
from typing import Any

from django import forms

from foundation.forms import VerbForm
from rehearsal.actions import SIZES
from rehearsal.formats import DEFAULT, FORMATS
from rehearsal.schedule import stages
from rehearsal.state import ROUNDS


class RehearsalForm(VerbForm):
    players = forms.TypedChoiceField(
        label="Players", choices=[(size, f"{size} players") for size in SIZES], coerce=int, initial=30
    )
    format = forms.ChoiceField(
        label="Format", choices=[(name, each.words) for name, each in FORMATS.items()], initial=DEFAULT
    )
    stage = forms.ChoiceField(
        label="Stage",
        choices=[(name, words[:1].upper() + words[1:]) for name, words in stages(ROUNDS).items()],
        initial="collecting",
        widget=forms.RadioSelect,
    )
    seed = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=999_999)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["seed"].initial = secrets.randbelow(1_000_000)
