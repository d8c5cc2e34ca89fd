"""Archive forms: the options of an export, and the file of an import."""

from __future__ import annotations

from typing import Any

from django import forms

from foundation.archives.archive_file import Archive
from foundation.errors import Refused
from foundation.forms import VerbForm


class MakeForm(VerbForm):
    photos = forms.BooleanField(required=False)

    def __init__(self, photos: int, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if photos:
            self.fields["photos"].label = f"With {photos} photo{'s' * (photos != 1)} of scoresheets and papers"
        else:
            del self.fields["photos"]


class ImportForm(VerbForm):
    file = forms.FileField(
        label="Archive",
        help_text="A file that ends with .headtable.zip.",
        widget=forms.ClearableFileInput({"accept": ".zip,application/zip"}),
        error_messages={"required": "Choose a file.", "empty": "This file is empty."},
    )

    def clean_file(self) -> Any:
        """Check the file before the transaction."""
        try:
            return Archive(self.cleaned_data["file"].file)
        except Refused as refusal:
            raise forms.ValidationError(refusal.sentence) from None
