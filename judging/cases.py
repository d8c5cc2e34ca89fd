"""The casebook on a judge's phone: search while typing, also in the league's own cases; filters; the reference card."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from foundation.forms import offer
from foundation.pages import PageRequest, door
from judging.casebook.casebook import casebook
from judging.casebook.search import search
from judging.own_cases.queries import own_cases
from tournament.queries import divisions_of

MOST = 20
GAMES = {"equations": "Equations", "on-sets": "On-Sets"}
MAY_TELL = (
    "how a shake or a match is scored",
    "how much time is left, in the round or for what is being done",
    "whether a move that is disputed breaks the rules of procedure",
    "what a variation, or two together, lets a player do, and whether one that was picked is legal",
    "what exactly a player charges another with",
)
MAY_NOT_TELL = (
    "whether an Equation or Solution is right, before everybody has taken a stand",
    "what a player could do, should do, or has overlooked",
    "what an earlier judge said, to a judge who gives another opinion",
    "anything that the players did not ask about",
)


class CasesForm(forms.Form):
    """A filter that makes no sense is left out."""

    q = forms.CharField(
        label="What happened?",
        required=False,
        max_length=200,
        widget=forms.TextInput({"type": "search", "autocomplete": "off", "data-search": ""}),
    )
    game = forms.ChoiceField(label="Game", required=False)
    division = forms.ChoiceField(label="Division", required=False)
    variation = forms.ChoiceField(label="Variation", required=False)
    ours = forms.BooleanField(label="Only the league's own", required=False)

    def __init__(self, request: PageRequest) -> None:
        super().__init__(request.GET)
        divisions = {each.letter: each.name for each in divisions_of(request.tournament).defer("event__book__text")}
        self.own = own_cases()
        variations = sorted({name for case in (*casebook().cases, *self.own) for name in case.variations})
        offer(self, "game", [("", "Both games"), *GAMES.items()])
        offer(self, "division", [("", "All divisions"), *divisions.items()])
        offer(self, "variation", [("", "Any"), *((name, name.replace("-", " ")) for name in variations)])

    def asked(self) -> dict[str, Any]:
        self.full_clean()
        return {name: self.cleaned_data.get(name) or None for name in ("game", "division", "variation")}


@door("case.view")
@require_GET
def cases(request: PageRequest) -> HttpResponse:
    """By words that a judge would use; without any, the sections of the manual."""
    form = CasesForm(request)
    filters = form.asked()
    words, ours = form.cleaned_data.get("q", ""), form.cleaned_data.get("ours", False)
    asked = bool(words or ours or any(filters.values()))
    found = search(words, **filters, own=form.own) if asked else ()
    if ours:
        found = tuple(case for case in found if case.is_own)
    context = {"form": form, "words": words, "found": found[:MOST], "more": max(len(found) - MOST, 0)}
    context |= {"count": len(casebook().cases), "count_own": len(form.own), "asked": asked}
    return render(request, "judging/_cases.html" if request.htmx else "judging/cases.html", context)


@door("case.view")
@require_GET
def reference(request: PageRequest) -> HttpResponse:
    """What a judge may tell players and what not (R-80, JM General 1, 7 and 9)."""
    return render(request, "judging/reference.html", {"may": MAY_TELL, "may_not": MAY_NOT_TELL})
