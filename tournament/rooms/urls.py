"""The URL of rooms, below `t/<slug>/`."""

from django.urls import path

from tournament.rooms import views

urlpatterns = [path("rooms/", views.rooms, name="rooms")]
