"""Removes student names from drafts: the descriptions of manual changes."""

from foundation.tournaments import Tournament
from pairings.models import Step


def delete_steps(tournament: Tournament) -> None:
    Step.objects.filter(draw__tournament=tournament).delete()
