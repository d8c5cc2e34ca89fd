"""URLs of penalties."""

from django.urls import path

from judging.penalties import views

urlpatterns = [
    path("penalties/", views.penalties, name="penalties"),
    path("penalties/at/<int:sheet_id>/<int:seat>/", views.give, name="penalty_give"),
    path("penalties/<int:penalty_id>/consent/", views.consent, name="penalty_consent"),
    path("penalties/<int:penalty_id>/back/", views.take_back, name="penalty_take_back"),
]
