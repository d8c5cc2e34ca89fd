"""URLs of tournaments. Pages of one tournament are below `t/<slug>/`."""

from django.urls import path

from tournament import views

site_urls = [
    path("", views.home, name="home"),
    path("style/", views.style, name="style"),
    path("p/<slug:slug>/", views.public, name="public"),
]

urlpatterns = [
    path("", views.board, name="tournament"),
    path("start/", views.start, name="tournament_start"),
    path("finish/", views.finish, name="tournament_finish"),
    path("reopen/", views.reopen, name="tournament_reopen"),
    path("teams/", views.teams, name="teams"),
    path("teams/<int:team_id>/link/", views.make_coach_link, name="coach_link"),
    path("schools/<int:school_id>/link/", views.make_school_link, name="school_link"),
]
