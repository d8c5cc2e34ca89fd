"""The guide at /help/. It holds no data of a tournament, so everyone may read it."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from foundation.help.guide import INDEX, find_image, find_page, list_pages, search
from foundation.pages import PageRequest, requires

MAX_QUERY = 100
ONE_HOUR = 3600


@requires("help.view")
@require_safe
def index(request: PageRequest) -> HttpResponse:
    """The list of pages, or what a search in them finds."""
    query = request.GET.get("q", "").strip()[:MAX_QUERY]
    context = {"page": find_page(INDEX), "pages": list_pages(), "query": query, "hits": search(query)}
    return render(request, "foundation/help/index.html", context)


@requires("help.view")
@require_safe
def page(request: PageRequest, page: str) -> HttpResponse:
    pages = list_pages()
    position = next((number for number, each in enumerate(pages) if each.name == page), None)
    if position is None:
        raise Http404
    context = {
        "page": pages[position],
        "pages": pages,
        "before": pages[position - 1] if position else None,
        "after": pages[position + 1] if position + 1 < len(pages) else None,
    }
    return render(request, "foundation/help/page.html", context)


@requires("help.view")
@require_safe
def image(request: PageRequest, file: str) -> HttpResponse:
    found = find_image(file)
    if found is None:
        raise Http404
    path, content_type = found
    headers = {"Cache-Control": f"public, max-age={ONE_HOUR}", "X-Content-Type-Options": "nosniff"}
    return HttpResponse(path.read_bytes(), content_type=content_type, headers=headers)
