"""URLs of league cases."""

from django.urls import path

from judging.league_cases import views

urlpatterns = [
    path("judging/cases/add/", views.add, name="own_case_add"),
    path("judging/cases/<int:case_id>/", views.edit, name="own_case_edit"),
    path("judging/cases/<int:case_id>/retire/", views.retire, name="own_case_retire"),
]
