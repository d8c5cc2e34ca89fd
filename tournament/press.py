"""A button that calls a verb: one sentence afterwards, whether it worked or was refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect

from tournament.doors import PageRequest
from tournament.errors import Refused


def press(
    request: PageRequest, verb: Callable[..., Any], subject: Any, *, back: str, done: str, **arguments: Any
) -> HttpResponse:
    """Call the verb once per key of the form, say what came of it, and go back."""
    actor = request.actor
    actor.key = request.POST.get("key") or None
    try:
        verb(actor, subject, **arguments)
    except Refused as refusal:
        messages.error(request, refusal.sentence)
    else:
        messages.success(request, done)
    return redirect(back)
