"""Health checks for monitoring: whether all of Headtable is ready."""

import os
from datetime import timedelta

from django.conf import settings
from django.db import DatabaseError, InterfaceError, connection
from django.db.models.functions import Now

from foundation.jobs.models import WorkerBeat

OK = "ok"
BEAT_TIMEOUT = timedelta(seconds=30)


def check_readiness() -> dict[str, str]:
    """Check the database, the broker, and at least one worker: each is "ok" or a sentence."""
    database = _database()
    worker = _worker() if database == OK else "Unknown because the database isn’t responding."
    return {"database": database, "broker": _broker(), "worker": worker}


def _database() -> str:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except (DatabaseError, InterfaceError):
        return "The database isn’t responding."
    return OK


def _broker() -> str:
    if settings.REDIS_URL:
        import redis  # imported late: slow, and not needed on a single laptop

        try:
            with redis.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=2, socket_timeout=2) as client:
                client.ping()
        except redis.RedisError:
            return "Redis isn’t responding."
        return OK
    return OK if os.access(settings.DATA, os.W_OK) else "Headtable can’t write to its data folder."


def _worker() -> str:
    """Whether a worker has reported lately, by the database's clock, which all machines share."""
    recently = (Now() - BEAT_TIMEOUT, Now() + BEAT_TIMEOUT)
    is_alive = WorkerBeat.objects.filter(seen_at__range=recently).exists()
    return OK if is_alive else f"No worker has reported in the last {BEAT_TIMEOUT.seconds} seconds."
