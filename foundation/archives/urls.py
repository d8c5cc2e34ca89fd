"""URLs of archives: the import, and below `t/<slug>/` the export."""

from django.urls import path

from foundation.archives import views

site_urls = [path("import/", views.unarchive, name="unarchive")]

urlpatterns = [path("archive/", views.archive, name="archive")]
