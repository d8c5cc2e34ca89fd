"""URLs of the checker. `site_urls` are outside a tournament: coaches come by their link."""

from django.urls import path

from judging.checker import views

site_urls = [
    path("team/<slug:token>/practice/", views.choose_division, name="practice"),
    path("team/<slug:token>/practice/<int:division_id>/", views.practice, name="practice_in"),
    path("team/<slug:token>/practice/<int:division_id>/look/", views.look_at_practice, name="practice_look"),
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
