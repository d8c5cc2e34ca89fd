"""URLs of calls, the casebook, and judges' conflicts."""

from django.urls import path

from judging import views
from judging.calls.views import board, visit

urlpatterns = [
    path("judging/", board.board, name="calls"),
    path("judging/ask/", board.ask, name="call_ask"),
    path("judging/begin/", board.begin, name="call_begin"),
    path("judging/table/", board.pick, name="call_pick"),
    path("at/<int:round_id>/<int:number>/", board.at, name="at_table"),
    path("judging/<int:call_id>/", visit.call, name="call"),
    path("judging/<int:call_id>/another/", visit.another, name="opinion_ask"),
    path("judging/<int:call_id>/compare/", visit.compare, name="opinion_compare"),
    path("judging/<int:call_id>/cancel/", visit.cancel, name="call_cancel"),
    path("judging/<int:call_id>/about/", visit.about, name="call_about"),
    path("judging/<int:call_id>/away/", visit.away, name="call_away"),
    path("judging/<int:call_id>/back/", visit.back, name="call_back"),
    path("judging/<int:call_id>/like/", visit.like, name="call_like"),
    path("judging/<int:call_id>/time/", visit.times, name="call_time"),
    path("judging/<int:call_id>/end/", visit.end, name="call_end"),
    path("judging/cases/", views.cases, name="cases"),
    path("judging/reference/", views.reference, name="judges_reference"),
    path("judges/", views.conflicts, name="conflicts"),
    path("judges/conflicts/<int:conflict_id>/withdraw/", views.withdraw, name="conflict_withdraw"),
]
