"""Forms for judges' conflicts and for searching the casebook."""

from __future__ import annotations

from typing import Any

from django import forms

from foundation.forms import VerbForm, set_choices, set_queryset
from foundation.pages import PageRequest
from foundation.people.actor import Actor
from foundation.people.models import User
from foundation.tournaments import Tournament
from judging.casebook.casebook import casebook
from judging.league_cases.queries import league_cases
from judging.queries import judges_of
from tournament.models import School
from tournament.queries import divisions_of

GAMES = {"equations": "Equations", "on-sets": "On-Sets"}


class ConflictForm(VerbForm):
    judge = forms.ModelChoiceField(queryset=User.objects.none(), label="Judge", empty_label="Choose a judge")
    school = forms.ModelChoiceField(queryset=School.objects.none(), label="School", empty_label="Choose a school")

    def __init__(self, actor: Actor, tournament: Tournament, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        judges = judges_of(tournament)
        if not actor.may("conflict.for_others", tournament):
            judges = judges.filter(pk=actor.user.pk) if actor.user else judges.none()
            self.fields["judge"].initial = actor.user
        set_queryset(self, "judge", judges)
        set_queryset(self, "school", tournament.schools.filter(members__isnull=True))


class CaseSearchForm(forms.Form):
    """Words and filters for the casebook. An invalid filter is ignored."""

    q = forms.CharField(
        label="What happened?",
        required=False,
        max_length=200,
        widget=forms.TextInput({"type": "search", "autocomplete": "off", "data-search": ""}),
    )
    game = forms.ChoiceField(label="Game", required=False)
    division = forms.ChoiceField(label="Division", required=False)
    variation = forms.ChoiceField(label="Variation", required=False)
    ours = forms.BooleanField(label="League cases only", required=False)

    def __init__(self, request: PageRequest) -> None:
        super().__init__(request.GET)
        divisions = {each.letter: each.name for each in divisions_of(request.tournament).defer("event__book__text")}
        self.league_cases = league_cases()
        variations = sorted({name for case in (*casebook().cases, *self.league_cases) for name in case.variations})
        set_choices(self, "game", [("", "Both games"), *GAMES.items()])
        set_choices(self, "division", [("", "All divisions"), *divisions.items()])
        set_choices(
            self, "variation", [("", "Any variation"), *((name, name.replace("-", " ")) for name in variations)]
        )
        self.full_clean()

    def filters(self) -> dict[str, Any]:
        return {name: self.cleaned_data.get(name) or None for name in ("game", "division", "variation")}
