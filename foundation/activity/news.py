"""Whether anything is new: a page that shows the same as before is answered with 304 by one indexed read.

Every verb leaves a line in the log, and most of them are news. The stamp of a tournament is made of its last lines of
news, not of the very last alone: on PostgreSQL a line can become visible after one that was written later.
"""

from __future__ import annotations

import functools
import hashlib
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar, cast

from django.conf import settings
from django.db.models import QuerySet, Subquery
from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers

from foundation.activity.models import LogLine
from foundation.pages import PageRequest
from foundation.tournaments import Tournament

LAST = 32
MOST_KEPT = 24  # pages of the public in a process; those of a large tournament have a megabyte
SLOW = 0.2  # seconds of a processor: a page of a large tournament
RESTS = 20  # times as long as it took, so that a web process has most of its time for others
View = TypeVar("View", bound=Callable[..., HttpResponseBase])


def stamp_of(tournament: Tournament) -> str:
    return stamp(LogLine.objects.filter(tournament=tournament))


def stamp(lines: QuerySet[LogLine]) -> str:
    return _last(lines.filter(is_news=True))


def stamp_of_everything(tournament: Tournament) -> str:
    """For a page of the staff that also shows what is no news for others: a sheet that came in, one that was keyed."""
    return _last(LogLine.objects.filter(tournament=tournament))


def _last(lines: QuerySet[LogLine]) -> str:
    return ",".join(map(str, lines.order_by("-id").values_list("id", flat=True)[:LAST]))


@functools.cache
def _look() -> str:
    """An upgrade changes pages without news."""
    pages = (settings.BASE_DIR / "templates").rglob("*.html")
    return str(max(path.stat().st_mtime_ns for path in pages))


def conditional(request: PageRequest, news: str, answer: Callable[[], HttpResponseBase]) -> HttpResponseBase:
    """The answer, or 304 if this browser has it already. Whoever is to be told something gets a page."""
    who = [request.actor.user.pk if request.actor.user else "", request.META.get("CSRF_COOKIE", "")]
    parts = [*who, _look(), request.get_full_path(), request.headers.get("HX-Request", ""), news]
    etag = f'"{hashlib.sha256("|".join(map(str, parts)).encode()).hexdigest()[:32]}"'
    waiting = "messages" in request.COOKIES or "_messages" in getattr(request, "session", {})
    same = None if waiting else get_conditional_response(request, etag=etag)
    response = same if same is not None else answer()
    if response.status_code in (200, 304) and not waiting:
        response["ETag"] = etag
    patch_cache_control(response, private=True, no_cache=True)
    patch_vary_headers(response, ["Cookie", "HX-Request"])
    return response


def unless_unchanged(view: View) -> View:
    """For a page of a tournament behind its door: the page only if there is news since this browser got it."""

    @functools.wraps(view)
    def look(request: PageRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        return conditional(request, stamp_of(request.tournament), lambda: view(request, *args, **kwargs))

    return cast(View, look)


def open_to_the_public(*, aside: str = "") -> Callable[[View], View]:
    """For a page of a tournament that is public, around its door: a page that is still true costs one question.

    The tournament is found inside that question, by the index of its address; one that is not public is not there.
    `aside`: verbs whose names begin so are no news for this page. The stamp is in `request.news`.
    """

    def decorate(view: View) -> View:
        @functools.wraps(view)
        def look(request: PageRequest, *args: Any, slug: str, **kwargs: Any) -> HttpResponseBase:
            public = Tournament.objects.filter(slug=slug, is_public=True).values("pk")[:1]
            lines = LogLine.objects.filter(tournament=Subquery(public), is_news=True).order_by("-id")
            lines = lines.exclude(action__startswith=aside) if aside else lines
            last = dict(lines.values_list("id", "action")[:LAST])
            if not last:
                raise Http404
            request.news = ",".join(map(str, _rested(request, last)))
            make = functools.partial(view, request, *args, slug=slug, **kwargs)
            return conditional(request, request.news, lambda: _for_all(request, make, last))

        return cast(View, look)

    return decorate


# -- one page for all of the public -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Page:
    """`name`: which page, as of which news, which are the `last` lines of the log with their actions."""

    name: tuple[str, ...]
    news: str
    last: dict[int, str] = field(compare=False)
    make: Callable[[], HttpResponseBase] = field(compare=False)


@dataclass(frozen=True)
class _Rest:
    """A page that took long to make is good for a while, though sheets come in: `until` is of the monotonic clock."""

    last: dict[int, str]
    until: float
    took: float


class _OfOne(Exception):
    """An answer that is not for everybody: it says that something is wrong, or sets a cookie."""

    def __init__(self, response: HttpResponseBase) -> None:
        self.response = response


_rests: dict[tuple[str, ...], _Rest] = {}


def _for_all(request: PageRequest, make: Callable[[], HttpResponseBase], last: dict[int, str]) -> HttpResponseBase:
    """Whoever is not signed in sees the same: it is made once and kept until there is news, except for a search."""
    if not _is_for_all(request):
        return make()
    try:
        return HttpResponse(_kept(_Page(_name(request), request.news, last, make)))
    except _OfOne as alone:
        return alone.response


def _is_for_all(request: PageRequest) -> bool:
    return not (request.actor.user or "q" in request.GET or request.COOKIES.get("messages"))


def _name(request: PageRequest) -> tuple[str, ...]:
    return request.get_host(), request.get_full_path(), request.headers.get("HX-Request", "")


def _rested(request: PageRequest, last: dict[int, str]) -> Iterable[int]:
    """The lines as of which the page is shown: the last ones, or those of a page that rests.

    Only sheets may wait. What somebody decides, such as to hold the standings back, is so at once.
    """
    rest = _rests.get(_name(request)) if _is_for_all(request) else None
    new = last.keys() - rest.last.keys() if rest else ()
    if rest is None or len(new) == LAST or not all(last[each].startswith("sheet.") for each in new):
        return last
    now = time.monotonic()
    if now < rest.until:
        return rest.last
    _rests[_name(request)] = replace(rest, until=now + 2 * rest.took)  # one makes it anew, meanwhile others get this
    return last


@functools.lru_cache(maxsize=MOST_KEPT)
def _kept(page: _Page) -> bytes:
    begin = time.thread_time()
    response = page.make()
    if not isinstance(response, HttpResponse) or response.status_code != 200 or response.cookies:
        raise _OfOne(response)
    took = time.thread_time() - begin
    if took > SLOW:
        if len(_rests) >= MOST_KEPT:
            _rests.clear()
        _rests[page.name] = _Rest(page.last, time.monotonic() + RESTS * took, took)
    return response.content


def forget() -> None:
    _kept.cache_clear()
    _rests.clear()
