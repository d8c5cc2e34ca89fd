"""The documentation of the API: the OpenAPI document, and the page that shows it with our own templates."""

from __future__ import annotations

import functools
from typing import Any

from django.http import HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import path
from django.views.decorators.http import conditional_page, require_safe
from drf_spectacular.generators import SchemaGenerator

from foundation.api.documentation import groups_of
from foundation.pages import PageRequest, door


@functools.cache
def document() -> dict[str, Any]:
    """It follows from the code alone: written once in each process."""
    found: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    return found


@door("api.docs")
@require_safe
@conditional_page
def schema(request: PageRequest) -> HttpResponse:
    """OpenAPI 3, for tools that write clients."""
    return JsonResponse(document(), content_type="application/vnd.oai.openapi+json")


@door("api.docs")
@require_safe
def docs(request: PageRequest) -> HttpResponse:
    """For people. It holds no data of anybody, so that whoever is to write a program can read it first."""
    base = request.build_absolute_uri("/").rstrip("/")
    return render(request, "tournament/api/docs.html", {"groups": groups_of(document(), base), "base": base})


site_urls = [
    path("api/schema/", schema, name="api_schema"),
    path("api/docs/", docs, name="api_docs"),
]
