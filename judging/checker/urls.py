"""Addresses of the checker."""

from django.urls import path

from judging.checker import practice, views

site_urls = [
    path("team/<slug:token>/practice/", practice.choose, name="practice"),
    path("team/<slug:token>/practice/<int:division_id>/", practice.practice, name="practice_in"),
    path("team/<slug:token>/practice/<int:division_id>/look/", practice.look_at, name="practice_look"),
]

urlpatterns = [
    path("judging/<int:call_id>/check/", views.at_call, name="check"),
    path("judging/<int:call_id>/check/open/", views.open_at, name="check_open"),
    path("judging/<int:call_id>/check/look/", views.look_at_call, name="check_look"),
    path("protests/<int:protest_id>/check/", views.at_protest, name="protest_check"),
    path("protests/<int:protest_id>/check/look/", views.look_at_protest, name="protest_look"),
    path("judging/checks/<int:check_id>/", views.answer, name="check_answer"),
    path("judging/practice/", views.allow, name="practice_allow"),
]
