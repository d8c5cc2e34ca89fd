"""Pages of judging."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from foundation.file_exports import Column, as_file, wants_file
from foundation.pages import PageRequest, door, press
from foundation.people.models import User
from judging import actions
from judging.forms import ConflictForm
from judging.models import Conflict
from judging.queries import conflicts_of, judges_of

CONFLICTS: tuple[Column[tuple[User, str]], ...] = (
    Column("Judge", lambda row: row[0].name),
    Column("School", lambda row: row[1]),
)


@door("conflict.list")
def conflicts(request: PageRequest) -> HttpResponseBase:
    """Which judge should not judge which school."""
    if wants_file(request):
        return as_file(request, f"{request.tournament.slug} judges", CONFLICTS, conflicts_of(request.tournament))
    form = ConflictForm(request.actor, request.tournament, request.POST or None)
    if request.method == "POST" and form.carry_out(actions.declare_conflict, request.actor, request.tournament):
        messages.success(request, "Noted.")
        return redirect("conflicts", request.tournament.slug)
    context = {"form": form, "judges": judges_of(request.tournament)}
    return render(request, "judging/conflicts.html", context, status=form.status)


@door("conflict.withdraw")
@require_POST
def withdraw(request: PageRequest, conflict_id: int) -> HttpResponse:
    conflict = get_object_or_404(
        Conflict.objects.select_related("judge", "school", "tournament"),
        pk=conflict_id,
        tournament=request.tournament,
    )
    back = reverse("conflicts", args=[request.tournament.slug])
    return press(request, actions.withdraw_conflict, conflict, back=back, done="Withdrawn.")
