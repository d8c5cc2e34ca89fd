"""The form that adds time for a table."""

from __future__ import annotations

from typing import Any

from django import forms

from foundation.forms import VerbForm


class ExtraTimeForm(VerbForm):
    table = forms.CharField(label="Table", max_length=12)
    minutes = forms.DecimalField(label="Minutes", max_digits=4, decimal_places=1, min_value=-60, max_value=60)
    reason = forms.CharField(label="Why", max_length=120, required=False)

    def arguments(self) -> dict[str, Any]:
        data = dict(self.cleaned_data)
        return data | {"seconds": int(data.pop("minutes") * 60)}
