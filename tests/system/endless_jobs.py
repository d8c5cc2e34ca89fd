"""The Celery application with two more kinds of jobs: one that never ends, and one that ends at once.

`celery --app tests.system.endless_jobs worker`
"""

from __future__ import annotations

import django

from config.celery import app

__all__ = ["app"]

django.setup()

from foundation import hooks  # noqa: E402 -- after Django is set up
from foundation.hooks import JobKind  # noqa: E402
from foundation.jobs.execution import Report  # noqa: E402
from foundation.jobs.models import Job  # noqa: E402


def run_forever(job: Job, report: Report) -> None:
    """Work without a single report."""
    while True:
        sum(range(1000))


def finish_at_once(job: Job, report: Report) -> None:
    report(1, 1)


hooks.job_kinds.register(JobKind("test.endless", run_forever), JobKind("test.quick", finish_at_once))
