"""Addresses of the judging pages."""

from django.urls import path

from judging import cases, views
from judging.calls import taps
from judging.calls import views as calls

urlpatterns = [
    path("judging/", calls.board, name="calls"),
    path("judging/ask/", calls.ask, name="call_ask"),
    path("judging/begin/", calls.begin, name="call_begin"),
    path("judging/table/", calls.pick, name="call_pick"),
    path("at/<int:round_id>/<int:number>/", calls.at, name="at_table"),
    path("judging/<int:call_id>/", calls.call, name="call"),
    path("judging/<int:call_id>/another/", calls.another, name="opinion_ask"),
    path("judging/<int:call_id>/compare/", calls.compare, name="opinion_compare"),
    path("judging/<int:call_id>/cancel/", calls.cancel, name="call_cancel"),
    path("judging/<int:call_id>/about/", taps.about, name="call_about"),
    path("judging/<int:call_id>/away/", taps.away, name="call_away"),
    path("judging/<int:call_id>/back/", taps.back, name="call_back"),
    path("judging/<int:call_id>/like/", taps.like, name="call_like"),
    path("judging/<int:call_id>/time/", taps.times, name="call_time"),
    path("judging/<int:call_id>/end/", calls.end, name="call_end"),
    path("judging/cases/", cases.cases, name="cases"),
    path("judging/reference/", cases.reference, name="judges_reference"),
    path("judges/", views.conflicts, name="conflicts"),
    path("judges/conflicts/<int:conflict_id>/withdraw/", views.withdraw, name="conflict_withdraw"),
]
