"""The form that adds a team."""

from __future__ import annotations

from django import forms

from foundation.forms import VerbForm


class TeamForm(VerbForm):
    school = forms.CharField(
        label="School", max_length=250, widget=forms.TextInput({"list": "schools", "autocomplete": "off"})
    )
    name = forms.CharField(label="Team", max_length=120, widget=forms.TextInput({"autocomplete": "off"}))

    @classmethod
    def after(cls, school: str) -> TeamForm:
        """Return the form for the next team, often of the same school, so only the name must be typed."""
        form = cls(initial={"school": school})
        if school:
            form.fields["name"].widget.attrs["autofocus"] = True
        return form
