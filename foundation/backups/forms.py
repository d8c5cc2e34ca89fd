"""The form that confirms a restore."""

from __future__ import annotations

from typing import Any

from django import forms

from foundation.forms import VerbForm

WORD = "go back"


class GoBackForm(VerbForm):
    word = forms.CharField(
        label=f"Type “{WORD}”", max_length=40, widget=forms.TextInput({"autocomplete": "off", "autocapitalize": "off"})
    )

    def clean_word(self) -> str:
        word = str(self.cleaned_data["word"])
        if " ".join(word.lower().split()) != WORD:
            raise forms.ValidationError(f"Type “{WORD}” if you want to.")
        return word

    def arguments(self) -> dict[str, Any]:
        return {"key": self.cleaned_data["key"]}
