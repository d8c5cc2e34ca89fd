"""Two questions that machines ask: is this process alive, and is the whole of Headtable ready to work."""

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
BEAT_COUNTS_FOR = timedelta(seconds=30)


@never_cache
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """Alive: this process answers. Nothing else is asked, so that a slow database does not get it restarted."""
    return HttpResponse(OK, content_type="text/plain")


@never_cache
@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    """Ready: database, broker and at least one worker; each "ok" or a sentence."""
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
        import redis  # takes a moment that one laptop need not wait for

        try:
            with redis.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=2, socket_timeout=2) as client:
                client.ping()
        except redis.RedisError:
            return "Redis does not answer."
        return OK
    return OK if os.access(settings.DATA, os.W_OK) else "The data folder cannot be written to."


def _worker() -> str:
    """By the database's own clock, which all machines share."""
    counts = (Now() - BEAT_COUNTS_FOR, Now() + BEAT_COUNTS_FOR)
    seen = WorkerBeat.objects.filter(seen_at__range=counts).exists()
    return OK if seen else f"No worker was heard of in the last {BEAT_COUNTS_FOR.seconds} seconds."
