"""Forms for a judge's visit."""

from __future__ import annotations

from typing import Any

from django import forms

from foundation.forms import VerbForm, set_queryset
from judging.calls.actions import NewRuling
from judging.checker.models import Check
from judging.models import Call, Ruling


class TableForm(forms.Form):
    """Chooses a table by its number."""

    table = forms.IntegerField(
        label="Table",
        min_value=1,
        max_value=9999,
        widget=forms.TextInput({"inputmode": "numeric", "pattern": "[0-9]*", "autocomplete": "off", "maxlength": 4}),
    )


class RulingForm(VerbForm):
    situation = forms.CharField(
        label="What happened", max_length=1000, required=False, widget=forms.Textarea({"rows": 2})
    )
    decision = forms.CharField(label="What you decided", max_length=1000, widget=forms.Textarea({"rows": 2}))
    effect = forms.ChoiceField(label="Outcome", choices=Ruling.Effect, initial=Ruling.Effect.NONE)
    shake = forms.IntegerField(label="Shake", min_value=1, max_value=40, required=False)
    rule = forms.CharField(label="Rule or case", max_length=120, required=False)
    with_others = forms.CharField(label="Judges who ruled with you", max_length=300, required=False)
    checked = forms.ModelChoiceField(Check.objects.none(), required=False, widget=forms.HiddenInput)

    def __init__(self, call: Call, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        set_queryset(self, "checked", Check.objects.filter(call=call))

    def arguments(self) -> dict[str, Any]:
        fields = super().arguments()
        key, checked = fields.pop("key"), fields.pop("checked")
        return {"key": key, "checked": checked, "ruling": NewRuling(**fields)}


class EndForm(VerbForm):
    about = forms.ChoiceField(
        label="What the call was about", choices=[("", "Choose a topic"), *Call.About.choices], required=False
    )
