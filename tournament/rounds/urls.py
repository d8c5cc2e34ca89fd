"""URLs of rounds and the projector clock, below `t/<slug>/`."""

from django.urls import path

from tournament.rounds import views

urlpatterns = [
    path("rounds/", views.rounds, name="rounds"),
    path("rounds/<int:round_id>/", views.round_page, name="round"),
    path("rounds/<int:round_id>/extra/", views.extra_time, name="round_extra_time"),
    path("rounds/<int:round_id>/publish/", views.publish, name="round_publish"),
    path("rounds/<int:round_id>/unpublish/", views.unpublish, name="round_unpublish"),
    path("rounds/<int:round_id>/start/", views.start, name="round_start"),
    path("rounds/<int:round_id>/pause/", views.pause, name="round_pause"),
    path("rounds/<int:round_id>/go-on/", views.go_on, name="round_go_on"),
    path("rounds/<int:round_id>/collect/", views.collect, name="round_collect"),
    path("rounds/<int:round_id>/complete/", views.complete, name="round_complete"),
    path("rounds/<int:round_id>/reopen/", views.reopen, name="round_reopen"),
    path("clock/", views.clock, name="clock"),
]
