"""The page of API tokens: which there are, a form for a new one, and that one shown once."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST

from foundation.accounts import actions
from foundation.accounts.forms import ApiTokenForm
from foundation.pages import PageRequest, door, press
from foundation.people.models import ApiToken
from foundation.people.queries import api_tokens_of


@door("token.list")
def tokens(request: PageRequest) -> HttpResponse:
    """A new token is on the page that answers the form, and nowhere else: it cannot be shown again."""
    form = ApiTokenForm(request.tournament, request.POST or None)
    made = None
    if request.method == "POST":
        made = form.carry_out(actions.make_token, request.actor, request.tournament)
        form = ApiTokenForm(request.tournament) if made else form
    context = {"form": form, "made": made, "tokens": api_tokens_of(request.tournament), "now": timezone.now()}
    response = render(request, "tournament/people/tokens.html", context, status=form.status)
    response.headers["Cache-Control"] = "private, no-store"
    return response


@door("token.revoke")
@require_POST
def revoke(request: PageRequest, token_id: int) -> HttpResponse:
    token = get_object_or_404(ApiToken, pk=token_id, tournament=request.tournament)
    back = reverse("api_tokens", args=[request.tournament.slug])
    return press(request, actions.revoke_token, token, back=back, done=f"{token.label} is revoked.")
