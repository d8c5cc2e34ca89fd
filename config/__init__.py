"""Floor 7: settings, addresses, processes. No rules of play or of the tournament."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
