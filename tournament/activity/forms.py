"""The filters of the log page."""

from __future__ import annotations

from typing import Any

from django import forms

from tournament.activity.queries import Filters
from tournament.activity.verbs import SENTENCES
from tournament.people.models import User
from tournament.queries import directed_by


class LogFilterForm(forms.Form):
    tournament = forms.ModelChoiceField(queryset=None, to_field_name="slug", required=False, empty_label="All")
    who = forms.CharField(label="Who", required=False, max_length=80)
    action = forms.ChoiceField(label="What", required=False)
    words = forms.CharField(
        label="Words", required=False, max_length=80, widget=forms.TextInput({"type": "search", "data-search": ""})
    )
    before = forms.IntegerField(required=False, widget=forms.HiddenInput)

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["tournament"].queryset = directed_by(user)
        subjects = sorted({action.split(".")[0] for action in SENTENCES})
        self.fields["action"].choices = [("", "Everything"), *((f"{name}.", name) for name in subjects)]

    def filters(self) -> Filters:
        """What was asked; a filter that makes no sense is left out."""
        self.full_clean()
        return Filters(**{name: value for name, value in self.cleaned_data.items() if value})
