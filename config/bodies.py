"""How much somebody may send: asked before a single byte is read, so that no stranger fills the disk.

A request without a `Content-Length` has no body for us; one with it is never read beyond it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse

from config.errors import too_large
from foundation.archives.archive_file import MOST_BYTES as ARCHIVE
from foundation.people.actor import Actor

AROUND = 1024 * 1024  # what a form sends beside its file
MOST = 12 * 1024 * 1024 + AROUND  # a photo, the largest thing of every day
TAKES_ARCHIVES = "unarchive"


class SizeMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *view: Any) -> HttpResponse | None:
        """By now it is known who asks for which page. Whoever reads a form's token reads the whole form."""
        return too_large(request) if _length(request) > _most(request) else None


def _most(request: HttpRequest) -> int:
    actor: Actor = request.actor  # type: ignore[attr-defined]
    match = request.resolver_match
    if match is not None and match.url_name == TAKES_ARCHIVES and actor.may("archive.import"):
        return ARCHIVE + AROUND
    return MOST


def _length(request: HttpRequest) -> int:
    """As the server read it; what is no number counts as nothing, and nothing is read."""
    told = request.META.get("CONTENT_LENGTH") or "0"
    return int(told) if told.isascii() and told.isdecimal() else 0
