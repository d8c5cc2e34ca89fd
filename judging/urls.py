"""Addresses of the judging pages."""

from django.urls import path

from judging import views

urlpatterns = [
    path("judges/", views.conflicts, name="conflicts"),
    path("judges/conflicts/<int:conflict_id>/withdraw/", views.withdraw, name="conflict_withdraw"),
]
