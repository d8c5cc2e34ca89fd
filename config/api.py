"""The URLs of the REST API. A new resource is one line in `RESOURCES` of its app's `api.py`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.core.exceptions import ImproperlyConfigured
from django.urls import URLPattern, URLResolver, include, path
from rest_framework.routers import SimpleRouter

from foundation.activity.api import RESOURCES as ACTIVITY
from foundation.api.resource import Resource
from foundation.jobs.api import RESOURCES as JOBS
from judging.protests.api import RESOURCES as PROTESTS
from pairings.api import RESOURCES as PAIRINGS
from printing.api import RESOURCES as PRINTING
from scoring.api import RESOURCES as SCORING
from tournament.api import RESOURCES as SET_UP
from tournament.api import Tournaments
from tournament.rosters.api import RESOURCES as ROSTERS
from tournament.rounds.api import RESOURCES as ROUNDS

BY_APP = (SET_UP, ROSTERS, ROUNDS, PAIRINGS, SCORING, PROTESTS, PRINTING, JOBS, ACTIVITY)


def merge_resources(by_app: Iterable[Mapping[str, type[Resource]]]) -> dict[str, type[Resource]]:
    """Return the resources of all apps by name; refuse two with the same name."""
    merged: dict[str, type[Resource]] = {}
    for resources in by_app:
        if twice := merged.keys() & resources.keys():
            raise ImproperlyConfigured(f"API resources with the same name: {', '.join(sorted(twice))}")
        merged |= resources
    return merged


RESOURCES = merge_resources(BY_APP)


def _tournament_routes() -> list[URLPattern | URLResolver]:
    router = SimpleRouter()
    for name, resource in RESOURCES.items():
        router.register(name, resource, basename=f"api-{name}")
    return router.urls


def _top_level_routes() -> list[URLPattern | URLResolver]:
    router = SimpleRouter()
    router.register("tournaments", Tournaments, basename="api-tournament")
    return router.urls


urlpatterns = [
    *_top_level_routes(),
    path("tournaments/<slug:slug>/", include(_tournament_routes())),
]
