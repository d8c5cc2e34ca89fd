"""Error pages and API errors: each says what is wrong and what to do, and keeps what the person typed."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, JsonResponse, UnreadablePostError
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import Resolver404, ResolverMatch, resolve
from rest_framework.exceptions import APIException, NotAuthenticated, Throttled, ValidationError
from rest_framework.response import Response
from rest_framework.views import exception_handler as rest_handler
from rest_framework.views import set_rollback

from foundation.errors import Refused, new_reference
from rulebooks.wording import plural

logger = logging.getLogger("headtable.errors")

PROBLEM = "application/problem+json"
NOTHING_THERE = "There’s nothing at this address."
HIDDEN_FIELDS = {"csrfmiddlewaretoken"}
TRY_AGAIN = 5  # seconds
SECRET_WORDS = ("password", "code", "token", "secret")


class RefusalMiddleware:
    """Turns a refusal that no form has shown into a page, and shows a page for GET requests to POST-only URLs."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.status_code == 405 and not response.content:
            page = render(request, "405.html", status=405)
            for name in ("Allow", "Cache-Control"):
                page.headers[name] = response.headers.get(name, "private, no-store")
            return page
        return response

    def process_view(self, request: HttpRequest, *view: Any) -> HttpResponse | None:
        """Reject NUL characters: PostgreSQL can't store them, and no one can type them."""
        return malformed(request) if _has_nul(request) else None

    def process_exception(self, request: HttpRequest, problem: Exception) -> HttpResponse | None:
        if isinstance(problem, Refused):
            return refused(request, problem)
        return None


def _has_nul(request: HttpRequest) -> bool:
    try:
        fields = [*request.GET.lists(), *request.POST.lists()]
    except UnreadablePostError:  # the client disconnected
        return False
    return any("\0" in word for name, values in fields for word in (name, *values))


def refused(request: HttpRequest, refusal: Refused) -> HttpResponse:
    """The page of a refusal that no form has shown, with what was typed."""
    context = {"sentence": refusal.sentence, "status": refusal.status} | form_context(request)
    context["resend"] = context["resend"] and refusal.status == 401
    return render(request, "refused.html", context, status=refusal.status)


def form_context(request: HttpRequest) -> dict[str, Any]:
    """What a page needs to show the submitted form again, with a button to resend it unless it had secrets."""
    same_origin = is_same_origin(request)
    return {
        "typed": submitted_fields(request) if same_origin else [],
        "resend": same_origin and not has_secrets(request),
        "path": request.get_full_path(),
    }


def submitted_fields(request: HttpRequest) -> list[tuple[str, str]]:
    """The submitted form fields, to show and send again, without passwords and codes."""
    try:
        fields = request.POST
    except Exception:  # the body itself may be malformed
        return []
    return [
        (name, value)
        for name, values in fields.lists()
        for value in values
        if name not in HIDDEN_FIELDS and not any(word in name.lower() for word in SECRET_WORDS)
    ]


def has_secrets(request: HttpRequest) -> bool:
    return any(any(word in name.lower() for word in SECRET_WORDS) for name in request.POST if name not in HIDDEN_FIELDS)


def unavailable(request: HttpRequest, outage: str, error: BaseException | None) -> HttpResponse:
    """The page for an outage. A form can be sent again, because writes are idempotent."""
    reference = new_reference()
    where = (reference, request.method, path_without_token(request))
    logger.error("reference %s at %s %s: %s (%s)", *where, outage, type(error).__name__)
    if request.path.startswith("/api/") or request.headers.get("Accept") == "application/json":
        response: HttpResponse = problem_response(outage, 503, reference=reference)
    else:
        is_post = request.method == "POST"
        context = {"outage": outage, "reference": reference, "sent": is_post, "again": not is_post}
        context |= form_context(request)
        context["resend"] = context["resend"] and is_post
        response = HttpResponse(render_page("503.html", context, request), status=503)
    response.headers["Retry-After"] = str(TRY_AGAIN)
    response.headers["Cache-Control"] = "private, no-store"
    return response


def is_same_origin(request: HttpRequest) -> bool:
    """Whether one of our pages sent this form. Another site's form is never shown again with a button to resend it."""
    site = request.headers.get("Sec-Fetch-Site")
    origin = request.headers.get("Origin")
    return site in (None, "same-origin") and origin == f"{request.scheme}://{request.get_host()}"


def malformed(request: HttpRequest) -> HttpResponse:
    """The answer to a request that can't be understood."""
    if request.path.startswith("/api/"):
        return problem_response("This request isn’t valid.", 400)
    return HttpResponse(render_to_string("400.html", {"host": request.META.get("HTTP_HOST", "")}), status=400)


def too_large(request: HttpRequest) -> HttpResponse:
    if request.path.startswith("/api/"):
        return problem_response("This request is too large.", 413)
    return HttpResponse(render_to_string("413.html"), status=413)


def api_exception_handler(problem: Exception, context: dict[str, Any]) -> Response | None:
    """API errors as `application/problem+json`, with the same sentence as on the page."""
    if isinstance(problem, Refused):
        set_rollback()
        body = {"title": problem.sentence, "status": problem.status, "field": problem.field, **problem.more}
        return Response(body, status=problem.status, content_type=PROBLEM)
    response = rest_handler(problem, context)
    if response is None:
        return None
    response.content_type = PROBLEM
    if isinstance(problem, ValidationError):
        response.status_code = 422
        response.data = {"title": "Some fields aren’t valid.", "status": 422, "fields": response.data}
    else:
        response.data = {"title": _sentence(problem, response), "status": response.status_code}
    return response


def _sentence(problem: Exception, response: Response) -> str:
    """The message for an error of REST framework."""
    if isinstance(problem, NotAuthenticated):
        return "Send a token as “Authorization: Bearer …”, or sign in."
    if isinstance(problem, Throttled):
        seconds = int(response.headers.get("Retry-After", 5))
        return plural(
            seconds,
            "Too many requests. Try again in 1 second.",
            "Too many requests. Try again in {count} seconds.",
        )
    if response.status_code == 404:
        return NOTHING_THERE
    return str(problem.detail) if isinstance(problem, APIException) else str(response.data.get("detail", ""))


def problem_response(title: str, status: int, **more: str) -> JsonResponse:
    return JsonResponse({"title": title, "status": status, **more}, status=status, content_type=PROBLEM)


def render_page(template: str, context: dict[str, Any], request: HttpRequest) -> str:
    """Render a page, without the context processors if they fail because the database is down."""
    try:
        return render_to_string(template, context, request=request)
    except (DatabaseError, AttributeError, OSError):  # e.g. request.user is missing if the error was in middleware
        return render_to_string(template, context)


def path_without_token(request: HttpRequest) -> str:
    """The request's path for the log, without the secret part of a link."""
    match = getattr(request, "resolver_match", None) or _match_of(request)
    path = request.path
    token = match.kwargs.get("token") if match else None
    return path.replace(token, "…") if token else path


def _match_of(request: HttpRequest) -> ResolverMatch | None:
    """The URL pattern for a request that isn't resolved yet, also if only the final slash is missing."""
    for address in (request.path_info, f"{request.path_info}/"):
        with suppress(Resolver404):
            return resolve(address)
    return None
