"""The Celery application. Its settings come from Django, and its tasks from each app's `tasks.py`."""

import os
import signal
import warnings
from typing import Any

from celery import Celery
from celery.loaders.app import AppLoader
from celery.platforms import SecurityWarning
from celery.signals import worker_process_init

from config.processes import loading_code, request_signal_on_parent_death

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")


class Loader(AppLoader):
    """Celery's loader, but a worker loads the tasks without collecting garbage."""

    def init_worker(self) -> None:
        with loading_code():
            super().init_worker()


app = Celery("headtable", loader="config.celery:Loader")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

# Celery warns root about pickled messages; ours are JSON.
warnings.filterwarnings("ignore", category=SecurityWarning)


@worker_process_init.connect
def _end_with_worker(**_: Any) -> None:
    """End a pool process when its worker is killed; otherwise it would wait forever and hold on to its job."""
    request_signal_on_parent_death(signal.SIGKILL)
