"""URLs of the seating pages."""

from django.urls import path

from pairings import views

site_urls = [
    path("p/<slug:slug>/tables/", views.find_table, name="find_table"),
    path("p/<slug:slug>/wall/", views.wall, name="tables_wall"),
]

urlpatterns = [
    path("seating/", views.seating, name="seating"),
    path("seating/<int:seat_id>/why/", views.why, name="seating_why"),
    path("tables/plan/", views.plan, name="tables_plan"),
    path("tables/effect/<int:event_id>/", views.effect, name="tables_effect"),
    path("draws/<int:round_id>/", views.draw_page, name="draw"),
    path("draws/<int:round_id>/make/", views.make, name="draw_make"),
    path("draws/<int:round_id>/swap/<int:seat_id>/<int:other_id>/", views.swap, name="draw_swap"),
    path("draws/<int:round_id>/lock/<int:seat_id>/", views.lock, name="draw_lock"),
    path("draws/<int:round_id>/undo/", views.undo, name="draw_undo"),
    path("draws/<int:round_id>/improve/", views.reassign_unlocked, name="draw_improve"),
    path("draws/<int:round_id>/publish/", views.publish, name="draw_publish"),
    path("draws/<int:round_id>/revise/", views.revise, name="draw_revise"),
    path("draws/<int:round_id>/repair/", views.repair, name="draw_repair"),
    path("draws/<int:round_id>/discard/", views.discard, name="draw_discard"),
]
