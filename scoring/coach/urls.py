"""URLs of coach pages, by link, and of the staff's page of requests."""

from django.urls import path

from scoring.coach import views

site_urls = [
    path("team/<slug:token>/", views.team_page, name="team_page"),
    path("team/<slug:token>/live/", views.team_page_live, name="team_page_live"),
    path("team/<slug:token>/<int:team_id>/", views.team_of_school, name="team_of_school"),
    path("team/<slug:token>/<int:team_id>/live/", views.team_of_school_live, name="team_of_school_live"),
    path("team/<slug:token>/<int:team_id>/ask/", views.team_ask, name="team_ask"),
    path("team/<slug:token>/sheets/<int:sheet_id>/", views.team_sheet, name="team_sheet"),
]

urlpatterns = [
    path("requests/", views.requests, name="requests"),
    path("requests/<int:request_id>/", views.settle_request, name="request_settle"),
]
