"""Health checks for monitoring: whether this process is alive, and whether all of Headtable is ready."""

import os
from datetime import timedelta

from django.conf import settings
from django.db import DatabaseError, InterfaceError, connection
from django.db.models.functions import Now
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from foundation.jobs.models import WorkerBeat

OK = "ok"
BEAT_TIMEOUT = timedelta(seconds=30)


@never_cache
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """Liveness: this process answers. Nothing else is checked, so that a slow database doesn't cause a restart."""
    return HttpResponse(OK, content_type="text/plain")


@never_cache
@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    """Readiness of the database, the broker, and at least one worker: each is "ok" or a sentence."""
    database = _database()
    worker = _worker() if database == OK else "Not known without the database."
    state = {"database": database, "broker": _broker(), "worker": worker}
    return JsonResponse(state, status=200 if set(state.values()) == {OK} else 503)


def _database() -> str:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except (DatabaseError, InterfaceError):
        return "The database does not answer."
    return OK


def _broker() -> str:
    if settings.REDIS_URL:
        import redis  # imported late: slow, and not needed on a single laptop

        try:
            with redis.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=2, socket_timeout=2) as client:
                client.ping()
        except redis.RedisError:
            return "Redis does not answer."
        return OK
    return OK if os.access(settings.DATA, os.W_OK) else "The data folder cannot be written to."


def _worker() -> str:
    """Whether a worker has reported lately, by the database's clock, which all machines share."""
    recently = (Now() - BEAT_TIMEOUT, Now() + BEAT_TIMEOUT)
    is_alive = WorkerBeat.objects.filter(seen_at__range=recently).exists()
    return OK if is_alive else f"No worker was heard of in the last {BEAT_TIMEOUT.seconds} seconds."
