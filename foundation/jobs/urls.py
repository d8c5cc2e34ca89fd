"""URLs of jobs, below a tournament."""

from django.urls import path

from foundation.jobs import views

urlpatterns = [
    path("jobs/<uuid:job_id>/", views.job_page, name="job"),
    path("jobs/<uuid:job_id>/file/", views.job_file, name="job_file"),
    path("jobs/<uuid:job_id>/cancel/", views.cancel_job, name="job_cancel"),
    path("jobs/<uuid:job_id>/retry/", views.retry_job, name="job_retry"),
]
