"""Addresses of archives: one that is taken in, and below `t/<slug>/` those of a tournament."""

from django.urls import path

from foundation.archives import views

site_urls = [path("import/", views.unarchive, name="unarchive")]

urlpatterns = [path("archive/", views.archive, name="archive")]
