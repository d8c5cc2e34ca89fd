"""URLs of setting up: creating a tournament, and below `t/<slug>/` its setup steps."""

from django.urls import path

from tournament.setup import views

site_urls = [
    path("new/", views.create, name="tournament_create"),
    path("new/like/<slug:source>/", views.copy, name="tournament_copy"),
]

urlpatterns = [
    path("edit/", views.edit, name="tournament_edit"),
    path("games/", views.games, name="games"),
    path("games/<int:event_id>/", views.event_setup, name="event_setup"),
    path("games/<int:event_id>/remove/", views.remove_event, name="event_remove"),
    path("games/<int:event_id>/book/", views.book, name="book"),
    path("games/<int:event_id>/book/renew/", views.renew_book, name="book_renew"),
]
