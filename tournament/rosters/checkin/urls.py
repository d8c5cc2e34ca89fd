"""URLs of the check-in, below `t/<slug>/`."""

from django.urls import path

from tournament.rosters.checkin import views

urlpatterns = [
    path("checkin/", views.checkin, name="checkin"),
    path("checkin/<int:event_id>/changes/", views.changes, name="checkin_changes"),
    path("checkin/<int:event_id>/missing/", views.missing, name="checkin_missing"),
    path("checkin/<int:event_id>/place/<int:place_id>/", views.mark, name="checkin_mark"),
    path("checkin/<int:event_id>/team/<int:entry_id>/", views.mark_team, name="checkin_team"),
    path("checkin/<int:event_id>/set/<int:entry_id>/", views.game_set, name="checkin_set"),
    path("checkin/<int:event_id>/place/<int:place_id>/for/", views.substitute, name="checkin_substitute"),
    path("checkin/<int:event_id>/place/<int:place_id>/back/", views.take_back, name="checkin_take_back"),
]
