"""Addresses of the seating pages."""

from django.urls import path

from pairings import views

urlpatterns = [
    path("tables/plan/", views.plan, name="tables_plan"),
    path("tables/effect/<int:event_id>/", views.effect, name="tables_effect"),
]
