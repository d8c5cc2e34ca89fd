"""URLs of student names, below `t/<slug>/`."""

from django.urls import path

from tournament.privacy import views

urlpatterns = [
    path("names/", views.privacy, name="privacy"),
    path("names/remove/", views.remove, name="privacy_remove"),
]
