"""The form of a conflict."""

from __future__ import annotations

from typing import Any

from django import forms

from judging.queries import judges_of
from tournament.forms import VerbForm
from tournament.models import Tournament
from tournament.people.actor import Actor
from tournament.people.models import Role


class ConflictForm(VerbForm):
    judge = forms.ModelChoiceField(queryset=None, label="Judge", empty_label="Choose a judge")
    school = forms.ModelChoiceField(queryset=None, label="School", empty_label="Choose a school")

    def __init__(self, actor: Actor, tournament: Tournament, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        judges = judges_of(tournament)
        if not {Role.DIRECTOR, Role.HEAD_JUDGE} & actor.roles_in(tournament):
            judges = judges.filter(pk=actor.user.pk if actor.user else None)
            self.fields["judge"].initial = actor.user
        self.fields["judge"].queryset = judges
        self.fields["school"].queryset = tournament.schools.all()
