"""What is asked about printing: what can be printed now, and what was made lately."""

from __future__ import annotations

from django.db.models import QuerySet

from tournament.jobs.models import Job
from tournament.jobs.queries import jobs_of
from tournament.models import Tournament


def recent_prints(tournament: Tournament) -> QuerySet[Job]:
    return jobs_of(tournament).filter(kind__startswith="print.")[:20]
