"""Conditional pages: a page without news since the browser last got it is answered with 304, by one indexed read.

Every verb writes a line to the log, and most of those lines are news. A tournament's stamp is made of its last lines
of news, not of the very last one alone: on PostgreSQL a line can become visible after one that was written later.
"""

from __future__ import annotations

import functools
import hashlib
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, TypeVar, cast

from django.conf import settings
from django.db.models import QuerySet, Subquery
from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.utils import translation
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers

from foundation.activity.models import LogLine
from foundation.languages import for_families
from foundation.local_cache import LocalCache
from foundation.pages import PageRequest
from foundation.tournaments import Tournament

LINES_IN_STAMP = 32
MAX_CACHED_PAGES = 24  # per process; a page of a large tournament has a megabyte
SLOW_SECONDS = 0.2  # of CPU time: a page of a large tournament
KEEP_SLOW_SECONDS = 10.0  # while only frequent verbs happen
View = TypeVar("View", bound=Callable[..., HttpResponseBase])


def news_stamp(tournament: Tournament) -> str:
    """Return a stamp that changes with the news of the tournament."""
    return _stamp_of_last(LogLine.objects.filter(tournament=tournament, is_news=True))


def log_stamp(tournament: Tournament) -> str:
    """Return a stamp that also changes with lines that aren't news."""
    return _stamp_of_last(LogLine.objects.filter(tournament=tournament))


def _stamp_of_last(lines: QuerySet[LogLine]) -> str:
    return _format_stamp(lines.order_by("-id").values_list("id", flat=True)[:LINES_IN_STAMP])


def _format_stamp(ids: Iterable[int]) -> str:
    return ",".join(map(str, ids))


@functools.cache
def _template_version() -> str:
    """Return when a template or a translation last changed: an upgrade changes pages without news."""
    pages = [*(settings.BASE_DIR / "templates").rglob("*.html"), *(settings.BASE_DIR / "locale").rglob("*.mo")]
    return str(max(path.stat().st_mtime_ns for path in pages))


def conditional(request: PageRequest, news: str, render_page: Callable[[], HttpResponseBase]) -> HttpResponseBase:
    """Return the page, or 304 if this browser has it. A browser with a message waiting always gets the page."""
    viewer = [request.actor.user.pk if request.actor.user else "", request.META.get("CSRF_COOKIE", "")]
    shown = [request.get_full_path(), request.headers.get("HX-Request", ""), translation.get_language(), news]
    parts = [*viewer, _template_version(), *shown]
    etag = f'"{hashlib.sha256("|".join(map(str, parts)).encode()).hexdigest()[:32]}"'
    has_message = "messages" in request.COOKIES or "_messages" in getattr(request, "session", {})
    not_modified = None if has_message else get_conditional_response(request, etag=etag)
    response = not_modified if not_modified is not None else render_page()
    if response.status_code in (200, 304) and not has_message:
        response["ETag"] = etag
    patch_cache_control(response, private=True, no_cache=True)
    patch_vary_headers(response, ["Cookie", "HX-Request"])
    return response


def conditional_page(view: View) -> View:
    """Make a tournament page that requires a role conditional."""

    @functools.wraps(view)
    def conditional_view(request: PageRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        return conditional(request, news_stamp(request.tournament), lambda: view(request, *args, **kwargs))

    return cast(View, conditional_view)


def open_to_the_public(*, ignore: str = "", frequent: str = "") -> Callable[[View], View]:
    """Make a public tournament page conditional, outside `requires`: an unchanged page costs one query.

    That query finds the tournament by its slug; a tournament that isn't public gives 404. Verbs whose names start with
    `ignore` are no news for this page; those that start with `frequent` may wait for some seconds if the page is slow.
    The stamp is in `request.news`.
    """

    def decorate(view: View) -> View:
        @functools.wraps(view)
        def conditional_view(request: PageRequest, *args: Any, slug: str, **kwargs: Any) -> HttpResponseBase:
            public = Tournament.objects.filter(slug=slug, is_public=True).values("pk")[:1]
            lines = LogLine.objects.filter(tournament=Subquery(public), is_news=True).order_by("-id")
            lines = lines.exclude(action__startswith=ignore) if ignore else lines
            last = dict(lines.values_list("id", "action")[:LINES_IN_STAMP])
            if not last:
                raise Http404
            cached = _cached_page(request, last, frequent)
            request.news = _format_stamp(cached.lines if cached else last)

            def render_page() -> HttpResponseBase:
                if cached:
                    return HttpResponse(cached.content)
                begin = time.thread_time()
                response = view(request, *args, slug=slug, **kwargs)
                _cache_page(request, response, last, time.thread_time() - begin)
                return response

            return conditional(request, request.news, render_page)

        return for_families(cast(View, conditional_view))

    return decorate


# -- the page cache: everyone who isn't signed in sees the same -------------------------------------------------------


@dataclass
class CachedPage:
    """A rendered page, and the last `lines` of the log at that time, with their actions.

    It is valid until there is news. If it was slow to render, frequent verbs alone don't count as news before
    `keep_until` (on the monotonic clock), so that a web process has most of its time for others.
    """

    content: bytes
    lines: dict[int, str]
    keep_until: float

    def is_valid(self, last: dict[int, str], frequent: str) -> bool:
        """Return whether the page may still be served. A director's decision makes it invalid at once."""
        if last == self.lines:
            return True
        new = last.items() - self.lines.items()
        if not frequent or not 0 < len(new) < LINES_IN_STAMP:
            return False
        return all(action.startswith(frequent) for _, action in new) and time.monotonic() < self.keep_until


_pages: LocalCache[tuple[str, ...], CachedPage] = LocalCache(MAX_CACHED_PAGES)


def _cached_page(request: PageRequest, last: dict[int, str], frequent: str) -> CachedPage | None:
    page = _pages.find(_cache_key(request)) if _is_shared(request) else None
    if page is None or page.is_valid(last, frequent):
        return page
    if page.keep_until:
        page.keep_until = time.monotonic() + KEEP_SLOW_SECONDS  # this request renders it again; others get it as it is
    return None


def _cache_page(request: PageRequest, response: HttpResponseBase, lines: dict[int, str], seconds: float) -> None:
    if not _is_shared(request) or response.status_code != 200 or response.cookies:
        return
    if not isinstance(response, HttpResponse):  # a stream
        return
    keep_until = time.monotonic() + KEEP_SLOW_SECONDS if seconds > SLOW_SECONDS else 0.0
    _pages.store(_cache_key(request), CachedPage(response.content, lines, keep_until))


def _is_shared(request: PageRequest) -> bool:
    return not (request.actor.user or "q" in request.GET or request.COOKIES.get("messages"))


def _cache_key(request: PageRequest) -> tuple[str, ...]:
    is_part = request.headers.get("HX-Request", "")
    return request.get_host(), request.get_full_path(), is_part, translation.get_language() or ""
