"""Archive pages: export a tournament, and import one."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render

from foundation.archives import actions
from foundation.archives.forms import ImportForm, MakeForm
from foundation.archives.queries import archives_of, extras_of
from foundation.pages import PageRequest, door


@door("archive.make")
def archive(request: PageRequest) -> HttpResponse:
    form = MakeForm(extras_of(request.tournament), request.POST if request.method == "POST" else None)
    if request.method == "POST" and (job := form.carry_out(actions.make, request.actor, request.tournament)):
        return redirect(job)
    context = {"form": form, "made": archives_of(request.tournament)}
    return render(request, "tournament/archives/archive.html", context, status=form.status)


@door("archive.import")
def unarchive(request: PageRequest) -> HttpResponse:
    form = ImportForm(request.POST, request.FILES) if request.method == "POST" else ImportForm()
    if request.method == "POST" and (made := form.carry_out(actions.import_archive, request.actor, None)):
        messages.success(request, f"{made.name} is there, and you are its director.")
        return redirect(made)
    return render(request, "tournament/archives/import.html", {"form": form}, status=form.status)
