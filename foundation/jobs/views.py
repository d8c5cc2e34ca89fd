"""Job pages: progress, the finished file, cancel and retry."""

from __future__ import annotations

import uuid

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from foundation.jobs import actions
from foundation.jobs.execution import find_kind
from foundation.jobs.models import Job, JobResult
from foundation.jobs.queries import time_left
from foundation.pages import PageRequest, private_file, requires, run_verb_and_redirect


def _job(request: PageRequest, job_id: uuid.UUID) -> Job:
    """Return a job of this tournament that this person may request. Its kind is the row of the access table."""
    job = get_object_or_404(Job.objects.select_related("tournament"), pk=job_id, tournament=request.tournament)
    if not request.actor.has_role_for(job.kind, request.tournament):
        raise Http404
    return job


@requires("job.view")
@require_GET
def job_page(request: PageRequest, job_id: uuid.UUID) -> HttpResponse:
    """Show the page, or only its changing part when the page polls."""
    job = _job(request, job_id)
    template = "foundation/jobs/_state.html" if request.htmx else "foundation/jobs/job.html"
    kept = JobResult.objects.filter(job=job).values_list("content_type", flat=True).first()
    page = find_kind(job.kind).leads_to
    leads_to = reverse(page, args=[request.tournament.slug]) if page else ""
    return render(request, template, {"job": job, "left": time_left(job), "kept": kept, "leads_to": leads_to})


@requires("job.view")
@require_GET
def job_file(request: PageRequest, job_id: uuid.UUID) -> HttpResponse:
    result = JobResult.objects.filter(job=_job(request, job_id)).first()
    if result is None:
        raise Http404
    return private_file(bytes(result.content), result.content_type, result.filename, inline=True)


@requires("job.cancel")
@require_POST
def cancel_job(request: PageRequest, job_id: uuid.UUID) -> HttpResponse:
    job = _job(request, job_id)
    return run_verb_and_redirect(request, actions.cancel, job, back=job.get_absolute_url(), done="Canceled.")


@requires("job.retry")
@require_POST
def retry_job(request: PageRequest, job_id: uuid.UUID) -> HttpResponse:
    job = _job(request, job_id)
    return run_verb_and_redirect(request, actions.retry, job, back=job.get_absolute_url(), done="Restarted.")
