"""Every resource of the API, floor by floor: a new one is a line in the RESOURCES of its `api.py`."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path
from rest_framework.routers import SimpleRouter

from foundation.activity.api import RESOURCES as ACTIVITY
from foundation.jobs.api import RESOURCES as JOBS
from judging.protests.api import RESOURCES as PROTESTS
from pairings.api import RESOURCES as PAIRINGS
from printing.api import RESOURCES as PRINTING
from scoring.api import RESOURCES as SCORING
from tournament.api import RESOURCES as SET_UP
from tournament.api import Tournaments
from tournament.rosters.api import RESOURCES as ROSTERS
from tournament.rounds.api import RESOURCES as ROUNDS

RESOURCES = SET_UP | ROSTERS | ROUNDS | PAIRINGS | SCORING | PROTESTS | PRINTING | JOBS | ACTIVITY


def _below_a_tournament() -> list[URLPattern | URLResolver]:
    router = SimpleRouter()
    for name, resource in RESOURCES.items():
        router.register(name, resource, basename=f"api-{name}")
    return router.urls


def _at_the_top() -> list[URLPattern | URLResolver]:
    router = SimpleRouter()
    router.register("tournaments", Tournaments, basename="api-tournament")
    return router.urls


urlpatterns = [
    *_at_the_top(),
    path("tournaments/<slug:slug>/", include(_below_a_tournament())),
]
