"""URLs of `bin/dev`: the debug toolbar's, and all others."""

from debug_toolbar.toolbar import debug_toolbar_urls
from django.urls import include, path

from config.urls import handler400, handler403, handler404, handler500

__all__ = ["handler400", "handler403", "handler404", "handler500", "urlpatterns"]

urlpatterns = [*debug_toolbar_urls(), path("", include("config.urls"))]
