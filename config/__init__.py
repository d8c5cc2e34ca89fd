"""Floor 8: settings, URLs, processes, error pages, health checks. It knows no rules of the games."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
