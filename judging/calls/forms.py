"""Forms of a judge's visit."""

from __future__ import annotations

from django import forms

from judging.models import Call, Ruling
from tournament.forms import VerbForm


class TableForm(forms.Form):
    """Which table. The same number is at home in one division at a time."""

    table = forms.IntegerField(
        label="Table", min_value=1, max_value=9999, widget=forms.NumberInput({"inputmode": "numeric"})
    )


class RulingForm(VerbForm):
    situation = forms.CharField(
        label="What happened", max_length=1000, required=False, widget=forms.Textarea({"rows": 2})
    )
    decision = forms.CharField(label="What you decided", max_length=1000, widget=forms.Textarea({"rows": 2}))
    effect = forms.ChoiceField(label="What follows", choices=Ruling.Effect, initial=Ruling.Effect.NONE)
    shake = forms.IntegerField(label="Shake", min_value=1, max_value=40, required=False)
    rule = forms.CharField(label="Rule or case", max_length=120, required=False)
    with_others = forms.CharField(label="Judges who ruled along", max_length=300, required=False)


class EndForm(VerbForm):
    about = forms.ChoiceField(label="What was it about?", choices=[("", "Choose"), *Call.About.choices], required=False)
