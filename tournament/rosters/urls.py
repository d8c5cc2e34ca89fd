"""URLs of rosters, below `t/<slug>/`."""

from django.urls import path

from tournament.rosters import views

urlpatterns = [
    path("roster/", views.roster, name="roster"),
    path("roster/import/", views.upload, name="roster_upload"),
    path("roster/import/<int:upload_id>/", views.preview, name="roster_preview"),
    path("roster/import/<int:upload_id>/columns/", views.lay_out, name="roster_columns"),
    path("roster/import/<int:upload_id>/division/", views.fill_in, name="roster_division"),
    path("roster/import/<int:upload_id>/meaning/", views.read_as, name="roster_meaning"),
    path("roster/import/<int:upload_id>/go/", views.import_upload, name="roster_import"),
    path("roster/<int:event_id>/<int:division_id>/", views.grid, name="roster_grid"),
    path("roster/<int:event_id>/<int:division_id>/add/", views.add, name="roster_add"),
    path("roster/<int:event_id>/<int:division_id>/undo/", views.undo, name="roster_undo"),
    path("roster/<int:event_id>/place/<int:place_id>/", views.edit, name="roster_edit"),
    path("roster/<int:event_id>/place/<int:place_id>/remove/", views.remove, name="roster_remove"),
    path("roster/<int:event_id>/export/", views.export, name="roster_export"),
]
