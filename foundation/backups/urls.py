"""URLs of backups, below `t/<slug>/`."""

from django.urls import path

from foundation.backups import views

urlpatterns = [
    path("backups/", views.backups, name="backups"),
    path("backups/now/", views.back_up, name="backup_now"),
    path("backups/<int:backup_id>/", views.download, name="backup_download"),
    path("backups/<int:backup_id>/restore/", views.restore, name="backup_restore"),
]
