"""Pages of setting up: create a tournament from a preset or an earlier one, then go through the setup steps."""

from __future__ import annotations

from datetime import date
from typing import Any
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from foundation.forms import VerbForm, new_key
from foundation.pages import PageRequest, requires, run_verb_and_redirect
from foundation.people.queries import directed_by
from foundation.tournaments import Tournament
from rulebooks import chapters
from tournament import books
from tournament.models import Event
from tournament.queries import events_of
from tournament.setup import actions
from tournament.setup.forms import (
    DEFAULT_ZONE,
    AddEventForm,
    CopyTournamentForm,
    EditTournamentForm,
    GameSettingsForm,
    NewTournamentForm,
)
from tournament.setup.presets import PRESETS, PRESETS_BY_ID
from tournament.setup_steps import SetupSteps, setup_steps


@requires("tournament.create")
def create(request: PageRequest) -> HttpResponse:
    """Choose a preset or an earlier tournament first, then enter the name and days."""
    preset = PRESETS_BY_ID.get(request.POST.get("preset") or request.GET.get("preset", ""))
    if preset is None and request.method != "POST":
        earlier = directed_by(request.actor.user).order_by("-starts_on") if request.actor.user else []
        return render(request, "tournament/setup/start.html", {"presets": PRESETS, "earlier": earlier})
    preset = preset or PRESETS_BY_ID["custom"]
    form = NewTournamentForm(preset, request.POST or None, today=_today())
    if request.method == "POST" and (
        created := form.carry_out(actions.create_tournament, request.actor, None, preset=preset.id)
    ):
        return _redirect_to_games(request, created)
    context = {"form": form, "preset": preset, "problems": books.shelf().problems.values()}
    return render(request, "tournament/setup/create.html", context, status=form.status)


@requires("tournament.create")
def copy(request: PageRequest, source: str) -> HttpResponse:
    """Create a tournament like an earlier one of this director, without its people."""
    like = get_object_or_404(directed_by(request.actor.user) if request.actor.user else Tournament, slug=source)
    form = CopyTournamentForm(request.POST) if request.method == "POST" else CopyTournamentForm.of(like, _today())
    if request.method == "POST" and (
        created := form.carry_out(actions.copy_tournament, request.actor, None, like=like)
    ):
        return _redirect_to_games(request, created)
    context = {"form": form, "like": like, "events": events_of(like)}
    return render(request, "tournament/setup/copy.html", context, status=form.status)


def _redirect_to_games(request: PageRequest, created: Tournament) -> HttpResponse:
    messages.success(request, f"{created.name} is ready, and you’re the director. Next, review the settings.")
    return redirect("games", created.slug)


def _today() -> date:
    return timezone.localdate(timezone=ZoneInfo(DEFAULT_ZONE))


@requires("tournament.edit")
def edit(request: PageRequest) -> HttpResponse:
    form = EditTournamentForm(request.POST) if request.method == "POST" else EditTournamentForm.of(request.tournament)
    if request.method == "POST" and form.carry_out(actions.edit_tournament, request.actor, request.tournament):
        return _redirect_to_next_step(request)
    if form.status == 409:
        form.replace_values(version=Tournament.objects.get(pk=request.tournament.pk).version, key=new_key())
    return _page(request, "facts", form)


@requires("event.add")
def games(request: PageRequest) -> HttpResponse:
    """Show the games of the tournament with their settings, and a form to add one."""
    events = list(events_of(request.tournament))
    form = AddEventForm(events, request.POST or None)
    if request.method == "POST" and (added := form.carry_out(actions.add_event, request.actor, request.tournament)):
        return redirect("event_setup", request.tournament.slug, added.pk)
    games = [(event, books.edition_of(event), PRESETS_BY_ID[event.preset]) for event in events]
    return _page(request, "games", form, games=games)


@requires("event.set_up")
def event_setup(request: PageRequest, event_id: int) -> HttpResponse:
    """Edit the settings of an event. An htmx request only checks them for contradictions and saves nothing."""
    event = _event(request, event_id)
    form = GameSettingsForm(event, request.POST or None)
    context = {"event": event, "edition": books.edition_of(event), "preset": PRESETS_BY_ID[event.preset]}
    if request.htmx and request.method == "POST":
        form.is_valid()
        return render(request, "tournament/setup/_setting_notes_live.html", {"form": form, **context})
    effects = form.effects.values()
    if request.method == "POST" and form.carry_out(actions.set_up, request.actor, event):
        for sentence in effects:
            messages.warning(request, sentence)
        return _redirect_to_next_step(request)
    if form.status == 409:
        form.replace_values(version=Event.objects.get(pk=event.pk).version, key=new_key())
    return _page(request, "choices", form, **context)


@requires("event.remove")
@require_POST
def remove_event(request: PageRequest, event_id: int) -> HttpResponse:
    back = reverse("games", args=[request.tournament.slug])
    event = _event(request, event_id)
    return run_verb_and_redirect(request, actions.remove_event, event, back=back, done=f"{event.game} removed.")


@requires("book.view")
@require_GET
def book(request: PageRequest, event_id: int) -> HttpResponse:
    """Show what the event's rule book fixes, each with its rule, and how the current text of the book differs."""
    event = _event(request, event_id)
    edition = books.edition_of(event)
    context = {
        "event": event,
        "edition": edition,
        "chapters": chapters(edition),
        "format": edition.format(event.format),
        "changes": books.changes_since_copied(event),
        "digest": books.digest_on_shelf(event.edition),
    }
    return render(request, "tournament/setup/book.html", context)


@requires("event.renew_book")
@require_POST
def renew_book(request: PageRequest, event_id: int) -> HttpResponse:
    event = _event(request, event_id)
    back = reverse("book", args=[request.tournament.slug, event.pk])
    digest = request.POST.get("digest", "")
    return run_verb_and_redirect(
        request, actions.renew_book, event, back=back, done="Rule book updated.", digest=digest
    )


def _page(request: PageRequest, name: str, form: VerbForm, **more: Any) -> HttpResponse:
    context = {"form": form, "setup_steps": _steps(request), **more}
    return render(request, f"tournament/setup/{name}.html", context, status=form.status)


def _redirect_to_next_step(request: PageRequest) -> HttpResponse:
    messages.success(request, "Saved.")
    return redirect(_steps(request).next_url)


def _steps(request: PageRequest) -> SetupSteps:
    return setup_steps(request.tournament, list(request.tournament.events.all()), request.path)


def _event(request: PageRequest, event_id: int) -> Event:
    return get_object_or_404(events_of(request.tournament), pk=event_id)
