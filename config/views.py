"""Views of the whole site: health checks, and the pages of errors that no other view has handled."""

from __future__ import annotations

import logging
import sys

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from config.errors import (
    NOTHING_THERE,
    form_context,
    malformed,
    path_without_token,
    problem_response,
    render_page,
    unavailable,
)
from config.health import OK, check_readiness
from config.outages import describe_outage
from foundation.errors import new_reference

logger = logging.getLogger("headtable.errors")

# -- health -----------------------------------------------------------------------------------------------------------


@never_cache
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """Liveness: this process answers. Nothing else is checked, so that a slow database doesn't cause a restart."""
    return HttpResponse(OK, content_type="text/plain")


@never_cache
@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    """Readiness of the database, the broker, and at least one worker: each is "ok" or a sentence."""
    state = check_readiness()
    return JsonResponse(state, status=200 if set(state.values()) == {OK} else 503)


# -- errors -----------------------------------------------------------------------------------------------------------


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return malformed(request)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    if request.path.startswith("/api/"):
        return problem_response("You don’t have access to this.", 403)
    return render(request, "403.html", status=403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    if request.path.startswith("/api/"):
        return problem_response(NOTHING_THERE, 404)
    # People who may not see a tournament must not learn its name.
    return render(request, "404.html", {"tournament": None}, status=404)


def server_error(request: HttpRequest) -> HttpResponse:
    """The page for a bug or an outage. It needs neither the database nor the session."""
    error = sys.exc_info()[1]
    if outage := describe_outage(error):
        return unavailable(request, outage, error)
    reference = new_reference()
    logger.exception("reference %s at %s %s", reference, request.method, path_without_token(request))
    if request.path.startswith("/api/"):
        return problem_response("Something went wrong.", 500, reference=reference)
    context = {"reference": reference} | form_context(request)
    context["resend"] = context["resend"] and request.method == "POST"
    return HttpResponse(render_page("500.html", context, request), status=500)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """The page for a stale CSRF token: the form was open too long, or someone signed in in another window."""
    logger.warning("a form without a valid CSRF token at %s: %s", path_without_token(request), reason)
    return HttpResponse(render_page("403_csrf.html", form_context(request), request), status=403)
