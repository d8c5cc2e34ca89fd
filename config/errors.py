"""What people see when something does not work: a sentence and a way on, and never a loss of what they typed."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from django.core.exceptions import BadRequest
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, JsonResponse, UnreadablePostError
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import Resolver404, ResolverMatch, resolve
from rest_framework.exceptions import APIException, NotAuthenticated, Throttled, ValidationError
from rest_framework.response import Response
from rest_framework.views import exception_handler as rest_handler
from rest_framework.views import set_rollback

from config.troubles import trouble_of
from foundation.errors import Refused, new_reference

logger = logging.getLogger("headtable.errors")

PROBLEM = "application/problem+json"
NOTHING_THERE = "There is nothing at this address."
NOT_TYPED = {"csrfmiddlewaretoken"}
TRY_AGAIN = 5  # seconds
SECRET_WORDS = ("password", "code", "token", "secret")


class RefusalMiddleware:
    """Turns a refusal that no form has shown into a page, and gives a page to who comes to a button's address."""

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
        """PostgreSQL keeps no text with a NUL in it, and nobody can type one."""
        return bad_request(request, BadRequest()) if _has_nul(request) else None

    def process_exception(self, request: HttpRequest, problem: Exception) -> HttpResponse | None:
        if isinstance(problem, Refused):
            return refused(request, problem)
        return None


def _has_nul(request: HttpRequest) -> bool:
    try:
        fields = [*request.GET.lists(), *request.POST.lists()]
    except UnreadablePostError:  # who sent it has gone
        return False
    return any("\0" in word for name, values in fields for word in (name, *values))


def refused(request: HttpRequest, refusal: Refused) -> HttpResponse:
    """A refusal that no form has shown. What was typed stays on the page."""
    ours = comes_from_us(request)
    context = {
        "sentence": refusal.sentence,
        "status": refusal.status,
        "typed": typed(request) if ours else [],
        "resend": ours and refusal.status == 401 and not had_secrets(request),
        "path": request.get_full_path(),
    }
    return render(request, "refused.html", context, status=refusal.status)


def typed(request: HttpRequest) -> list[tuple[str, str]]:
    """What the person typed, for showing and sending again. Passwords and codes never come back."""
    try:
        fields = request.POST
    except Exception:  # the body itself may be what is broken
        return []
    return [
        (name, value)
        for name, values in fields.lists()
        for value in values
        if name not in NOT_TYPED and not any(word in name.lower() for word in SECRET_WORDS)
    ]


def had_secrets(request: HttpRequest) -> bool:
    return any(any(word in name.lower() for word in SECRET_WORDS) for name in request.POST if name not in NOT_TYPED)


def server_error(request: HttpRequest) -> HttpResponse:
    """A bug, or a part of the machine that is down. The page needs neither database nor session."""
    problem = sys.exc_info()[1]
    if trouble := trouble_of(problem):
        return unavailable(request, trouble, problem)
    reference = new_reference()
    logger.exception("reference %s at %s %s", reference, request.method, _path_without_token(request))
    if request.path.startswith("/api/"):
        return _problem("Something went wrong.", 500, reference=reference)
    ours = comes_from_us(request)
    context = {
        "reference": reference,
        "typed": typed(request) if ours else [],
        "resend": ours and request.method == "POST" and not had_secrets(request),
        "path": request.get_full_path(),
    }
    return HttpResponse(_page("500.html", context, request), status=500)


def unavailable(request: HttpRequest, trouble: str, problem: BaseException | None) -> HttpResponse:
    """What is wrong with the machine, in a sentence, and how to go on. Whoever sends it again does it once."""
    reference = new_reference()
    where = (reference, request.method, _path_without_token(request))
    logger.error("reference %s at %s %s: %s (%s)", *where, trouble, type(problem).__name__)
    if request.path.startswith("/api/") or request.headers.get("Accept") == "application/json":
        response: HttpResponse = _problem(trouble, 503, reference=reference)
    else:
        ours = comes_from_us(request)
        context = {
            "trouble": trouble,
            "reference": reference,
            "typed": typed(request) if ours else [],
            "sent": request.method == "POST",
            "resend": ours and request.method == "POST" and not had_secrets(request),
            "again": request.method != "POST",
            "path": request.get_full_path(),
        }
        response = HttpResponse(_page("503.html", context, request), status=503)
    response.headers["Retry-After"] = str(TRY_AGAIN)
    response.headers["Cache-Control"] = "private, no-store"
    return response


