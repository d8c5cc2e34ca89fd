"""URLs of the season pages."""

from django.urls import path

from scoring.seasons import views

site_urls = [
    path("seasons/", views.seasons, name="seasons"),
    path("seasons/new/", views.create, name="season_create"),
    path("seasons/<int:season_id>/", views.season, name="season"),
    path("seasons/<int:season_id>/edit/", views.edit, name="season_edit"),
    path("seasons/<int:season_id>/add/", views.add, name="season_add"),
    path("seasons/<int:season_id>/remove/<slug:source>/", views.remove, name="season_remove"),
]
