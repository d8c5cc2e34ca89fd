"""The Celery application: its settings are Django's, its tasks are in every app's tasks.py."""

import os
import signal
import warnings
from typing import Any

from celery import Celery
from celery.platforms import SecurityWarning
from celery.signals import worker_process_init

from config.processes import end_with_parent

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("headtable")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

# Said by every worker that is started by root, to protect from pickled messages; ours are JSON.
warnings.filterwarnings("ignore", category=SecurityWarning)


@worker_process_init.connect
def _end_with_worker(**_: Any) -> None:
    """A pool process whose worker was killed would wait for work for ever, holding on to a job that others may take."""
    end_with_parent(signal.SIGKILL)
