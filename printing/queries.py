"""What is asked about printing: what can be printed now, and what was made lately."""

from __future__ import annotations

from django.db.models import QuerySet

from tournament.jobs.models import Job
from tournament.jobs.queries import jobs_of
from tournament.models import Tournament
from tournament.rounds.models import Round


def recent_prints(tournament: Tournament) -> QuerySet[Job]:
    return jobs_of(tournament).filter(kind__startswith="print.")[:20]


def rounds_of(tournament: Tournament) -> QuerySet[Round]:
    """With everything that a document about one needs."""
    found = Round.objects.filter(tournament=tournament).select_related("division__event__book", "tournament")
    return found.order_by("number", "division__event_id", "division__max_grade")
