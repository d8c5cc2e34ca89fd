"""Backup pages: the list, a new backup, the download, and the restore."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.http import FileResponse, Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from foundation.backups import actions
from foundation.backups.files import folder
from foundation.backups.models import Backup
from foundation.backups.queries import backups_of, changes_since, directs_all, removed_with_names, unfinished_jobs
from foundation.backups.restore import restore_backup
from foundation.errors import NotAllowed
from foundation.forms import VerbForm
from foundation.pages import PageRequest, requires, run_verb_and_redirect

MAX_LOST_SHOWN = 100
RESTORE_WORD = "restore"


class RestoreForm(VerbForm):
    word = forms.CharField(
        label=f"Type “{RESTORE_WORD}” to confirm",
        max_length=40,
        widget=forms.TextInput({"autocomplete": "off", "autocapitalize": "off"}),
    )

    def clean_word(self) -> str:
        word = str(self.cleaned_data["word"])
        if " ".join(word.lower().split()) != RESTORE_WORD:
            raise forms.ValidationError(f"Type “{RESTORE_WORD}” to confirm.")
        return word

    def arguments(self) -> dict[str, Any]:
        return {"key": self.cleaned_data["key"]}


@requires("backup.list")
@require_GET
def backups(request: PageRequest) -> HttpResponse:
    """Show the page, or only the list when the page polls."""
    jobs = unfinished_jobs(request.tournament, actions.MAKE)
    found = backups_of(request.tournament)
    context = {
        "backups": [(backup, (folder() / backup.filename).exists()) for backup in found],
        "jobs": jobs,
        "is_live": any(job.is_live for job in jobs),
        "gone": removed_with_names(request.tournament),
        "directs_all": directs_all(request.actor.user),
        "example": found[0].filename if found else "",
    }
    template = "foundation/backups/_list.html" if request.htmx else "foundation/backups/backups.html"
    return render(request, template, context)


@requires("tournament.backup")
@require_POST
def back_up(request: PageRequest) -> HttpResponse:
    back = reverse("backups", args=[request.tournament.slug])
    return run_verb_and_redirect(request, actions.back_up, request.tournament, back=back, done="Backup started.")


@requires("backup.download")
@require_GET
def download(request: PageRequest, backup_id: int) -> HttpResponseBase:
    backup = _backup(request, backup_id)
    path = folder() / backup.filename
    headers = {"Cache-Control": "private, no-store", "ETag": f'"{backup.digest}"'}
    return FileResponse(path.open("rb"), as_attachment=True, filename=backup.filename, headers=headers)


@requires("backup.restore")
def restore(request: PageRequest, backup_id: int) -> HttpResponse:
    """Ask for confirmation, with a list of what will be lost."""
    backup = _backup(request, backup_id)
    form = RestoreForm(request.POST or None)
    if request.method == "POST" and form.carry_out(restore_backup, request.actor, backup):
        messages.success(request, "Backup restored. The data from before is the first backup in this list.")
        return redirect("backups", request.tournament.slug)
    lost = changes_since(backup)
    context = {
        "backup": backup,
        "form": form,
        "count": lost.count(),
        "lost": lost.select_related("tournament")[:MAX_LOST_SHOWN],
    }
    return render(request, "foundation/backups/restore.html", context, status=form.status)


def _backup(request: PageRequest, backup_id: int) -> Backup:
    """Return a backup whose file is here, if this person directs every tournament in it."""
    kept = Backup.objects.present().filter(tournament=request.tournament, made_at__isnull=False)
    backup = get_object_or_404(kept.select_related("tournament"), pk=backup_id)
    if not (folder() / backup.filename).is_file():
        raise Http404
    if not directs_all(request.actor.user):
        raise NotAllowed(actions.NOT_ALL)
    return backup
