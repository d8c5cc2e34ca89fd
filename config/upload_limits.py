"""Limits the size of request bodies before a single byte is read, so that strangers can't fill the disk.

A request without `Content-Length` has no body; the server never reads beyond the declared length.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse

from config.errors import too_large
from foundation.archives.archive_file import MOST_BYTES as MAX_ARCHIVE_BYTES
from foundation.people.actor import Actor

FORM_OVERHEAD = 1024 * 1024  # what a form sends in addition to its file
MAX_BODY_BYTES = 12 * 1024 * 1024 + FORM_OVERHEAD  # enough for a photo
ARCHIVE_UPLOAD_URL = "unarchive"


class UploadLimitMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *view: Any) -> HttpResponse | None:
        """Check the size once the user and the view are known, and before CSRF protection reads the body."""
        return too_large(request) if _content_length(request) > _max_bytes(request) else None


def _max_bytes(request: HttpRequest) -> int:
    actor: Actor = request.actor  # type: ignore[attr-defined]
    match = request.resolver_match
    if match is not None and match.url_name == ARCHIVE_UPLOAD_URL and actor.may("archive.import"):
        return MAX_ARCHIVE_BYTES + FORM_OVERHEAD
    return MAX_BODY_BYTES


def _content_length(request: HttpRequest) -> int:
    """The declared length; 0 if the header isn't a number, because then nothing is read."""
    header = request.META.get("CONTENT_LENGTH") or "0"
    return int(header) if header.isascii() and header.isdecimal() else 0
