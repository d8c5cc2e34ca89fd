"""URLs of rehearsals."""

from django.urls import path

from rehearsal import views

urlpatterns = [
    path("rehearsal/", views.rehearsal, name="rehearsal"),
    path("t/<slug:slug>/rehearsal/remove/", views.remove, name="rehearsal_remove"),
]