def comes_from_us(request: HttpRequest) -> bool:
    """Whether a page of ours sent this form. Another site's form is never shown again with a button to press."""
    site = request.headers.get("Sec-Fetch-Site")
    origin = request.headers.get("Origin")
    return site in (None, "same-origin") and origin == f"{request.scheme}://{request.get_host()}"


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """The page was open for too long, or in another window somebody signed in. Sending again works."""
    logger.warning("a form without the right token at %s: %s", _path_without_token(request), reason)
    ours = comes_from_us(request)
    context = {
        "typed": typed(request) if ours else [],
        "resend": ours and not had_secrets(request),
        "path": request.get_full_path(),
    }
    return HttpResponse(_page("403_csrf.html", context, request), status=403)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    if request.path.startswith("/api/"):
        return _problem("This request cannot be understood.", 400)
    return HttpResponse(render_to_string("400.html", {"host": request.META.get("HTTP_HOST", "")}), status=400)


def too_large(request: HttpRequest) -> HttpResponse:
    if request.path.startswith("/api/"):
        return _problem("This is more than can be sent.", 413)
    return HttpResponse(render_to_string("413.html"), status=413)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    if request.path.startswith("/api/"):
        return _problem("This is not for you.", 403)
    return render(request, "403.html", status=403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    if request.path.startswith("/api/"):
        return _problem(NOTHING_THERE, 404)
    # Who is refused a tournament is not told its name.
    return render(request, "404.html", {"tournament": None}, status=404)


def api_problem(problem: Exception, context: dict[str, Any]) -> Response | None:
    """Errors of the API as problem+json, with the same sentence as on the page."""
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
        response.data = {"title": "Some fields are not right.", "status": 422, "fields": response.data}
    else:
        response.data = {"title": _sentence(problem, response), "status": response.status_code}
    return response


def _sentence(problem: Exception, response: Response) -> str:
    """In our words where the framework has its own."""
    if isinstance(problem, NotAuthenticated):
        return "Send a token as “Authorization: Bearer …”, or sign in."
    if isinstance(problem, Throttled):
        return f"Too many requests. Try again in {response.headers.get('Retry-After', 'a few')} seconds."
    if response.status_code == 404:
        return NOTHING_THERE
    return str(problem.detail) if isinstance(problem, APIException) else str(response.data.get("detail", ""))


def _problem(title: str, status: int, **more: str) -> JsonResponse:
    return JsonResponse({"title": title, "status": status, **more}, status=status, content_type=PROBLEM)


def _page(template: str, context: dict[str, Any], request: HttpRequest) -> str:
    """A page that also comes when the database, which the surroundings of a page ask, is what is broken."""
    try:
        return render_to_string(template, context, request=request)
    except (DatabaseError, AttributeError, OSError):  # an error before the middleware leaves a request without a user
        return render_to_string(template, context)


def _path_without_token(request: HttpRequest) -> str:
    """Where it happened. The secret part of a link is left out of the log."""
    match = getattr(request, "resolver_match", None) or _match_of(request)
    path = request.path
    token = match.kwargs.get("token") if match else None
    return path.replace(token, "…") if token else path


def _match_of(request: HttpRequest) -> ResolverMatch | None:
    """Where an address leads that nobody has looked up yet, or would with the slash that was forgotten."""
    for address in (request.path_info, f"{request.path_info}/"):
        with suppress(Resolver404):
            return resolve(address)
    return None
