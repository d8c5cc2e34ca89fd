"""The address of the log."""

from django.urls import path

from foundation.activity import views

site_urls = [path("log/", views.log_page, name="log")]
