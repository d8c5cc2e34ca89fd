"""The form of a conflict."""

from __future__ import annotations

from typing import Any

from django import forms

from foundation.forms import VerbForm, choose_from
from foundation.people.actor import Actor
from foundation.people.models import User
from foundation.tournaments import Tournament
from judging.queries import judges_of
from tournament.models import School


class ConflictForm(VerbForm):
    judge = forms.ModelChoiceField(queryset=User.objects.none(), label="Judge", empty_label="Choose a judge")
    school = forms.ModelChoiceField(queryset=School.objects.none(), label="School", empty_label="Choose a school")

    def __init__(self, actor: Actor, tournament: Tournament, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        judges = judges_of(tournament)
        if not actor.may("conflict.for_others", tournament):
            judges = judges.filter(pk=actor.user.pk) if actor.user else judges.none()
            self.fields["judge"].initial = actor.user
        choose_from(self, "judge", judges)
        choose_from(self, "school", tournament.schools.filter(members__isnull=True))
