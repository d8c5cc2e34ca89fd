"""Archive pages: export a tournament, and import one."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render

from foundation.archives import actions
from foundation.archives.archive_file import Archive
from foundation.archives.queries import archives_of, extras_of
from foundation.errors import Refused
from foundation.forms import VerbForm
from foundation.pages import PageRequest, requires
from rulebooks.wording import plural


class MakeForm(VerbForm):
    photos = forms.BooleanField(required=False)

    def __init__(self, photos: int, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if photos:
            self.fields["photos"].label = plural(
                photos, "Include 1 photo or attachment", "Include {count} photos and attachments"
            )
        else:
            del self.fields["photos"]


class ImportForm(VerbForm):
    file = forms.FileField(
        label="Archive",
        help_text="Choose a file that ends in .headtable.zip.",
        widget=forms.ClearableFileInput({"accept": ".zip,application/zip"}),
        error_messages={"required": "Choose a file.", "empty": "This file is empty. Choose another one."},
    )

    def clean_file(self) -> Any:
        """Check the file before the transaction."""
        try:
            return Archive(self.cleaned_data["file"].file)
        except Refused as refusal:
            raise forms.ValidationError(refusal.sentence) from None


@requires("archive.make")
def archive(request: PageRequest) -> HttpResponse:
    form = MakeForm(extras_of(request.tournament), request.POST if request.method == "POST" else None)
    if request.method == "POST" and (job := form.carry_out(actions.make, request.actor, request.tournament)):
        return redirect(job)
    context = {"form": form, "made": archives_of(request.tournament)}
    return render(request, "foundation/archives/archive.html", context, status=form.status)


@requires("archive.import")
def unarchive(request: PageRequest) -> HttpResponse:
    form = ImportForm(request.POST, request.FILES) if request.method == "POST" else ImportForm()
    if request.method == "POST" and (made := form.carry_out(actions.import_archive, request.actor, None)):
        messages.success(request, f"{made.name} imported. You’re its director.")
        return redirect(made)
    return render(request, "foundation/archives/import.html", {"form": form}, status=form.status)
