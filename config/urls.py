"""All URLs. The pages of one tournament, from every app, are below `t/<slug>/`."""

from django.urls import include, path

from config.views import healthz, readyz
from foundation.urls import site_urls as foundation_urls
from judging.urls import site_urls as judging_urls
from pairings.urls import site_urls as pairings_urls
from scoring.urls import site_urls as scoring_urls
from tournament.urls import site_urls as tournament_urls

APPS_WITH_TOURNAMENT_URLS = (  # tried in this order, most used first
    "scoring",
    "tournament",
    "foundation",
    "pairings",
    "judging",
    "printing",
)

urlpatterns = [  # most used first
    path("t/<slug:slug>/", include([path("", include(f"{app}.urls")) for app in APPS_WITH_TOURNAMENT_URLS])),
    *scoring_urls,
    path("healthz", healthz, name="healthz"),
    path("readyz", readyz, name="readyz"),
    *tournament_urls,
    *pairings_urls,
    *judging_urls,
    *foundation_urls,
    path("", include("rehearsal.urls")),
    path("api/", include("config.api")),
]

handler400 = "config.views.bad_request"
handler403 = "config.views.forbidden"
handler404 = "config.views.not_found"
handler500 = "config.views.server_error"
