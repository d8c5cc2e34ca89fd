"""Addresses of the print pages."""

from django.urls import path

from printing import views

urlpatterns = [
    path("print/", views.print_page, name="print"),
    path("print/badges/", views.badges, name="print_badges"),
    path("print/coach-links/", views.coach_links, name="print_coach_links"),
]
