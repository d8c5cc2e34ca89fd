"""Addresses of the scoring pages."""

from django.urls import path

from scoring import views

urlpatterns = [path("points/", views.points, name="points")]
