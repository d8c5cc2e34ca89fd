"""API documentation: the OpenAPI document, and a page that shows it."""

from __future__ import annotations

import functools
from typing import Any

from django.http import HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import conditional_page, require_safe
from drf_spectacular.generators import SchemaGenerator

from foundation.api.documentation import groups_of
from foundation.pages import PageRequest, requires


@functools.cache
def document() -> dict[str, Any]:
    """Return the OpenAPI document. It depends on the code alone, so each process builds it once."""
    schema: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    return schema


@requires("api.docs")
@require_safe
@conditional_page
def schema(request: PageRequest) -> HttpResponse:
    """Serve the OpenAPI document, for tools that generate clients."""
    return JsonResponse(document(), content_type="application/vnd.oai.openapi+json")


@requires("api.docs")
@require_safe
def docs(request: PageRequest) -> HttpResponse:
    """Show the documentation. It holds no data, so everyone may read it."""
    base = request.build_absolute_uri("/").rstrip("/")
    return render(request, "foundation/api/docs.html", {"groups": groups_of(document(), base), "base": base})
