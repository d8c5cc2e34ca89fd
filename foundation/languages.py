"""The languages of family pages: what students, families, and coaches see. All other pages are in English.

A view for families has the attribute `is_for_families`. Public pages and coach pages get it from `open_to_the_public`
and `coach_page`, others from `@for_families`. Addresses without a view are answered in the reader's language too.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from foundation.pages import requires

View = TypeVar("View", bound=Callable[..., HttpResponseBase])


def for_families(view: View) -> View:
    """Show this page in the reader's language."""
    view.is_for_families = True  # type: ignore[attr-defined]
    return view


def is_english() -> bool:
    """Whether the reader gets English, the only language of stored sentences and of a league's own rule books."""
    return translation.get_language() == settings.LANGUAGE_CODE


class LanguageMiddleware:
    """Activates the reader's language for family pages: the one chosen by switch, else by browser, else English.

    `request.languages` is set where a page offers the switch.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request.languages = settings.LANGUAGES  # type: ignore[attr-defined]
        with translation.override(translation.get_language_from_request(request)):
            response = self.get_response(request)
            response.headers["Content-Language"] = translation.get_language() or settings.LANGUAGE_CODE
        if request.languages:  # type: ignore[attr-defined]
            patch_vary_headers(response, ["Accept-Language", "Cookie"])
        return response

    def process_view(self, request: HttpRequest, view: Callable[..., HttpResponse], *arguments: Any) -> None:
        """Switch to English for everything that isn't for families."""
        if not getattr(view, "is_for_families", False):
            request.languages = ()  # type: ignore[attr-defined]
            translation.activate(settings.LANGUAGE_CODE)


@csrf_exempt
@requires("home.view")
@require_POST
def choose_language(request: HttpRequest) -> HttpResponse:
    """Remember the language in a cookie, and go back to the page.

    Without a CSRF token, because everyone gets the same cached public pages. Another site can't read anything here, and
    could only change the language.
    """
    page = request.POST.get("next", "")
    if not url_has_allowed_host_and_scheme(page, allowed_hosts=None) or not page.startswith("/"):
        page = "/"
    response = HttpResponseRedirect(page)
    language = request.POST.get("language", "")
    if language in dict(settings.LANGUAGES):
        response.set_cookie(
            settings.LANGUAGE_COOKIE_NAME,
            language,
            max_age=settings.LANGUAGE_COOKIE_AGE,
            secure=settings.LANGUAGE_COOKIE_SECURE,
            httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
            samesite="Lax",
        )
    return response
