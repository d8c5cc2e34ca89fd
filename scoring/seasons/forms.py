"""Forms of seasons."""

from __future__ import annotations

from typing import Any

from django import forms

from foundation.forms import VerbForm, set_queryset
from foundation.people.models import User
from foundation.people.queries import directed_by
from foundation.tournaments import Tournament
from scoring.seasons.models import MOST_TOURNAMENTS, Season


class NewSeasonForm(VerbForm):
    name = forms.CharField(label="Name", max_length=120, widget=forms.TextInput({"placeholder": "Season 2026–27"}))


class SeasonForm(NewSeasonForm):
    best = forms.IntegerField(
        label="Results that count",
        help_text="Number of best results to count. Leave blank to count all.",
        required=False,
        min_value=1,
        max_value=MOST_TOURNAMENTS,
    )
    needed = forms.IntegerField(
        label="Tournaments to qualify",
        help_text="Players who attend this many are marked as qualified.",
        min_value=1,
        max_value=MOST_TOURNAMENTS,
    )

    @classmethod
    def of(cls, season: Season) -> SeasonForm:
        return cls(initial={"name": season.name, "best": season.best, "needed": season.needed})


class AddTournamentForm(VerbForm):
    tournament = forms.ModelChoiceField(queryset=Tournament.objects.none(), label="Tournament", empty_label=None)

    def __init__(self, season: Season, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        set_queryset(self, "tournament", directed_by(user).exclude(seasons=season).order_by("-starts_on", "name"))
