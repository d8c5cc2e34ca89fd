"""The only Celery task: its message names a job, and the row holds everything else."""

from __future__ import annotations

import logging
import uuid

from celery import shared_task
from kombu.exceptions import OperationalError

from foundation.jobs import execution

logger = logging.getLogger(__name__)


@shared_task(name="jobs.run")
def run_job(job_id: str) -> None:
    execution.run(uuid.UUID(job_id))


def wake_worker(job_id: uuid.UUID) -> None:
    """Send the wake-up message. If the broker is down, the job waits for the next sweep and isn't lost."""
    try:
        run_job.apply_async([str(job_id)], retry=False)
    except (OperationalError, OSError) as down:
        logger.warning("the broker did not take the wake-up for job %s: %s", job_id, down)
